// Written by `npm run generate`; not to be changed by hand.
import type { ObjectMeta } from './meta-v1.js'
import type { Json, Time } from './scalars.js'

export type CustomResourceColumnDefinition = {
  readonly name: string
  readonly type: string
  readonly format?: string
  readonly description?: string
  readonly priority?: number
  readonly jsonPath: string
}
export type CustomResourceConversion = {
  readonly strategy: string
  readonly webhook?: WebhookConversion
}
export type CustomResourceDefinition = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec: CustomResourceDefinitionSpec
  readonly status?: CustomResourceDefinitionStatus
}
export type CustomResourceDefinitionCondition = {
  readonly type: string
  readonly status: string
  readonly lastTransitionTime?: Time
  readonly reason?: string
  readonly message?: string
  readonly observedGeneration?: number
}
export type CustomResourceDefinitionNames = {
  readonly plural: string
  readonly singular?: string
  readonly shortNames?: string[]
  readonly kind: string
  readonly listKind?: string
  readonly categories?: string[]
}
export type CustomResourceDefinitionSpec = {
  readonly group: string
  readonly names: CustomResourceDefinitionNames
  readonly scope: string
  readonly versions: CustomResourceDefinitionVersion[]
  readonly conversion?: CustomResourceConversion
  readonly preserveUnknownFields?: boolean
}
export type CustomResourceDefinitionStatus = {
  readonly conditions?: CustomResourceDefinitionCondition[]
  readonly acceptedNames?: CustomResourceDefinitionNames
  readonly storedVersions?: string[]
  readonly observedGeneration?: number
}
export type CustomResourceDefinitionVersion = {
  readonly name: string
  readonly served: boolean
  readonly storage: boolean
  readonly deprecated?: boolean
  readonly deprecationWarning?: string
  readonly schema?: CustomResourceValidation
  readonly subresources?: CustomResourceSubresources
  readonly additionalPrinterColumns?: CustomResourceColumnDefinition[]
  readonly selectableFields?: SelectableField[]
}
export type CustomResourceSubresourceScale = {
  readonly specReplicasPath: string
  readonly statusReplicasPath: string
  readonly labelSelectorPath?: string
}
export type CustomResourceSubresourceStatus = object
export type CustomResourceSubresources = {
  readonly status?: CustomResourceSubresourceStatus
  readonly scale?: CustomResourceSubresourceScale
}
export type CustomResourceValidation = {
  readonly openAPIV3Schema?: JSONSchemaProps
}
export type ExternalDocumentation = {
  readonly description?: string
  readonly url?: string
}
export type FieldValueErrorReason = 'FieldValueDuplicate' | 'FieldValueForbidden' | 'FieldValueInvalid' | 'FieldValueRequired' | (string & {})
export type JSONSchemaDefinitions = { readonly [key: string]: JSONSchemaProps }
export type JSONSchemaDependencies = { readonly [key: string]: JSONSchemaPropsOrStringArray }
export type JSONSchemaProps = {
  readonly id?: string
  readonly $schema?: string
  readonly $ref?: string
  readonly description?: string
  readonly type?: string
  readonly format?: string
  readonly title?: string
  readonly default?: Json
  readonly maximum?: number
  readonly exclusiveMaximum?: boolean
  readonly minimum?: number
  readonly exclusiveMinimum?: boolean
  readonly maxLength?: number
  readonly minLength?: number
  readonly pattern?: string
  readonly maxItems?: number
  readonly minItems?: number
  readonly uniqueItems?: boolean
  readonly multipleOf?: number
  readonly enum?: Json[]
  readonly maxProperties?: number
  readonly minProperties?: number
  readonly required?: string[]
  readonly items?: JSONSchemaPropsOrArray
  readonly allOf?: JSONSchemaProps[]
  readonly oneOf?: JSONSchemaProps[]
  readonly anyOf?: JSONSchemaProps[]
  readonly not?: JSONSchemaProps
  readonly properties?: { readonly [key: string]: JSONSchemaProps }
  readonly additionalProperties?: JSONSchemaPropsOrBool
  readonly patternProperties?: { readonly [key: string]: JSONSchemaProps }
  readonly dependencies?: JSONSchemaDependencies
  readonly additionalItems?: JSONSchemaPropsOrBool
  readonly definitions?: JSONSchemaDefinitions
  readonly externalDocs?: ExternalDocumentation
  readonly example?: Json
  readonly nullable?: boolean
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean
  readonly 'x-kubernetes-embedded-resource'?: boolean
  readonly 'x-kubernetes-int-or-string'?: boolean
  readonly 'x-kubernetes-list-map-keys'?: string[]
  readonly 'x-kubernetes-list-type'?: string
  readonly 'x-kubernetes-map-type'?: string
  readonly 'x-kubernetes-validations'?: ValidationRules
}
export type JSONSchemaPropsOrArray = JSONSchemaProps | JSONSchemaProps[]
export type JSONSchemaPropsOrBool = JSONSchemaProps | boolean
export type JSONSchemaPropsOrStringArray = JSONSchemaProps | string[]
export type SelectableField = {
  readonly jsonPath: string
}
export type ServiceReference = {
  readonly namespace: string
  readonly name: string
  readonly path?: string
  readonly port?: number
}
export type ValidationRule = {
  readonly rule: string
  readonly message?: string
  readonly messageExpression?: string
  readonly reason?: FieldValueErrorReason
  readonly fieldPath?: string
  readonly optionalOldSelf?: boolean
}
export type ValidationRules = ValidationRule[]
export type WebhookClientConfig = {
  readonly url?: string
  readonly service?: ServiceReference
  readonly caBundle?: string
}
export type WebhookConversion = {
  readonly clientConfig?: WebhookClientConfig
  readonly conversionReviewVersions: string[]
}
