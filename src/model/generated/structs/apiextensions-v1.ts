// Written by `npm run generate`; not to be changed by hand.

/** The structs of apiextensions.v1, a line each. */
export const apiextensionsV1 = `
ConditionStatus=string
ConversionStrategyType=string
CustomResourceColumnDefinition name!* type!* format description priority:int32 jsonPath!*
CustomResourceConversion strategy!*:ConversionStrategyType webhook?:WebhookConversion
CustomResourceDefinition# metadata!:metadata spec!*:CustomResourceDefinitionSpec status!:CustomResourceDefinitionStatus
CustomResourceDefinitionCondition type!*:CustomResourceDefinitionConditionType status!*:ConditionStatus
 lastTransitionTime!:time reason message >35:observedGeneration:int64
CustomResourceDefinitionConditionType=string
CustomResourceDefinitionNames plural!* singular shortNames:[]string kind!* listKind categories:[]string
CustomResourceDefinitionSpec group!* 3names!*:CustomResourceDefinitionNames scope!*:ResourceScope
 7versions!?*:[]CustomResourceDefinitionVersion 9conversion?:CustomResourceConversion preserveUnknownFields:bool
CustomResourceDefinitionStatus conditions!?:[]CustomResourceDefinitionCondition@type
 acceptedNames!:CustomResourceDefinitionNames storedVersions!?:[]string >35:observedGeneration:int64
CustomResourceDefinitionVersion name!* served!*:bool storage!*:bool 7deprecated:bool deprecationWarning?
 4schema?:CustomResourceValidation subresources?:CustomResourceSubresources
 additionalPrinterColumns:[]CustomResourceColumnDefinition 9selectableFields:[]SelectableField
CustomResourceSubresourceScale specReplicasPath!* statusReplicasPath!* labelSelectorPath?
CustomResourceSubresourceStatus
CustomResourceSubresources status?:CustomResourceSubresourceStatus scale?:CustomResourceSubresourceScale
CustomResourceValidation openAPIV3Schema?:JSONSchemaProps
ExternalDocumentation description url
FieldValueErrorReason=string{FieldValueDuplicate,FieldValueForbidden,FieldValueInvalid,FieldValueRequired}
JSONSchemaDefinitions={}JSONSchemaProps
JSONSchemaDependencies={}JSONSchemaPropsOrStringArray
JSONSchemaProps id $schema:JSONSchemaURL $ref? description type format title default?:json maximum?:float64
 exclusiveMaximum:bool minimum?:float64 exclusiveMinimum:bool maxLength?:int64 minLength?:int64 pattern maxItems?:int64
 minItems?:int64 uniqueItems:bool multipleOf?:float64 enum:[]json maxProperties?:int64 minProperties?:int64
 required:[]string items?:JSONSchemaPropsOrArray allOf:[]JSONSchemaProps oneOf:[]JSONSchemaProps anyOf:[]JSONSchemaProps
 not?:JSONSchemaProps properties:{}JSONSchemaProps additionalProperties?:JSONSchemaPropsOrBool
 patternProperties:{}JSONSchemaProps dependencies:JSONSchemaDependencies additionalItems?:JSONSchemaPropsOrBool
 definitions:JSONSchemaDefinitions externalDocs?:ExternalDocumentation example?:json nullable:bool
 x-kubernetes-preserve-unknown-fields?:bool x-kubernetes-embedded-resource:bool x-kubernetes-int-or-string:bool
 x-kubernetes-list-map-keys:[]string x-kubernetes-list-type? x-kubernetes-map-type?
 x-kubernetes-validations:ValidationRules@rule+rule
JSONSchemaPropsOrArray schema?:JSONSchemaProps jSONSchemas:[]JSONSchemaProps
JSONSchemaPropsOrBool allows:bool schema?:JSONSchemaProps
JSONSchemaPropsOrStringArray schema?:JSONSchemaProps property:[]string
JSONSchemaURL=string
ResourceScope=string
SelectableField jsonPath!*
ServiceReference namespace!* name!* path? port?:int32
ValidationRule rule!* message messageExpression reason?:FieldValueErrorReason fieldPath optionalOldSelf?:bool
ValidationRules=[]ValidationRule
WebhookClientConfig 3url? 1service?:ServiceReference caBundle:bytes
WebhookConversion 2clientConfig?:WebhookClientConfig conversionReviewVersions!?*:[]string
`
