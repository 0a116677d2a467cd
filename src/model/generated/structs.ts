// Written by `npm run generate`; not to be changed by hand.

/** The structs of each package, a line each; src/model/registry/struct-lines.ts tells how one reads. */
export const STRUCTS: { readonly [short: string]: string } = {
  'admissionregistration.v1': `
>36:ApplyConfiguration expression
AuditAnnotation key!* valueExpression!*
ExpressionWarning 2fieldRef!* warning!*
FailurePolicyType=string{Fail,Ignore}
>36:JSONPatch expression
MatchCondition name!* expression!*
MatchPolicyType=string{Equivalent,Exact}
MatchResources^ namespaceSelector?:meta.v1.LabelSelector objectSelector?:meta.v1.LabelSelector
 resourceRules:[]NamedRuleWithOperations excludeResourceRules:[]NamedRuleWithOperations 7matchPolicy?:MatchPolicyType
>36:MutatingAdmissionPolicy# metadata!:metadata spec!:MutatingAdmissionPolicySpec
>36:MutatingAdmissionPolicyBinding# metadata!:metadata spec!:MutatingAdmissionPolicyBindingSpec
>36:MutatingAdmissionPolicyBindingSpec policyName paramRef?:ParamRef matchResources?:MatchResources
>36:MutatingAdmissionPolicySpec paramKind?:ParamKind matchConstraints?:MatchResources variables:[]Variable
 mutations:[]Mutation failurePolicy?:FailurePolicyType matchConditions:[]MatchCondition@name+name
 reinvocationPolicy:ReinvocationPolicyType
MutatingWebhook name!* clientConfig!*:WebhookClientConfig rules:[]RuleWithOperations failurePolicy?:FailurePolicyType
 9matchPolicy?:MatchPolicyType 5namespaceSelector?:meta.v1.LabelSelector 11objectSelector?:meta.v1.LabelSelector
 6sideEffects!?*:SideEffectClass timeoutSeconds?:int32 admissionReviewVersions!?*:[]string
 10reinvocationPolicy?:ReinvocationPolicyType 12matchConditions:[]MatchCondition@name+name
MutatingWebhookConfiguration# metadata!:metadata webhooks:[]MutatingWebhook@name+name
>36:Mutation 2patchType!*:PatchType applyConfiguration?:ApplyConfiguration jsonPatch?:JSONPatch
NamedRuleWithOperations^ resourceNames:[]string !:RuleWithOperations
OperationType=string{*,CONNECT,CREATE,DELETE,UPDATE}
ParamKind^ apiVersion kind
ParamRef^ name namespace selector?:meta.v1.LabelSelector parameterNotFoundAction?:ParameterNotFoundActionType
ParameterNotFoundActionType=string
>36:PatchType=string{ApplyConfiguration,JSONPatch}
ReinvocationPolicyType=string{<34:IfNeeded,<34:Never,>35:IfNeeded,>35:Never}
Rule apiGroups:[]string apiVersions:[]string resources:[]string scope?:ScopeType
RuleWithOperations operations:[]OperationType !:Rule
ScopeType=string{>35:*,>35:Cluster,>35:Namespaced}
ServiceReference namespace!* name!* path? port?:int32
SideEffectClass=string{None,NoneOnDryRun,Some,Unknown}
TypeChecking expressionWarnings:[]ExpressionWarning
ValidatingAdmissionPolicy# metadata!:metadata spec!:ValidatingAdmissionPolicySpec
 status!:ValidatingAdmissionPolicyStatus
ValidatingAdmissionPolicyBinding# metadata!:metadata <36:spec!:ValidatingAdmissionPolicyBindingSpec
 >36:2spec!*:ValidatingAdmissionPolicyBindingSpec
ValidatingAdmissionPolicyBindingSpec <36:policyName >36:1policyName* paramRef?:ParamRef matchResources?:MatchResources
 <36:validationActions:[]ValidationAction@set >36:4validationActions*:[]ValidationAction@set
ValidatingAdmissionPolicySpec paramKind?:ParamKind matchConstraints?:MatchResources validations:[]Validation
 failurePolicy?:FailurePolicyType auditAnnotations:[]AuditAnnotation matchConditions:[]MatchCondition@name+name
 variables:[]Variable@name+name
ValidatingAdmissionPolicyStatus observedGeneration:int64 typeChecking?:TypeChecking conditions:[]meta.v1.Condition@type
ValidatingWebhook name!* clientConfig!*:WebhookClientConfig rules:[]RuleWithOperations failurePolicy?:FailurePolicyType
 9matchPolicy?:MatchPolicyType 5namespaceSelector?:meta.v1.LabelSelector 10objectSelector?:meta.v1.LabelSelector
 6sideEffects!?*:SideEffectClass timeoutSeconds?:int32 admissionReviewVersions!?*:[]string
 11matchConditions:[]MatchCondition@name+name
ValidatingWebhookConfiguration# metadata!:metadata webhooks:[]ValidatingWebhook@name+name
Validation expression!* message reason?:meta.v1.StatusReason messageExpression
ValidationAction=string{Audit,Deny,Warn}
Variable^ name!* expression!*
WebhookClientConfig 3url? 1service?:ServiceReference caBundle:bytes
`,
  'admissionregistration.v1alpha1': `
ApplyConfiguration expression
FailurePolicyType=string{Fail,Ignore}
JSONPatch expression
MatchCondition name!* expression!*
MatchPolicyType=string{Equivalent,Exact}
MatchResources^ namespaceSelector?:meta.v1.LabelSelector objectSelector?:meta.v1.LabelSelector
 resourceRules:[]NamedRuleWithOperations excludeResourceRules:[]NamedRuleWithOperations 7matchPolicy?:MatchPolicyType
MutatingAdmissionPolicy# metadata!:metadata spec!:MutatingAdmissionPolicySpec
MutatingAdmissionPolicyBinding# metadata!:metadata spec!:MutatingAdmissionPolicyBindingSpec
MutatingAdmissionPolicyBindingSpec policyName paramRef?:ParamRef matchResources?:MatchResources
MutatingAdmissionPolicySpec paramKind?:ParamKind matchConstraints?:MatchResources variables:[]Variable
 mutations:[]Mutation failurePolicy?:FailurePolicyType matchConditions:[]MatchCondition@name+name
 reinvocationPolicy:admissionregistration.v1.ReinvocationPolicyType
Mutation 2patchType!*:PatchType applyConfiguration?:ApplyConfiguration jsonPatch?:JSONPatch
NamedRuleWithOperations^ resourceNames:[]string !:admissionregistration.v1.RuleWithOperations
ParamKind^ apiVersion kind
ParamRef^ name namespace selector?:meta.v1.LabelSelector parameterNotFoundAction?:ParameterNotFoundActionType
ParameterNotFoundActionType=string{Allow,Deny}
PatchType=string{ApplyConfiguration,JSONPatch}
Variable name!* expression!*
`,
  'admissionregistration.v1beta1': `
>34:ApplyConfiguration expression
<34:AuditAnnotation key!* valueExpression!*
<34:ExpressionWarning 2fieldRef!* warning!*
FailurePolicyType=string
>34:JSONPatch expression
MatchCondition name!* expression!*
MatchPolicyType=string
MatchResources^ namespaceSelector?:meta.v1.LabelSelector objectSelector?:meta.v1.LabelSelector
 resourceRules:[]NamedRuleWithOperations excludeResourceRules:[]NamedRuleWithOperations 7matchPolicy?:MatchPolicyType
>34:MutatingAdmissionPolicy# metadata!:metadata spec!:MutatingAdmissionPolicySpec
>34:MutatingAdmissionPolicyBinding# metadata!:metadata spec!:MutatingAdmissionPolicyBindingSpec
>34:MutatingAdmissionPolicyBindingSpec policyName paramRef?:ParamRef matchResources?:MatchResources
>34:MutatingAdmissionPolicySpec paramKind?:ParamKind matchConstraints?:MatchResources variables:[]Variable
 mutations:[]Mutation failurePolicy?:FailurePolicyType matchConditions:[]MatchCondition@name+name
 reinvocationPolicy:admissionregistration.v1.ReinvocationPolicyType
>34:Mutation 2patchType!*:PatchType applyConfiguration?:ApplyConfiguration jsonPatch?:JSONPatch
NamedRuleWithOperations^ resourceNames:[]string !:admissionregistration.v1.RuleWithOperations
ParamKind^ apiVersion kind
ParamRef^ name namespace selector?:meta.v1.LabelSelector parameterNotFoundAction?:ParameterNotFoundActionType
ParameterNotFoundActionType=string
>34:PatchType=string{ApplyConfiguration,JSONPatch}
<34:TypeChecking expressionWarnings:[]ExpressionWarning
<34:ValidatingAdmissionPolicy# metadata!:metadata spec!:ValidatingAdmissionPolicySpec
 status!:ValidatingAdmissionPolicyStatus
<34:ValidatingAdmissionPolicyBinding# metadata!:metadata spec!:ValidatingAdmissionPolicyBindingSpec
<34:ValidatingAdmissionPolicyBindingSpec policyName paramRef?:ParamRef matchResources?:MatchResources
 validationActions:[]ValidationAction@set
<34:ValidatingAdmissionPolicySpec paramKind?:ParamKind matchConstraints?:MatchResources validations:[]Validation
 failurePolicy?:FailurePolicyType auditAnnotations:[]AuditAnnotation matchConditions:[]MatchCondition@name+name
 variables:[]Variable@name+name
<34:ValidatingAdmissionPolicyStatus observedGeneration:int64 typeChecking?:TypeChecking
 conditions:[]meta.v1.Condition@type
<34:Validation expression!* message reason?:meta.v1.StatusReason messageExpression
<34:ValidationAction=string{Audit,Deny,Warn}
Variable^ name!* expression!*
`,
  'apiextensions.v1': `
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
`,
  'apiregistration.v1': `
APIService# metadata!:metadata spec!:APIServiceSpec status!:APIServiceStatus
APIServiceCondition type!*:APIServiceConditionType status!*:ConditionStatus lastTransitionTime!:time reason message
APIServiceConditionType=string
APIServiceSpec service?:ServiceReference group version insecureSkipTLSVerify:bool caBundle:bytes@atomic
 7groupPriorityMinimum!*:int32 versionPriority!*:int32
APIServiceStatus conditions:[]APIServiceCondition@type+type
ConditionStatus=string
ServiceReference namespace name port?:int32
`,
  'apps.v1': `
ControllerRevision# metadata!:metadata <37:data!:any <37:revision!*:int64 >37:2data!*:any >37:revision!:int64
DaemonSet# metadata!:metadata <37:spec!:DaemonSetSpec >37:2spec!*:DaemonSetSpec status!:DaemonSetStatus
DaemonSetCondition <37:type!*:DaemonSetConditionType <37:status!*:core.v1.ConditionStatus
 >37:1type!:DaemonSetConditionType >37:status!:core.v1.ConditionStatus lastTransitionTime!:time reason message
DaemonSetConditionType=string
DaemonSetSpec selector!?*:meta.v1.LabelSelector template!*:core.v1.PodTemplateSpec
 updateStrategy!:DaemonSetUpdateStrategy minReadySeconds:int32 6revisionHistoryLimit?:int32
DaemonSetStatus currentNumberScheduled!*:int32 numberMisscheduled!*:int32 desiredNumberScheduled!*:int32
 numberReady!*:int32 observedGeneration:int64 updatedNumberScheduled:int32 numberAvailable:int32 numberUnavailable:int32
 collisionCount?:int32 conditions:[]DaemonSetCondition@type+type
DaemonSetUpdateStrategy type:DaemonSetUpdateStrategyType rollingUpdate?:RollingUpdateDaemonSet
DaemonSetUpdateStrategyType=string{OnDelete,RollingUpdate}
Deployment# metadata!:metadata <37:spec!:DeploymentSpec >37:2spec!*:DeploymentSpec status!:DeploymentStatus
DeploymentCondition <37:type!*:DeploymentConditionType <37:status!*:core.v1.ConditionStatus
 >37:1type!:DeploymentConditionType >37:status!:core.v1.ConditionStatus 6lastUpdateTime!:time lastTransitionTime!:time
 4reason message
DeploymentConditionType=string
DeploymentSpec replicas?:int32 selector!?*:meta.v1.LabelSelector template!*:core.v1.PodTemplateSpec
 strategy!:DeploymentStrategy~ minReadySeconds:int32 revisionHistoryLimit?:int32 paused:bool
 9progressDeadlineSeconds?:int32
DeploymentStatus observedGeneration:int64 replicas:int32 updatedReplicas:int32 7readyReplicas:int32
 4availableReplicas:int32 unavailableReplicas:int32 9terminatingReplicas?:int32
 6conditions:[]DeploymentCondition@type+type 8collisionCount?:int32
DeploymentStrategy type:DeploymentStrategyType rollingUpdate?:RollingUpdateDeployment
DeploymentStrategyType=string{Recreate,RollingUpdate}
PersistentVolumeClaimRetentionPolicyType=string
PodManagementPolicyType=string{OrderedReady,Parallel}
ReplicaSet# metadata!:metadata <37:spec!:ReplicaSetSpec >37:2spec!*:ReplicaSetSpec status!:ReplicaSetStatus
ReplicaSetCondition <37:type!*:ReplicaSetConditionType <37:status!*:core.v1.ConditionStatus
 >37:1type!:ReplicaSetConditionType >37:status!:core.v1.ConditionStatus lastTransitionTime!:time reason message
ReplicaSetConditionType=string
ReplicaSetSpec replicas?:int32 4minReadySeconds:int32 2selector!?*:meta.v1.LabelSelector
 template!:core.v1.PodTemplateSpec
ReplicaSetStatus replicas!*:int32 fullyLabeledReplicas:int32 4readyReplicas:int32 availableReplicas:int32
 7terminatingReplicas?:int32 3observedGeneration:int64 6conditions:[]ReplicaSetCondition@type+type
RollingUpdateDaemonSet maxUnavailable?:intOrString maxSurge?:intOrString
RollingUpdateDeployment maxUnavailable?:intOrString maxSurge?:intOrString
RollingUpdateStatefulSetStrategy partition?:int32 maxUnavailable?:intOrString
StatefulSet# metadata!:metadata <37:spec!:StatefulSetSpec >37:2spec!*:StatefulSetSpec status!:StatefulSetStatus
StatefulSetCondition <37:type!*:StatefulSetConditionType <37:status!*:core.v1.ConditionStatus
 >37:1type!:StatefulSetConditionType >37:status!:core.v1.ConditionStatus lastTransitionTime!:time reason message
StatefulSetConditionType=string
StatefulSetOrdinals start!:int32
StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted:PersistentVolumeClaimRetentionPolicyType
 whenScaled:PersistentVolumeClaimRetentionPolicyType
StatefulSetSpec replicas?:int32 selector!?*:meta.v1.LabelSelector template!*:core.v1.PodTemplateSpec
 volumeClaimTemplates:[]core.v1.PersistentVolumeClaim serviceName! podManagementPolicy:PodManagementPolicyType
 updateStrategy!:StatefulSetUpdateStrategy revisionHistoryLimit?:int32 minReadySeconds:int32
 persistentVolumeClaimRetentionPolicy?:StatefulSetPersistentVolumeClaimRetentionPolicy ordinals?:StatefulSetOrdinals
StatefulSetStatus observedGeneration:int64 replicas!*:int32 readyReplicas:int32 currentReplicas:int32
 updatedReplicas:int32 currentRevision updateRevision 9collisionCount?:int32 conditions:[]StatefulSetCondition@type+type
 availableReplicas!:int32
StatefulSetUpdateStrategy type:StatefulSetUpdateStrategyType rollingUpdate?:RollingUpdateStatefulSetStrategy
StatefulSetUpdateStrategyType=string{OnDelete,>37:Recreate,RollingUpdate}
`,
  'authentication.v1': `
>37:AttestationValue=[]string
BoundObjectReference kind apiVersion name uid:pkg.types.UID
ExtraValue=[]string
SelfSubjectReview# metadata!:metadata status!:SelfSubjectReviewStatus
SelfSubjectReviewStatus userInfo!:UserInfo
TokenRequest# metadata!:metadata <36:spec!*:TokenRequestSpec >36:2spec!:TokenRequestSpec status!:TokenRequestStatus
TokenRequestSpec <36:audiences!?*:[]string >36:1audiences!?:[]string 4expirationSeconds!?:int64
 3boundObjectRef!?:BoundObjectReference >37:5attestations:{}AttestationValue
TokenRequestStatus <36:token!* <36:expirationTimestamp!*:time >36:1token! >36:expirationTimestamp!:time
TokenReview# metadata!:metadata spec!*:TokenReviewSpec status!:TokenReviewStatus
TokenReviewSpec <36:token >36:1token* audiences:[]string
TokenReviewStatus authenticated:bool user!:UserInfo 4audiences:[]string 3error
UserInfo username uid groups:[]string extra:{}ExtraValue
`,
  'authorization.v1': `
ExtraValue=[]string
FieldSelectorAttributes rawSelector requirements:[]meta.v1.FieldSelectorRequirement
LabelSelectorAttributes rawSelector requirements:[]meta.v1.LabelSelectorRequirement
LocalSubjectAccessReview# metadata!:metadata spec!*:SubjectAccessReviewSpec status!:SubjectAccessReviewStatus
NonResourceAttributes path verb
NonResourceRule verbs!?*:[]string nonResourceURLs:[]string
ResourceAttributes namespace verb group version resource subresource name fieldSelector?:FieldSelectorAttributes
 labelSelector?:LabelSelectorAttributes
ResourceRule verbs!?*:[]string apiGroups:[]string resources:[]string resourceNames:[]string
SelfSubjectAccessReview# metadata!:metadata spec!*:SelfSubjectAccessReviewSpec status!:SubjectAccessReviewStatus
SelfSubjectAccessReviewSpec resourceAttributes?:ResourceAttributes nonResourceAttributes?:NonResourceAttributes
SelfSubjectRulesReview# metadata!:metadata spec!*:SelfSubjectRulesReviewSpec status!:SubjectRulesReviewStatus
SelfSubjectRulesReviewSpec namespace
SubjectAccessReview# metadata!:metadata spec!*:SubjectAccessReviewSpec status!:SubjectAccessReviewStatus
SubjectAccessReviewSpec resourceAttributes?:ResourceAttributes nonResourceAttributes?:NonResourceAttributes user
 groups:[]string extra:{}ExtraValue uid
SubjectAccessReviewStatus allowed!*:bool 4denied:bool 2reason evaluationError
SubjectRulesReviewStatus resourceRules!?*:[]ResourceRule nonResourceRules!?*:[]NonResourceRule incomplete!*:bool
 evaluationError
`,
  'autoscaling.v1': `
CrossVersionObjectReference^ kind!* name!* apiVersion
HorizontalPodAutoscaler# metadata!:metadata <36:spec!:HorizontalPodAutoscalerSpec
 >36:2spec!*:HorizontalPodAutoscalerSpec status!:HorizontalPodAutoscalerStatus
HorizontalPodAutoscalerSpec scaleTargetRef!*:CrossVersionObjectReference minReplicas?:int32 maxReplicas!*:int32
 targetCPUUtilizationPercentage?:int32
HorizontalPodAutoscalerStatus observedGeneration?:int64 lastScaleTime?:time currentReplicas!*:int32
 desiredReplicas!*:int32 currentCPUUtilizationPercentage?:int32
Scale# metadata!:metadata spec!:ScaleSpec status!:ScaleStatus
ScaleSpec <34:replicas:int32 >34:1replicas:int32=0
ScaleStatus replicas!*:int32 selector
`,
  'autoscaling.v2': `
ContainerResourceMetricSource name!*:core.v1.ResourceName target!*:MetricTarget container!*
ContainerResourceMetricStatus name!*:core.v1.ResourceName current!*:MetricValueStatus container!*
CrossVersionObjectReference kind!* name!* apiVersion
ExternalMetricSource metric!*:MetricIdentifier target!*:MetricTarget
ExternalMetricStatus metric!*:MetricIdentifier current!*:MetricValueStatus
HPAScalingPolicy type!*:HPAScalingPolicyType value!*:int32 periodSeconds!*:int32
HPAScalingPolicyType=string
HPAScalingRules 3stabilizationWindowSeconds?:int32 1selectPolicy?:ScalingPolicySelect policies:[]HPAScalingPolicy
 4tolerance?:quantity
HorizontalPodAutoscaler# metadata!:metadata <36:spec!:HorizontalPodAutoscalerSpec
 >36:2spec!*:HorizontalPodAutoscalerSpec status!:HorizontalPodAutoscalerStatus
HorizontalPodAutoscalerBehavior scaleUp?:HPAScalingRules scaleDown?:HPAScalingRules
HorizontalPodAutoscalerCondition type!*:HorizontalPodAutoscalerConditionType status!*:core.v1.ConditionStatus
 lastTransitionTime!:time reason message >37:observedGeneration?:int64
HorizontalPodAutoscalerConditionType=string
HorizontalPodAutoscalerSpec scaleTargetRef!*:CrossVersionObjectReference minReplicas?:int32 maxReplicas!*:int32
 metrics:[]MetricSpec behavior?:HorizontalPodAutoscalerBehavior
HorizontalPodAutoscalerStatus observedGeneration?:int64 lastScaleTime?:time currentReplicas:int32
 desiredReplicas!*:int32 currentMetrics!?:[]MetricStatus conditions:[]HorizontalPodAutoscalerCondition@type+type
MetricIdentifier name!* selector?:meta.v1.LabelSelector
MetricSourceType=string
MetricSpec type!*:MetricSourceType object?:ObjectMetricSource pods?:PodsMetricSource resource?:ResourceMetricSource
 7containerResource?:ContainerResourceMetricSource 5external?:ExternalMetricSource
MetricStatus type!*:MetricSourceType object?:ObjectMetricStatus pods?:PodsMetricStatus resource?:ResourceMetricStatus
 7containerResource?:ContainerResourceMetricStatus 5external?:ExternalMetricStatus
MetricTarget type!*:MetricTargetType value?:quantity averageValue?:quantity averageUtilization?:int32
MetricTargetType=string
MetricValueStatus value?:quantity averageValue?:quantity averageUtilization?:int32
ObjectMetricSource describedObject!*:CrossVersionObjectReference target!*:MetricTarget metric!*:MetricIdentifier
ObjectMetricStatus metric!*:MetricIdentifier current!*:MetricValueStatus describedObject!*:CrossVersionObjectReference
PodsMetricSource metric!*:MetricIdentifier target!*:MetricTarget
PodsMetricStatus metric!*:MetricIdentifier current!*:MetricValueStatus
ResourceMetricSource name!*:core.v1.ResourceName target!*:MetricTarget
ResourceMetricStatus name!*:core.v1.ResourceName current!*:MetricValueStatus
ScalingPolicySelect=string
`,
  'batch.v1': `
CompletionMode=string{Indexed,NonIndexed}
ConcurrencyPolicy=string{Allow,Forbid,Replace}
CronJob# metadata!:metadata <36:spec!:CronJobSpec >36:2spec!*:CronJobSpec status!:CronJobStatus
CronJobSpec schedule!* 8timeZone? 2startingDeadlineSeconds?:int64 concurrencyPolicy:ConcurrencyPolicy suspend?:bool
 jobTemplate!*:JobTemplateSpec successfulJobsHistoryLimit?:int32 failedJobsHistoryLimit?:int32
CronJobStatus active:[]core.v1.ObjectReference 4lastScheduleTime?:time lastSuccessfulTime?:time
Job# metadata!:metadata spec!:JobSpec status!:JobStatus
JobCondition type!*:JobConditionType status!*:core.v1.ConditionStatus lastProbeTime!:time lastTransitionTime!:time
 reason message
JobConditionType=string
>37:JobSchedulingConfiguration schedulingPolicy?:scheduling.v1alpha3.WorkloadPodGroupSchedulingPolicy
 schedulingConstraints?:scheduling.v1alpha3.WorkloadPodGroupSchedulingConstraints
 disruptionMode?:scheduling.v1alpha3.WorkloadPodGroupDisruptionMode
 resourceClaims:[]scheduling.v1alpha3.WorkloadPodGroupResourceClaim@name+name
JobSpec parallelism?:int32 completions?:int32 activeDeadlineSeconds?:int64 11podFailurePolicy?:PodFailurePolicy
 16successPolicy?:SuccessPolicy 7backoffLimit?:int32 12backoffLimitPerIndex?:int32 maxFailedIndexes?:int32
 4selector?:meta.v1.LabelSelector manualSelector?:bool template!*:core.v1.PodTemplateSpec
 8ttlSecondsAfterFinished?:int32 completionMode?:CompletionMode suspend?:bool
 14podReplacementPolicy?:PodReplacementPolicy managedBy? >37:17scheduling?:JobSchedulingConfiguration
JobStatus conditions:[]JobCondition+type startTime?:time completionTime?:time active:int32 succeeded:int32 failed:int32
 11terminating?:int32 7completedIndexes 10failedIndexes? 8uncountedTerminatedPods?:UncountedTerminatedPods ready?:int32
JobTemplateSpec metadata!:metadata spec!:JobSpec
PodFailurePolicy rules!?*:[]PodFailurePolicyRule
PodFailurePolicyAction=string{Count,FailIndex,FailJob,Ignore}
PodFailurePolicyOnExitCodesOperator=string{In,NotIn}
PodFailurePolicyOnExitCodesRequirement containerName? operator!*:PodFailurePolicyOnExitCodesOperator
 values!?*:[]int32@set
PodFailurePolicyOnPodConditionsPattern type!*:core.v1.PodConditionType <35:status!*:core.v1.ConditionStatus
 >35:2status!:core.v1.ConditionStatus
PodFailurePolicyRule action!*:PodFailurePolicyAction onExitCodes?:PodFailurePolicyOnExitCodesRequirement
 onPodConditions:[]PodFailurePolicyOnPodConditionsPattern
PodReplacementPolicy=string{Failed,TerminatingOrFailed}
SuccessPolicy rules!?*:[]SuccessPolicyRule
SuccessPolicyRule succeededIndexes? succeededCount?:int32
UncountedTerminatedPods succeeded:[]pkg.types.UID@set failed:[]pkg.types.UID@set
`,
  'certificates.v1': `
CertificateSigningRequest# metadata!:metadata spec!*:CertificateSigningRequestSpec
 status!:CertificateSigningRequestStatus
CertificateSigningRequestCondition type!*:RequestConditionType 6status!*:core.v1.ConditionStatus 2reason message
 lastUpdateTime!:time lastTransitionTime!:time
CertificateSigningRequestSpec <35:request!?*:bytes@atomic >35:1request!?*:bytes 7signerName!* expirationSeconds?:int32
 5usages:[]KeyUsage 2username uid groups:[]string 6extra:{}ExtraValue
CertificateSigningRequestStatus conditions:[]CertificateSigningRequestCondition@type <35:certificate:bytes@atomic
 >35:2certificate:bytes
>37:ClusterTrustBundle# metadata!:metadata spec!*:ClusterTrustBundleSpec
>37:ClusterTrustBundleSpec signerName trustBundle!*
ExtraValue=[]string
KeyUsage=string{any,cert sign,client auth,code signing,content commitment,crl sign,data encipherment,decipher
 only,digital signature,email protection,encipher only,ipsec end system,ipsec tunnel,ipsec user,key agreement,key
 encipherment,microsoft sgc,netscape sgc,ocsp signing,s/mime,server auth,signing,timestamping}
>37:PodCertificateRequest# metadata!:metadata spec!*:PodCertificateRequestSpec status!:PodCertificateRequestStatus
>37:PodCertificateRequestSpec signerName!* podName!* podUID!*:pkg.types.UID serviceAccountName!*
 serviceAccountUID!*:pkg.types.UID nodeName!*:pkg.types.NodeName nodeUID!*:pkg.types.UID
 maxExpirationSeconds?:int32=86400 12stubPKCS10Request!?*:bytes 11unverifiedUserAnnotations:{}string
>37:PodCertificateRequestStatus conditions:[]meta.v1.Condition@type+type certificateChain 4notBefore?:time
 beginRefreshAt?:time notAfter?:time
RequestConditionType=string
`,
  'certificates.v1beta1': `
ClusterTrustBundle# metadata!:metadata spec!*:ClusterTrustBundleSpec
ClusterTrustBundleSpec signerName trustBundle!*
>35:PodCertificateRequest# metadata!:metadata spec!*:PodCertificateRequestSpec status!:PodCertificateRequestStatus
>35:PodCertificateRequestSpec signerName!* podName!* podUID!*:pkg.types.UID serviceAccountName!*
 serviceAccountUID!*:pkg.types.UID nodeName!*:pkg.types.NodeName nodeUID!*:pkg.types.UID
 maxExpirationSeconds?:int32=86400 <36:pkixPublicKey!?*:bytes <36:proofOfPossession!?*:bytes >36:9pkixPublicKey!?:bytes
 >36:proofOfPossession!?:bytes >36:12stubPKCS10Request!?*:bytes 11unverifiedUserAnnotations:{}string
>35:PodCertificateRequestStatus conditions:[]meta.v1.Condition@type+type certificateChain 4notBefore?:time
 beginRefreshAt?:time notAfter?:time
`,
  'coordination.v1': `
CoordinatedLeaseStrategy=string
Lease# metadata!:metadata spec!:LeaseSpec
LeaseSpec holderIdentity? leaseDurationSeconds?:int32 acquireTime?:microTime renewTime?:microTime
 leaseTransitions?:int32 strategy?:CoordinatedLeaseStrategy preferredHolder?
`,
  'coordination.v1beta1': `
LeaseCandidate# metadata!:metadata <36:spec!:LeaseCandidateSpec >36:2spec!*:LeaseCandidateSpec
LeaseCandidateSpec leaseName!* pingTime?:microTime renewTime?:microTime binaryVersion!* emulationVersion
 strategy*:coordination.v1.CoordinatedLeaseStrategy
`,
  'core.v1': `
AWSElasticBlockStoreVolumeSource volumeID!* fsType partition:int32 readOnly:bool
Affinity nodeAffinity?:NodeAffinity podAffinity?:PodAffinity podAntiAffinity?:PodAntiAffinity
AppArmorProfile type!*:AppArmorProfileType localhostProfile?
AppArmorProfileType=string{Localhost,RuntimeDefault,Unconfined}
AttachedVolume name!*:UniqueVolumeName devicePath!*
AzureDataDiskCachingMode=string{None,ReadOnly,ReadWrite}
AzureDataDiskKind=string{Dedicated,Managed,Shared}
AzureDiskVolumeSource diskName!* diskURI!* cachingMode?:AzureDataDiskCachingMode=ReadWrite fsType?=ext4
 readOnly?:bool=false kind?:AzureDataDiskKind=Shared
AzureFilePersistentVolumeSource secretName!* shareName!* readOnly:bool secretNamespace!?
AzureFileVolumeSource secretName!* shareName!* readOnly:bool
Binding# metadata!:metadata target!*:ObjectReference
CSIPersistentVolumeSource driver!* volumeHandle!* readOnly:bool fsType volumeAttributes:{}string
 controllerPublishSecretRef?:SecretReference nodeStageSecretRef?:SecretReference nodePublishSecretRef?:SecretReference
 controllerExpandSecretRef?:SecretReference nodeExpandSecretRef?:SecretReference
CSIVolumeSource driver!* readOnly?:bool fsType? volumeAttributes:{}string nodePublishSecretRef?:LocalObjectReference
Capabilities add:[]Capability drop:[]Capability
Capability=string
CephFSPersistentVolumeSource monitors!?*:[]string path user secretFile secretRef?:SecretReference readOnly:bool
CephFSVolumeSource monitors!?*:[]string path user secretFile secretRef?:LocalObjectReference readOnly:bool
CinderPersistentVolumeSource volumeID!* fsType readOnly:bool secretRef?:SecretReference
CinderVolumeSource volumeID!* fsType readOnly:bool secretRef?:LocalObjectReference
ClaimResourceStatus=string{ControllerResizeInProgress,ControllerResizeInfeasible,NodeResizeInProgress,NodeResizeInfeasible,NodeResizePending}
ClientIPConfig timeoutSeconds?:int32
ClusterTrustBundleProjection name? signerName? labelSelector?:meta.v1.LabelSelector 5optional?:bool 4path!*
 >37:6user?:int64
ComponentCondition type!*:ComponentConditionType status!*:ConditionStatus message error
ComponentConditionType=string
ComponentStatus# metadata!:metadata conditions:[]ComponentCondition@type+type
ConditionStatus=string
ConfigMap# metadata!:metadata 4immutable?:bool 2data:{}string binaryData:{}bytes
ConfigMapEnvSource !:LocalObjectReference optional?:bool
ConfigMapKeySelector^ !:LocalObjectReference key!* optional?:bool
ConfigMapNodeConfigSource namespace!* name!* uid:pkg.types.UID resourceVersion kubeletConfigKey!*
ConfigMapProjection !:LocalObjectReference items:[]KeyToPath 4optional?:bool
ConfigMapVolumeSource !:LocalObjectReference items:[]KeyToPath defaultMode?:int32 optional?:bool >37:defaultUser?:int64
Container name!* image command:[]string args:[]string workingDir
 ports:[]ContainerPort@containerPort,protocol+containerPort 19envFrom:[]EnvFromSource 7env:[]EnvVar@name+name
 resources!:ResourceRequirements 23resizePolicy:[]ContainerResizePolicy restartPolicy?:ContainerRestartPolicy
 >34:restartPolicyRules:[]ContainerRestartRule 9volumeMounts:[]VolumeMount@mountPath+mountPath
 21volumeDevices:[]VolumeDevice@devicePath+devicePath 10livenessProbe?:Probe readinessProbe?:Probe 22startupProbe?:Probe
 12lifecycle?:Lifecycle terminationMessagePath 20terminationMessagePolicy:TerminationMessagePolicy
 14imagePullPolicy:PullPolicy securityContext?:SecurityContext stdin:bool stdinOnce:bool tty:bool
>34:ContainerExtendedResourceRequest containerName!* resourceName!* requestName!*
ContainerImage names!?:[]string sizeBytes:int64
ContainerPort name hostPort:int32 containerPort!*:int32 protocol:Protocol=TCP hostIP
ContainerResizePolicy resourceName!*:ResourceName restartPolicy!*:ResourceResizeRestartPolicy
ContainerRestartPolicy=string
>34:ContainerRestartRule action*:ContainerRestartRuleAction exitCodes?:ContainerRestartRuleOnExitCodes
>34:ContainerRestartRuleAction=string
>34:ContainerRestartRuleOnExitCodes operator*:ContainerRestartRuleOnExitCodesOperator values:[]int32@set
>34:ContainerRestartRuleOnExitCodesOperator=string
ContainerState waiting?:ContainerStateWaiting running?:ContainerStateRunning terminated?:ContainerStateTerminated
ContainerStateRunning startedAt!:time
ContainerStateTerminated exitCode!*:int32 signal:int32 reason message startedAt!:time finishedAt!:time containerID
ContainerStateWaiting reason message
ContainerStatus name!* state!:ContainerState lastState!:ContainerState ready!*:bool restartCount!*:int32 image!*
 imageID!* containerID started?:bool allocatedResources:ResourceList resources?:ResourceRequirements
 volumeMounts:[]VolumeMountStatus@mountPath+mountPath user?:ContainerUser
 allocatedResourcesStatus:[]ResourceStatus@name+name stopSignal?:Signal
ContainerUser linux?:LinuxContainerUser
DNSPolicy=string{ClusterFirst,ClusterFirstWithHostNet,Default,None}
DaemonEndpoint Port!*:int32
DownwardAPIProjection items:[]DownwardAPIVolumeFile
DownwardAPIVolumeFile path!* fieldRef?:ObjectFieldSelector resourceFieldRef?:ResourceFieldSelector mode?:int32
 >37:user?:int64
DownwardAPIVolumeSource items:[]DownwardAPIVolumeFile defaultMode?:int32 >37:defaultUser?:int64
EmptyDirVolumeSource medium:StorageMedium sizeLimit?:quantity >37:mode?:int32
EndpointAddress^ ip!* 3hostname nodeName? 2targetRef?:ObjectReference
EndpointPort^ name port!*:int32 protocol:Protocol appProtocol?
EndpointSubset addresses:[]EndpointAddress notReadyAddresses:[]EndpointAddress ports:[]EndpointPort
Endpoints# metadata!:metadata subsets:[]EndpointSubset
EnvFromSource prefix configMapRef?:ConfigMapEnvSource secretRef?:SecretEnvSource
EnvVar name!* value valueFrom?:EnvVarSource
EnvVarSource fieldRef?:ObjectFieldSelector resourceFieldRef?:ResourceFieldSelector configMapKeyRef?:ConfigMapKeySelector
 secretKeyRef?:SecretKeySelector >34:fileKeyRef?:FileKeySelector
EphemeralContainer !:EphemeralContainerCommon targetContainerName
EphemeralContainerCommon name!* image command:[]string args:[]string workingDir
 ports:[]ContainerPort@containerPort,protocol+containerPort 19envFrom:[]EnvFromSource 7env:[]EnvVar@name+name
 resources!:ResourceRequirements 23resizePolicy:[]ContainerResizePolicy restartPolicy?:ContainerRestartPolicy
 >34:restartPolicyRules:[]ContainerRestartRule 9volumeMounts:[]VolumeMount@mountPath+mountPath
 21volumeDevices:[]VolumeDevice@devicePath+devicePath 10livenessProbe?:Probe readinessProbe?:Probe 22startupProbe?:Probe
 12lifecycle?:Lifecycle terminationMessagePath 20terminationMessagePolicy:TerminationMessagePolicy
 14imagePullPolicy:PullPolicy securityContext?:SecurityContext stdin:bool stdinOnce:bool tty:bool
EphemeralVolumeSource volumeClaimTemplate?:PersistentVolumeClaimTemplate
Event# metadata!*:metadata involvedObject!*:ObjectReference reason message source!:EventSource firstTimestamp!:time
 lastTimestamp!:time count:int32 type eventTime!:microTime series?:EventSeries action related?:ObjectReference
 reportingComponent! reportingInstance!
EventSeries count:int32 lastObservedTime!:microTime
EventSource component host
>37:EvictionResponder^ name!* priority!?*:int32
ExecAction command:[]string
FCVolumeSource targetWWNs:[]string lun?:int32 fsType readOnly:bool wwids:[]string
>34:FileKeySelector^ volumeName!* path!* key!* optional?:bool=false
FinalizerName=string
FlexPersistentVolumeSource driver!* fsType secretRef?:SecretReference readOnly:bool options:{}string
FlexVolumeSource driver!* fsType secretRef?:LocalObjectReference readOnly:bool options:{}string
FlockerVolumeSource datasetName datasetUUID
GCEPersistentDiskVolumeSource pdName!* fsType partition:int32 readOnly:bool
GRPCAction port!*:int32 service!?= >37:mode?:GRPCProbeMode
>37:GRPCProbeMode=string{Plaintext,TLS}
GitRepoVolumeSource repository!* revision directory
GlusterfsPersistentVolumeSource endpoints!* path!* readOnly:bool endpointsNamespace?
GlusterfsVolumeSource endpoints!* path!* readOnly:bool
HTTPGetAction path port!*:intOrString host scheme:URIScheme httpHeaders:[]HTTPHeader >37:protocol?:HTTPProtocol
HTTPHeader name!* value!*
>37:HTTPProtocol=string{HTTP1,HTTP2}
HostAlias ip!* hostnames:[]string
HostIP ip!*
HostPathType=string{,BlockDevice,CharDevice,Directory,DirectoryOrCreate,File,FileOrCreate,Socket}
HostPathVolumeSource path!* type?:HostPathType
IPFamily=string{,IPv4,IPv6}
IPFamilyPolicy=string{PreferDualStack,RequireDualStack,SingleStack}
ISCSIPersistentVolumeSource targetPortal!* iqn!* lun!*:int32 iscsiInterface=default fsType readOnly:bool
 portals:[]string chapAuthDiscovery:bool 11chapAuthSession:bool 10secretRef?:SecretReference 12initiatorName?
ISCSIVolumeSource targetPortal!* iqn!* lun!*:int32 iscsiInterface=default fsType readOnly:bool portals:[]string
 chapAuthDiscovery:bool 11chapAuthSession:bool 10secretRef?:LocalObjectReference 12initiatorName?
ImageVolumeSource reference pullPolicy:PullPolicy
>36:ImageVolumeStatus imageRef*
KeyToPath key!* path!* mode?:int32 >37:user?:int64
Lifecycle postStart?:LifecycleHandler preStop?:LifecycleHandler stopSignal?:Signal
LifecycleHandler exec?:ExecAction httpGet?:HTTPGetAction tcpSocket?:TCPSocketAction sleep?:SleepAction
LimitRange# metadata!:metadata spec!:LimitRangeSpec
LimitRangeItem type!*:LimitType max:ResourceList min:ResourceList default:ResourceList defaultRequest:ResourceList
 maxLimitRequestRatio:ResourceList
LimitRangeSpec limits!?*:[]LimitRangeItem
LimitType=string
LinuxContainerUser uid!*:int64 gid!*:int64 supplementalGroups:[]int64
LoadBalancerIPMode=string
LoadBalancerIngress ip hostname ipMode?:LoadBalancerIPMode ports:[]PortStatus
LoadBalancerStatus ingress:[]LoadBalancerIngress
LocalObjectReference^ name=
LocalVolumeSource path!* fsType?
ModifyVolumeStatus targetVolumeAttributesClassName status!*:PersistentVolumeClaimModifyVolumeStatus
MountPropagationMode=string{Bidirectional,HostToContainer,None}
NFSVolumeSource server!* path!* readOnly:bool
Namespace# metadata!:metadata spec!:NamespaceSpec status!:NamespaceStatus
NamespaceCondition type!*:NamespaceConditionType status!*:ConditionStatus 4lastTransitionTime!:time reason message
NamespaceConditionType=string
NamespacePhase=string{Active,Terminating}
NamespaceSpec finalizers:[]FinalizerName
NamespaceStatus phase:NamespacePhase conditions:[]NamespaceCondition@type+type
Node# metadata!:metadata spec!:NodeSpec status!:NodeStatus
NodeAddress type!*:NodeAddressType address!*
NodeAddressType=string
NodeAffinity requiredDuringSchedulingIgnoredDuringExecution?:NodeSelector
 preferredDuringSchedulingIgnoredDuringExecution:[]PreferredSchedulingTerm
>37:NodeAllocatableMappedResources name!*:ResourceName quantity!?*:quantity
>37:NodeAllocatableOverheadResources name!*:ResourceName perPod?:quantity perContainer?:quantity
>36:NodeAllocatableResourceClaimStatus resourceClaimName!* containers:[]string@set
 <37:resources!?*:{ResourceName}quantity >37:4mapping:[]NodeAllocatableMappedResources@name+name
 >37:overhead:[]NodeAllocatableOverheadResources@name+name
NodeCondition type!*:NodeConditionType status!*:ConditionStatus lastHeartbeatTime!:time lastTransitionTime!:time reason
 message
NodeConditionType=string
NodeConfigSource 2configMap?:ConfigMapNodeConfigSource
NodeConfigStatus assigned?:NodeConfigSource active?:NodeConfigSource lastKnownGood?:NodeConfigSource error
NodeDaemonEndpoints kubeletEndpoint!:DaemonEndpoint
NodeFeatures supplementalGroupsPolicy?:bool
NodeInclusionPolicy=string{Honor,Ignore}
NodePhase=string{Pending,Running,Terminated}
>37:NodePodPreemptionPolicy disableResizePreemption:[]string@set
NodeRuntimeHandler name! features?:NodeRuntimeHandlerFeatures
NodeRuntimeHandlerFeatures recursiveReadOnlyMounts?:bool userNamespaces?:bool
NodeSelector^ nodeSelectorTerms!?*:[]NodeSelectorTerm
NodeSelectorOperator=string{DoesNotExist,Exists,Gt,In,Lt,NotIn}
NodeSelectorRequirement key!* operator!*:NodeSelectorOperator values:[]string
NodeSelectorTerm^ matchExpressions:[]NodeSelectorRequirement matchFields:[]NodeSelectorRequirement
NodeSpec podCIDR 7podCIDRs:[]string@set+ 3providerID unschedulable:bool taints:[]Taint configSource?:NodeConfigSource
 2externalID >37:8podPreemptionPolicy?:NodePodPreemptionPolicy
NodeStatus capacity:ResourceList allocatable:ResourceList phase:NodePhase conditions:[]NodeCondition@type+type
 addresses:[]NodeAddress@type+type daemonEndpoints!:NodeDaemonEndpoints nodeInfo!:NodeSystemInfo images:[]ContainerImage
 volumesInUse:[]UniqueVolumeName volumesAttached:[]AttachedVolume config?:NodeConfigStatus
 runtimeHandlers:[]NodeRuntimeHandler features?:NodeFeatures >35:declaredFeatures:[]string
NodeSwapStatus capacity?:int64
NodeSystemInfo machineID!* systemUUID!* bootID!* kernelVersion!* osImage!* containerRuntimeVersion!* kubeletVersion!*
 kubeProxyVersion!* operatingSystem!* architecture!* swap?:NodeSwapStatus >37:runningInUserNamespace?:bool
OSName=string
ObjectFieldSelector^ apiVersion fieldPath!*
ObjectReference^ kind namespace name uid:pkg.types.UID apiVersion resourceVersion fieldPath
PersistentVolume# metadata!:metadata spec!:PersistentVolumeSpec status!:PersistentVolumeStatus
PersistentVolumeAccessMode=string{ReadOnlyMany,ReadWriteMany,ReadWriteOnce,ReadWriteOncePod}
PersistentVolumeClaim# metadata!:metadata spec!:PersistentVolumeClaimSpec status!:PersistentVolumeClaimStatus
PersistentVolumeClaimCondition type!*:PersistentVolumeClaimConditionType status!*:ConditionStatus lastProbeTime!:time
 lastTransitionTime!:time reason message
PersistentVolumeClaimConditionType=string
PersistentVolumeClaimModifyVolumeStatus=string{InProgress,Infeasible,Pending}
PersistentVolumeClaimPhase=string{Bound,Lost,Pending}
PersistentVolumeClaimSpec accessModes:[]PersistentVolumeAccessMode 4selector?:meta.v1.LabelSelector
 2resources!:VolumeResourceRequirements volumeName 5storageClassName? volumeMode?:PersistentVolumeMode
 dataSource?:TypedLocalObjectReference dataSourceRef?:TypedObjectReference volumeAttributesClassName?
PersistentVolumeClaimStatus phase:PersistentVolumeClaimPhase accessModes:[]PersistentVolumeAccessMode
 capacity:ResourceList conditions:[]PersistentVolumeClaimCondition@type+type allocatedResources:ResourceList
 7allocatedResourceStatuses:{ResourceName}ClaimResourceStatus% currentVolumeAttributesClassName?
 modifyVolumeStatus?:ModifyVolumeStatus >37:healthStatus?:VolumeHealthStatus
PersistentVolumeClaimTemplate metadata!:metadata spec!*:PersistentVolumeClaimSpec
PersistentVolumeClaimVolumeSource claimName!* readOnly:bool
PersistentVolumeMode=string{Block,Filesystem}
PersistentVolumePhase=string{Available,Bound,Failed,Pending,Released}
PersistentVolumeReclaimPolicy=string{Delete,Recycle,Retain}
PersistentVolumeSource gcePersistentDisk?:GCEPersistentDiskVolumeSource
 awsElasticBlockStore?:AWSElasticBlockStoreVolumeSource hostPath?:HostPathVolumeSource
 glusterfs?:GlusterfsPersistentVolumeSource nfs?:NFSVolumeSource rbd?:RBDPersistentVolumeSource
 iscsi?:ISCSIPersistentVolumeSource cinder?:CinderPersistentVolumeSource cephfs?:CephFSPersistentVolumeSource
 fc?:FCVolumeSource flocker?:FlockerVolumeSource flexVolume?:FlexPersistentVolumeSource
 azureFile?:AzureFilePersistentVolumeSource vsphereVolume?:VsphereVirtualDiskVolumeSource quobyte?:QuobyteVolumeSource
 azureDisk?:AzureDiskVolumeSource photonPersistentDisk?:PhotonPersistentDiskVolumeSource
 portworxVolume?:PortworxVolumeSource scaleIO?:ScaleIOPersistentVolumeSource local?:LocalVolumeSource
 storageos?:StorageOSPersistentVolumeSource csi?:CSIPersistentVolumeSource
PersistentVolumeSpec capacity:ResourceList !:PersistentVolumeSource accessModes:[]PersistentVolumeAccessMode
 claimRef?:ObjectReference% persistentVolumeReclaimPolicy:PersistentVolumeReclaimPolicy storageClassName
 mountOptions:[]string volumeMode?:PersistentVolumeMode nodeAffinity?:VolumeNodeAffinity volumeAttributesClassName?
PersistentVolumeStatus phase:PersistentVolumePhase message reason lastPhaseTransitionTime?:time
PhotonPersistentDiskVolumeSource pdID!* fsType
Pod# metadata!:metadata spec!:PodSpec status!:PodStatus
PodAffinity requiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm
 preferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm
PodAffinityTerm labelSelector?:meta.v1.LabelSelector namespaces:[]string topologyKey!*
 namespaceSelector?:meta.v1.LabelSelector matchLabelKeys:[]string mismatchLabelKeys:[]string
PodAntiAffinity requiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm
 preferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm
>34:PodCertificateProjection signerName* keyType* maxExpirationSeconds?:int32 credentialBundlePath keyPath
 certificateChainPath >35:userAnnotations:{}string >37:user?:int64
PodCondition type!*:PodConditionType 7observedGeneration:int64 2status!*:ConditionStatus lastProbeTime!:time
 lastTransitionTime!:time reason message
PodConditionType=string
PodDNSConfig nameservers:[]string searches:[]string options:[]PodDNSConfigOption
PodDNSConfigOption name value?
>34:PodExtendedResourceClaimStatus requestMappings!?*:[]ContainerExtendedResourceRequest resourceClaimName!*
PodFSGroupChangePolicy=string{Always,OnRootMismatch}
PodIP ip!*
PodOS name!*:OSName
PodPhase=string{Failed,Pending,Running,Succeeded,Unknown}
PodQOSClass=string{BestEffort,Burstable,Guaranteed}
PodReadinessGate conditionType!*:PodConditionType
PodResizeStatus=string
PodResourceClaim name!* 3resourceClaimName? resourceClaimTemplateName?
PodResourceClaimStatus name!* resourceClaimName?
PodSELinuxChangePolicy=string
PodSchedulingGate name!*
>36:PodSchedulingGroup podGroupName?
PodSecurityContext seLinuxOptions?:SELinuxOptions 8windowsOptions?:WindowsSecurityContextOptions 2runAsUser?:int64
 6runAsGroup?:int64 3runAsNonRoot?:bool supplementalGroups:[]int64 12supplementalGroupsPolicy?:SupplementalGroupsPolicy
 5fsGroup?:int64 7sysctls:[]Sysctl 9fsGroupChangePolicy?:PodFSGroupChangePolicy seccompProfile?:SeccompProfile
 appArmorProfile?:AppArmorProfile 13seLinuxChangePolicy?:PodSELinuxChangePolicy
PodSpec volumes:[]Volume@name+name~ 20initContainers:[]Container@name+name 2containers!?*:[]Container@name+name
 34ephemeralContainers:[]EphemeralContainer@name+name 3restartPolicy:RestartPolicy terminationGracePeriodSeconds?:int64
 activeDeadlineSeconds?:int64 dnsPolicy:DNSPolicy nodeSelector:{}string^ serviceAccountName serviceAccount
 21automountServiceAccountToken?:bool 10nodeName hostNetwork:bool hostPID:bool hostIPC:bool
 27shareProcessNamespace?:bool 14securityContext?:PodSecurityContext imagePullSecrets:[]LocalObjectReference@name+name
 hostname subdomain affinity?:Affinity schedulerName 22tolerations:[]Toleration hostAliases:[]HostAlias@ip+ip
 priorityClassName priority?:int32 dnsConfig?:PodDNSConfig 28readinessGates:[]PodReadinessGate runtimeClassName?
 enableServiceLinks?:bool preemptionPolicy?:PreemptionPolicy overhead:ResourceList
 topologySpreadConstraints:[]TopologySpreadConstraint@topologyKey,whenUnsatisfiable+topologyKey
 35setHostnameAsFQDN?:bool os?:PodOS hostUsers?:bool schedulingGates:[]PodSchedulingGate@name+name
 resourceClaims:[]PodResourceClaim@name+name~ resources?:ResourceRequirements >34:hostnameOverride?
 >35<36:workloadRef?:WorkloadReference >36:43schedulingGroup?:PodSchedulingGroup
 >37:evictionResponders:[]EvictionResponder@name+name
PodStatus 17observedGeneration:int64 1phase:PodPhase conditions:[]PodCondition@type+type message reason
 11nominatedNodeName 5hostIP 16hostIPs:[]HostIP+ip 6podIP 12podIPs:[]PodIP@ip+ip 7startTime?:time
 10initContainerStatuses:[]ContainerStatus 8containerStatuses:[]ContainerStatus qosClass:PodQOSClass
 13ephemeralContainerStatuses:[]ContainerStatus resize:PodResizeStatus
 resourceClaimStatuses:[]PodResourceClaimStatus@name+name~
 >34:18extendedResourceClaimStatus?:PodExtendedResourceClaimStatus >35:allocatedResources:ResourceList
 >35:resources?:ResourceRequirements >36<37:nodeAllocatableResourceClaimStatuses:[]NodeAllocatableResourceClaimStatus
 >37:21nodeAllocatableResourceClaimStatuses:[]NodeAllocatableResourceClaimStatus@resourceClaimName+resourceClaimName
 >37:volumeHealth:[]PodVolumeHealth@name
PodTemplate# metadata!:metadata template!:PodTemplateSpec
PodTemplateSpec metadata!:metadata spec!:PodSpec
>37:PodVolumeHealth name!* healthConditions:[]VolumeHealthCondition@status,reason+status lastTransitionTime!:time
PortStatus port!*:int32 protocol!*:Protocol error?
PortworxVolumeSource volumeID!* fsType readOnly:bool
PreemptionPolicy=string{Never,PreemptLowerPriority}
PreferredSchedulingTerm weight!*:int32 preference!*:NodeSelectorTerm
Probe !:ProbeHandler initialDelaySeconds:int32 timeoutSeconds:int32 periodSeconds:int32 successThreshold:int32
 failureThreshold:int32 terminationGracePeriodSeconds?:int64
ProbeHandler exec?:ExecAction httpGet?:HTTPGetAction tcpSocket?:TCPSocketAction grpc?:GRPCAction
ProcMountType=string{Default,Unmasked}
ProjectedVolumeSource sources!?:[]VolumeProjection defaultMode?:int32 >37:defaultUser?:int64
Protocol=string{SCTP,TCP,UDP}
PullPolicy=string{Always,IfNotPresent,Never}
QuobyteVolumeSource registry!* volume!* readOnly:bool user group tenant
RBDPersistentVolumeSource monitors!?*:[]string image!* fsType pool=rbd user=admin keyring=/etc/ceph/keyring
 secretRef?:SecretReference readOnly:bool
RBDVolumeSource monitors!?*:[]string image!* fsType pool=rbd user=admin keyring=/etc/ceph/keyring
 secretRef?:LocalObjectReference readOnly:bool
RecursiveReadOnlyMode=string
ReplicationController# metadata!:metadata spec!:ReplicationControllerSpec status!:ReplicationControllerStatus
ReplicationControllerCondition type!*:ReplicationControllerConditionType status!*:ConditionStatus
 lastTransitionTime!:time reason message
ReplicationControllerConditionType=string
ReplicationControllerSpec replicas?:int32=1 4minReadySeconds:int32=0 2selector:{}string^ template?:PodTemplateSpec
ReplicationControllerStatus replicas!*:int32 fullyLabeledReplicas:int32 4readyReplicas:int32 availableReplicas:int32
 3observedGeneration:int64 6conditions:[]ReplicationControllerCondition@type+type
ResourceClaim name!* request
ResourceFieldSelector^ containerName resource!* divisor!:quantity
ResourceHealth resourceID!*:ResourceID health:ResourceHealthStatus >36:6message?
ResourceHealthStatus=string
ResourceID=string
ResourceList={ResourceName}quantity
ResourceName=string
ResourceQuota# metadata!:metadata spec!:ResourceQuotaSpec status!:ResourceQuotaStatus
ResourceQuotaScope=string{BestEffort,CrossNamespacePodAffinity,NotBestEffort,NotTerminating,PriorityClass,Terminating,VolumeAttributesClass}
ResourceQuotaSpec hard:ResourceList scopes:[]ResourceQuotaScope scopeSelector?:ScopeSelector
ResourceQuotaStatus hard:ResourceList used:ResourceList
ResourceRequirements limits:ResourceList requests:ResourceList claims:[]ResourceClaim@name
ResourceResizeRestartPolicy=string
ResourceStatus name!*:ResourceName resources:[]ResourceHealth@resourceID
RestartPolicy=string{Always,Never,OnFailure}
SELinuxOptions user role type level
ScaleIOPersistentVolumeSource gateway!* system!* secretRef!?*:SecretReference sslEnabled:bool protectionDomain
 storagePool storageMode=ThinProvisioned volumeName fsType=xfs readOnly:bool
ScaleIOVolumeSource gateway!* system!* secretRef!?*:LocalObjectReference sslEnabled:bool protectionDomain storagePool
 storageMode=ThinProvisioned volumeName fsType=xfs readOnly:bool
ScopeSelector^ matchExpressions:[]ScopedResourceSelectorRequirement
ScopeSelectorOperator=string{DoesNotExist,Exists,In,NotIn}
ScopedResourceSelectorRequirement scopeName!*:ResourceQuotaScope operator!*:ScopeSelectorOperator values:[]string
SeccompProfile type!*:SeccompProfileType localhostProfile?
SeccompProfileType=string{Localhost,RuntimeDefault,Unconfined}
Secret# metadata!:metadata 5immutable?:bool 2data:{}bytes 4stringData:{}string 3type:SecretType
SecretEnvSource !:LocalObjectReference optional?:bool
SecretKeySelector^ !:LocalObjectReference key!* optional?:bool
SecretProjection !:LocalObjectReference items:[]KeyToPath 4optional?:bool
SecretReference^ name namespace
SecretType=string
SecretVolumeSource secretName items:[]KeyToPath defaultMode?:int32 optional?:bool >37:defaultUser?:int64
SecurityContext capabilities?:Capabilities privileged?:bool seLinuxOptions?:SELinuxOptions
 10windowsOptions?:WindowsSecurityContextOptions 4runAsUser?:int64 8runAsGroup?:int64 5runAsNonRoot?:bool
 readOnlyRootFilesystem?:bool allowPrivilegeEscalation?:bool 9procMount?:ProcMountType 11seccompProfile?:SeccompProfile
 appArmorProfile?:AppArmorProfile
Service# metadata!:metadata spec!:ServiceSpec status!:ServiceStatus
ServiceAccount# metadata!:metadata secrets:[]ObjectReference@name+name imagePullSecrets:[]LocalObjectReference
 automountServiceAccountToken?:bool
ServiceAccountTokenProjection audience expirationSeconds?:int64 path!* >37:user?:int64
ServiceAffinity=string{ClientIP,None}
ServiceExternalTrafficPolicy=string{Cluster,Local}
ServiceInternalTrafficPolicy=string{Cluster,Local}
ServicePort name protocol:Protocol=TCP 6appProtocol? 3port!*:int32 targetPort!:intOrString nodePort:int32
ServiceSpec ports:[]ServicePort@port,protocol+port selector:{}string^ clusterIP 18clusterIPs:[]string 4type:ServiceType
 externalIPs:[]string 7sessionAffinity:ServiceAffinity loadBalancerIP loadBalancerSourceRanges:[]string externalName
 externalTrafficPolicy:ServiceExternalTrafficPolicy healthCheckNodePort:int32 publishNotReadyAddresses:bool
 sessionAffinityConfig?:SessionAffinityConfig 19ipFamilies:[]IPFamily 17ipFamilyPolicy?:IPFamilyPolicy
 20allocateLoadBalancerNodePorts?:bool loadBalancerClass? internalTrafficPolicy?:ServiceInternalTrafficPolicy
 trafficDistribution?
ServiceStatus loadBalancer!:LoadBalancerStatus conditions:[]meta.v1.Condition@type+type
ServiceType=string{ClusterIP,ExternalName,LoadBalancer,NodePort}
SessionAffinityConfig clientIP?:ClientIPConfig
Signal=string{SIGABRT,SIGALRM,SIGBUS,SIGCHLD,SIGCLD,SIGCONT,SIGFPE,SIGHUP,SIGILL,SIGINT,SIGIO,SIGIOT,SIGKILL,SIGPIPE,SIGPOLL,SIGPROF,SIGPWR,SIGQUIT,SIGRTMAX,SIGRTMAX-1,SIGRTMAX-10,SIGRTMAX-11,SIGRTMAX-12,SIGRTMAX-13,SIGRTMAX-14,SIGRTMAX-2,SIGRTMAX-3,SIGRTMAX-4,SIGRTMAX-5,SIGRTMAX-6,SIGRTMAX-7,SIGRTMAX-8,SIGRTMAX-9,SIGRTMIN,SIGRTMIN+1,SIGRTMIN+10,SIGRTMIN+11,SIGRTMIN+12,SIGRTMIN+13,SIGRTMIN+14,SIGRTMIN+15,SIGRTMIN+2,SIGRTMIN+3,SIGRTMIN+4,SIGRTMIN+5,SIGRTMIN+6,SIGRTMIN+7,SIGRTMIN+8,SIGRTMIN+9,SIGSEGV,SIGSTKFLT,SIGSTOP,SIGSYS,SIGTERM,SIGTRAP,SIGTSTP,SIGTTIN,SIGTTOU,SIGURG,SIGUSR1,SIGUSR2,SIGVTALRM,SIGWINCH,SIGXCPU,SIGXFSZ}
SleepAction seconds!*:int64
StorageMedium=string
StorageOSPersistentVolumeSource volumeName volumeNamespace fsType readOnly:bool secretRef?:ObjectReference
StorageOSVolumeSource volumeName volumeNamespace fsType readOnly:bool secretRef?:LocalObjectReference
SupplementalGroupsPolicy=string{Merge,Strict}
Sysctl name!* value!*
TCPSocketAction port!*:intOrString host
Taint key!* value effect!*:TaintEffect timeAdded?:time
TaintEffect=string{NoExecute,NoSchedule,PreferNoSchedule}
TerminationMessagePolicy=string{FallbackToLogsOnError,File}
Toleration key operator:TolerationOperator value effect:TaintEffect tolerationSeconds?:int64
TolerationOperator=string{Equal,Exists,>35:Gt,>35:Lt}
TopologySelectorLabelRequirement key!* values!?*:[]string
TopologySelectorTerm^ matchLabelExpressions:[]TopologySelectorLabelRequirement
TopologySpreadConstraint maxSkew!*:int32 topologyKey!* whenUnsatisfiable!*:UnsatisfiableConstraintAction
 labelSelector?:meta.v1.LabelSelector minDomains?:int32 nodeAffinityPolicy?:NodeInclusionPolicy
 nodeTaintsPolicy?:NodeInclusionPolicy matchLabelKeys:[]string
TypedLocalObjectReference^ apiGroup!? kind!* name!*
TypedObjectReference apiGroup!? kind!* name!* namespace?
URIScheme=string{HTTP,HTTPS}
UniqueVolumeName=string
UnsatisfiableConstraintAction=string{DoNotSchedule,ScheduleAnyway}
Volume name!* !:VolumeSource
VolumeDevice name!* devicePath!*
>37:VolumeHealthCondition status!*:VolumeHealthStatusType reason!* message
>37:VolumeHealthStatus healthConditions:[]VolumeHealthCondition@status,reason+status lastTransitionTime!:time
>37:VolumeHealthStatusType=string{DataLoss,Degraded,Inaccessible}
VolumeMount name!* readOnly:bool 7recursiveReadOnly?:RecursiveReadOnlyMode 3mountPath!* subPath
 mountPropagation?:MountPropagationMode subPathExpr >37:8bindMountOptions:[]string@set
VolumeMountStatus name!* mountPath!* readOnly:bool recursiveReadOnly?:RecursiveReadOnlyMode
 >36:volumeStatus?:VolumeStatus
VolumeNodeAffinity required?:NodeSelector
VolumeProjection secret?:SecretProjection downwardAPI?:DownwardAPIProjection configMap?:ConfigMapProjection
 serviceAccountToken?:ServiceAccountTokenProjection clusterTrustBundle?:ClusterTrustBundleProjection
 >34:podCertificate?:PodCertificateProjection
VolumeResourceRequirements limits:ResourceList requests:ResourceList
VolumeSource hostPath?:HostPathVolumeSource emptyDir?:EmptyDirVolumeSource
 gcePersistentDisk?:GCEPersistentDiskVolumeSource awsElasticBlockStore?:AWSElasticBlockStoreVolumeSource
 gitRepo?:GitRepoVolumeSource secret?:SecretVolumeSource nfs?:NFSVolumeSource iscsi?:ISCSIVolumeSource
 glusterfs?:GlusterfsVolumeSource persistentVolumeClaim?:PersistentVolumeClaimVolumeSource rbd?:RBDVolumeSource
 flexVolume?:FlexVolumeSource cinder?:CinderVolumeSource cephfs?:CephFSVolumeSource flocker?:FlockerVolumeSource
 downwardAPI?:DownwardAPIVolumeSource fc?:FCVolumeSource azureFile?:AzureFileVolumeSource
 configMap?:ConfigMapVolumeSource vsphereVolume?:VsphereVirtualDiskVolumeSource quobyte?:QuobyteVolumeSource
 azureDisk?:AzureDiskVolumeSource photonPersistentDisk?:PhotonPersistentDiskVolumeSource
 26projected?:ProjectedVolumeSource 24portworxVolume?:PortworxVolumeSource scaleIO?:ScaleIOVolumeSource
 27storageos?:StorageOSVolumeSource csi?:CSIVolumeSource ephemeral?:EphemeralVolumeSource image?:ImageVolumeSource
>36:VolumeStatus image?:ImageVolumeStatus
VsphereVirtualDiskVolumeSource volumePath!* fsType storagePolicyName storagePolicyID
WeightedPodAffinityTerm weight!*:int32 podAffinityTerm!*:PodAffinityTerm
WindowsSecurityContextOptions gmsaCredentialSpecName? gmsaCredentialSpec? runAsUserName? hostProcess?:bool
>35<36:WorkloadReference name!* podGroup!* podGroupReplicaKey
`,
  'discovery.v1': `
AddressType=string{FQDN,IPv4,IPv6}
Endpoint addresses!?*:[]string@set conditions!:EndpointConditions hostname? targetRef?:core.v1.ObjectReference
 deprecatedTopology:{}string nodeName? zone? hints?:EndpointHints
EndpointConditions ready?:bool serving?:bool terminating?:bool
EndpointHints forZones:[]ForZone forNodes:[]ForNode
EndpointPort^ name? protocol?:core.v1.Protocol port?:int32 appProtocol?
EndpointSlice# metadata!:metadata 4addressType!*:AddressType <36:2endpoints!?*:[]Endpoint >36:2endpoints!?:[]Endpoint
 ports!?:[]EndpointPort
ForNode name!*
ForZone name!*
`,
  'events.v1': `
Event# metadata!:metadata eventTime!*:microTime series?:EventSeries reportingController reportingInstance action reason
 regarding!:core.v1.ObjectReference related?:core.v1.ObjectReference note type deprecatedSource!:core.v1.EventSource
 deprecatedFirstTimestamp!:time deprecatedLastTimestamp!:time deprecatedCount:int32
EventSeries count!*:int32 lastObservedTime!*:microTime
`,
  'flowcontrol.v1': `
ConditionStatus=string
ExemptPriorityLevelConfiguration nominalConcurrencyShares?:int32 lendablePercent?:int32
FlowDistinguisherMethod type!*:FlowDistinguisherMethodType
FlowDistinguisherMethodType=string
FlowSchema# metadata!:metadata <37:spec!:FlowSchemaSpec >37:2spec!*:FlowSchemaSpec status!:FlowSchemaStatus
FlowSchemaCondition <37:type:FlowSchemaConditionType >37:1type*:FlowSchemaConditionType status:ConditionStatus
 lastTransitionTime!:time reason message
FlowSchemaConditionType=string
FlowSchemaSpec priorityLevelConfiguration!*:PriorityLevelConfigurationReference matchingPrecedence!:int32
 distinguisherMethod?:FlowDistinguisherMethod rules:[]PolicyRulesWithSubjects
FlowSchemaStatus conditions:[]FlowSchemaCondition@type+type
GroupSubject name!*
LimitResponse type!*:LimitResponseType queuing?:QueuingConfiguration
LimitResponseType=string
LimitedPriorityLevelConfiguration nominalConcurrencyShares!?:int32 <37:limitResponse!:LimitResponse
 >37:2limitResponse!*:LimitResponse lendablePercent?:int32 borrowingLimitPercent?:int32
NonResourcePolicyRule verbs!?*:[]string@set 6nonResourceURLs!?*:[]string@set
PolicyRulesWithSubjects subjects!?*:[]Subject resourceRules:[]ResourcePolicyRule
 nonResourceRules:[]NonResourcePolicyRule
PriorityLevelConfiguration# metadata!:metadata <37:spec!:PriorityLevelConfigurationSpec
 >37:2spec!*:PriorityLevelConfigurationSpec status!:PriorityLevelConfigurationStatus
PriorityLevelConfigurationCondition <37:type:PriorityLevelConfigurationConditionType
 >37:1type*:PriorityLevelConfigurationConditionType status:ConditionStatus lastTransitionTime!:time reason message
PriorityLevelConfigurationConditionType=string
PriorityLevelConfigurationReference name!*
PriorityLevelConfigurationSpec type!*:PriorityLevelEnablement limited?:LimitedPriorityLevelConfiguration
 exempt?:ExemptPriorityLevelConfiguration
PriorityLevelConfigurationStatus conditions:[]PriorityLevelConfigurationCondition@type+type
PriorityLevelEnablement=string
QueuingConfiguration queues!:int32 handSize!:int32 queueLengthLimit!:int32
ResourcePolicyRule verbs!?*:[]string@set apiGroups!?*:[]string@set resources!?*:[]string@set clusterScope:bool
 namespaces!?:[]string@set
ServiceAccountSubject namespace!* name!*
Subject kind!*:SubjectKind user?:UserSubject group?:GroupSubject serviceAccount?:ServiceAccountSubject
SubjectKind=string
UserSubject name!*
`,
  'meta.v1': `
Condition type!* status!*:ConditionStatus observedGeneration:int64 lastTransitionTime!*:time reason!* message!*
ConditionStatus=string
DeleteOptions# gracePeriodSeconds?:int64 preconditions?:Preconditions orphanDependents?:bool
 propagationPolicy?:DeletionPropagation dryRun:[]string ignoreStoreReadErrorWithClusterBreakingPotential?:bool
DeletionPropagation=string
FieldSelectorOperator=string
FieldSelectorRequirement key!* operator!*:FieldSelectorOperator values:[]string
>35:GroupResource group!* resource!*
LabelSelector^ matchLabels:{}string matchExpressions:[]LabelSelectorRequirement
LabelSelectorOperator=string
LabelSelectorRequirement key!* operator!*:LabelSelectorOperator values:[]string
ManagedFieldsEntry manager operation:ManagedFieldsOperationType apiVersion time?:time 6fieldsType fieldsV1?:fields
 subresource
ManagedFieldsOperationType=string
ObjectMeta name generateName namespace selfLink uid:pkg.types.UID resourceVersion generation:int64
 creationTimestamp!:time deletionTimestamp?:time deletionGracePeriodSeconds?:int64 labels:{}string annotations:{}string
 ownerReferences:[]OwnerReference@uid+uid finalizers:[]string@set+ 17managedFields:[]ManagedFieldsEntry
OwnerReference^ 5apiVersion!* 1kind!* 3name!* uid!*:pkg.types.UID 6controller?:bool blockOwnerDeletion?:bool
Preconditions uid?:pkg.types.UID resourceVersion?
StatusReason=string
`,
  'metrics.v1beta1': `
ContainerMetrics name! usage!?:core.v1.ResourceList
NodeMetrics# metadata!:metadata timestamp!:time window!:duration usage!?:core.v1.ResourceList
PodMetrics# metadata!:metadata timestamp!:time window!:duration containers!?:[]ContainerMetrics
`,
  'networking.v1': `
HTTPIngressPath path 3pathType!?*:PathType 2backend!*:IngressBackend
HTTPIngressRuleValue paths!?*:[]HTTPIngressPath
IPAddress# metadata!:metadata <36:spec!:IPAddressSpec >36:2spec!*:IPAddressSpec
IPAddressSpec parentRef?*:ParentReference
IPBlock cidr!* except:[]string
Ingress# metadata!:metadata spec!:IngressSpec status!:IngressStatus
IngressBackend 4service?:IngressServiceBackend 3resource?:core.v1.TypedLocalObjectReference
IngressClass# metadata!:metadata spec!:IngressClassSpec
IngressClassParametersReference apiGroup? kind!* name!* scope!? namespace?
IngressClassSpec controller parameters?:IngressClassParametersReference
IngressLoadBalancerIngress ip hostname 4ports:[]IngressPortStatus
IngressLoadBalancerStatus ingress:[]IngressLoadBalancerIngress
IngressPortStatus port!*:int32 protocol!*:core.v1.Protocol error?
IngressRule host !:IngressRuleValue
IngressRuleValue http?:HTTPIngressRuleValue
IngressServiceBackend name!* port!:ServiceBackendPort
IngressSpec 4ingressClassName? 1defaultBackend?:IngressBackend tls:[]IngressTLS rules:[]IngressRule
IngressStatus loadBalancer!:IngressLoadBalancerStatus
IngressTLS hosts:[]string secretName
NetworkPolicy# metadata!:metadata spec!:NetworkPolicySpec
NetworkPolicyEgressRule ports:[]NetworkPolicyPort to:[]NetworkPolicyPeer
NetworkPolicyIngressRule ports:[]NetworkPolicyPort from:[]NetworkPolicyPeer
NetworkPolicyPeer podSelector?:meta.v1.LabelSelector namespaceSelector?:meta.v1.LabelSelector ipBlock?:IPBlock
NetworkPolicyPort protocol?:core.v1.Protocol port?:intOrString endPort?:int32
NetworkPolicySpec <34:podSelector!*:meta.v1.LabelSelector >34:1podSelector!:meta.v1.LabelSelector
 ingress:[]NetworkPolicyIngressRule egress:[]NetworkPolicyEgressRule policyTypes:[]PolicyType
ParentReference group resource* namespace name*
PathType=string{Exact,ImplementationSpecific,Prefix}
PolicyType=string{Egress,Ingress}
ServiceBackendPort^ name number:int32
ServiceCIDR# metadata!:metadata spec!:ServiceCIDRSpec status!:ServiceCIDRStatus
ServiceCIDRSpec cidrs:[]string
ServiceCIDRStatus conditions:[]meta.v1.Condition@type+type
`,
  'node.v1': `
Overhead podFixed:core.v1.ResourceList
RuntimeClass# metadata!:metadata handler!* overhead?:Overhead scheduling?:Scheduling
Scheduling nodeSelector:{}string^ tolerations:[]core.v1.Toleration
`,
  'pkg.types': `
>35:NodeName=string
UID=string
`,
  'policy.v1': `
Eviction# metadata!:metadata deleteOptions?:meta.v1.DeleteOptions
PodDisruptionBudget# metadata!:metadata spec!:PodDisruptionBudgetSpec status!:PodDisruptionBudgetStatus
PodDisruptionBudgetSpec minAvailable?:intOrString selector?:meta.v1.LabelSelector& maxUnavailable?:intOrString
 unhealthyPodEvictionPolicy?:UnhealthyPodEvictionPolicyType
PodDisruptionBudgetStatus observedGeneration:int64 disruptedPods:{}time <36:disruptionsAllowed!*:int32
 <36:currentHealthy!*:int32 <36:desiredHealthy!*:int32 <36:expectedPods!*:int32 >36:3disruptionsAllowed!:int32
 >36:currentHealthy!:int32 >36:desiredHealthy!:int32 >36:expectedPods!:int32 conditions:[]meta.v1.Condition@type+type
UnhealthyPodEvictionPolicyType=string{AlwaysAllow,IfHealthyBudget}
`,
  'rbac.v1': `
AggregationRule clusterRoleSelectors:[]meta.v1.LabelSelector
ClusterRole# metadata!:metadata rules!?:[]PolicyRule aggregationRule?:AggregationRule
ClusterRoleBinding# metadata!:metadata subjects:[]Subject roleRef!*:RoleRef
PolicyRule verbs!?*:[]string apiGroups:[]string resources:[]string resourceNames:[]string nonResourceURLs:[]string
Role# metadata!:metadata rules!?:[]PolicyRule
RoleBinding# metadata!:metadata subjects:[]Subject roleRef!*:RoleRef
RoleRef^ <36:apiGroup!* >36:1apiGroup! kind!* name!*
Subject^ kind!* apiGroup name!* namespace
`,
  'resource.v1': `
>34:AllocatedDeviceStatus driver!* pool!* device!* 7shareID? 4conditions!?:[]meta.v1.Condition@type data?:any
 networkData?:NetworkDeviceData
>34:AllocationConfigSource=string{>35:FromClaim,>35:FromClass}
>34:AllocationResult devices!:DeviceAllocationResult 3nodeSelector?:core.v1.NodeSelector 5allocationTimestamp?:time
>34:CELDeviceSelector expression!*
>34:CapacityRequestPolicy default!?:quantity 3validValues:[]quantity validRange?:CapacityRequestPolicyRange
>34:CapacityRequestPolicyRange min?*:quantity max?:quantity step?:quantity
>34:CapacityRequirements requests:{QualifiedName}quantity
>34:Counter value!*:quantity
>34:CounterSet name!* counters*:{}Counter
>34:Device name!* attributes:{QualifiedName}DeviceAttribute capacity:{QualifiedName}DeviceCapacity
 consumesCounters:[]DeviceCounterConsumption nodeName? nodeSelector?:core.v1.NodeSelector allNodes?:bool
 taints:[]DeviceTaint bindsToNode?:bool bindingConditions:[]string bindingFailureConditions:[]string
 allowMultipleAllocations?:bool
 >36<37:nodeAllocatableResourceMappings:{core.v1.ResourceName}NodeAllocatableResourceMapping
 >37:14nodeAllocatableResources:{core.v1.ResourceName}NodeAllocatableResource
>34:DeviceAllocationConfiguration source!*:AllocationConfigSource requests:[]string !:DeviceConfiguration
>34:DeviceAllocationMode=string{>35:All,>35:ExactCount}
>34:DeviceAllocationResult results:[]DeviceRequestAllocationResult config:[]DeviceAllocationConfiguration
>34:DeviceAttribute 2int?:int64 bool?:bool string? version? >36:ints:[]int64 >36:bools:[]bool >36:strings:[]string
 >36:versions:[]string
>34:DeviceCapacity value!*:quantity requestPolicy?:CapacityRequestPolicy
>34:DeviceClaim requests!?:[]DeviceRequest constraints:[]DeviceConstraint config:[]DeviceClaimConfiguration
>34:DeviceClaimConfiguration requests:[]string !:DeviceConfiguration
>34:DeviceClass# metadata!:metadata <37:spec!*:DeviceClassSpec >37:2spec!:DeviceClassSpec
>34:DeviceClassConfiguration !:DeviceConfiguration
>34:DeviceClassSpec selectors:[]DeviceSelector config:[]DeviceClassConfiguration 4extendedResourceName?
>34:DeviceConfiguration opaque?:OpaqueDeviceConfiguration
>34:DeviceConstraint requests:[]string matchAttribute?:FullyQualifiedName distinctAttribute?:FullyQualifiedName
>34:DeviceCounterConsumption counterSet!* counters*:{}Counter >37:compatibilityGroups:[]string
>37:DeviceDerivedAttribute name!*:FullyQualifiedName expression!*
>34:DeviceRequest name!* exactly?:ExactDeviceRequest firstAvailable:[]DeviceSubRequest
>34:DeviceRequestAllocationResult request!* driver!* pool!* device!* adminAccess?:bool tolerations:[]DeviceToleration
 bindingConditions:[]string bindingFailureConditions:[]string shareID?:pkg.types.UID
 consumedCapacity:{QualifiedName}quantity >37:skipNodeOperations:[]SkipNodeOperation@set
>34:DeviceSelector cel?:CELDeviceSelector
>34:DeviceSubRequest name!* deviceClassName!* selectors:[]DeviceSelector allocationMode:DeviceAllocationMode count:int64
 tolerations:[]DeviceToleration capacity?:CapacityRequirements >37:derivedAttributes:[]DeviceDerivedAttribute
>34:DeviceTaint key!* value effect!*:DeviceTaintEffect timeAdded?:time
>34:DeviceTaintEffect=string{NoExecute,NoSchedule,>35:None}
>37:DeviceTaintRule# metadata!:metadata spec!*:DeviceTaintRuleSpec status!:DeviceTaintRuleStatus
>37:DeviceTaintRuleSpec deviceSelector?:DeviceTaintSelector taint!*:DeviceTaint
>37:DeviceTaintRuleStatus conditions:[]meta.v1.Condition@type+type
>37:DeviceTaintSelector 2driver? pool? device?
>34:DeviceToleration key operator:DeviceTolerationOperator=Equal value effect:DeviceTaintEffect tolerationSeconds?:int64
>34:DeviceTolerationOperator=string{Equal,Exists}
>34:ExactDeviceRequest deviceClassName!* selectors:[]DeviceSelector allocationMode:DeviceAllocationMode count:int64
 adminAccess?:bool tolerations:[]DeviceToleration capacity?:CapacityRequirements
 >37:derivedAttributes:[]DeviceDerivedAttribute
>34:FullyQualifiedName=string
>34:NetworkDeviceData interfaceName ips:[]string hardwareAddress
>37:NodeAllocatableMapping capacityKey?:QualifiedName capacityMultiplier?:quantity deviceMultiplier?:quantity
>37:NodeAllocatableOverhead perPod?:quantity perContainer?:quantity
>37:NodeAllocatableResource 3mapping?:NodeAllocatableMapping overhead?:NodeAllocatableOverhead
>36<37:NodeAllocatableResourceMapping capacityKey?:QualifiedName allocationMultiplier?:quantity
>34:OpaqueDeviceConfiguration driver!* parameters!*:any
>36:QualifiedName=string
>34:ResourceClaim# metadata!:metadata <37:spec!*:ResourceClaimSpec >37:2spec!:ResourceClaimSpec
 status!:ResourceClaimStatus
>34:ResourceClaimConsumerReference apiGroup 3resource!* name!* uid!*:pkg.types.UID
>34:ResourceClaimSpec devices!:DeviceClaim
>34:ResourceClaimStatus allocation?:AllocationResult reservedFor:[]ResourceClaimConsumerReference@uid+uid
 4devices:[]AllocatedDeviceStatus@driver,device,pool,shareID
>34:ResourceClaimTemplate# metadata!:metadata <37:spec!*:ResourceClaimTemplateSpec >37:2spec!:ResourceClaimTemplateSpec
>34:ResourceClaimTemplateSpec metadata!:metadata <37:spec!*:ResourceClaimSpec >37:2spec!:ResourceClaimSpec
>34:ResourcePool name!* generation!*:int64 resourceSliceCount!*:int64
>34:ResourceSlice# metadata!:metadata spec!*:ResourceSliceSpec
>34:ResourceSliceSpec driver!* pool!*:ResourcePool nodeName? nodeSelector?:core.v1.NodeSelector allNodes?:bool
 <35:devices!?:[]Device >35:6devices:[]Device perDeviceNodeSelection?:bool sharedCounters:[]CounterSet
 >37:partitionTypeAttribute?:FullyQualifiedName >37:skipNodeOperations:[]SkipNodeOperation@set
>37:SkipNodeOperation=string{*,NodePrepareResources,NodeUnprepareResources}
`,
  'resource.v1beta1': `
AllocatedDeviceStatus driver!* pool!* device!* >34:7shareID? 4conditions!?:[]meta.v1.Condition@type data?:any
 networkData?:NetworkDeviceData
AllocationConfigSource=string{>35:FromClaim,>35:FromClass}
AllocationResult devices!:DeviceAllocationResult 3nodeSelector?:core.v1.NodeSelector >34:5allocationTimestamp?:time
BasicDevice attributes:{QualifiedName}DeviceAttribute capacity:{QualifiedName}DeviceCapacity
 consumesCounters:[]DeviceCounterConsumption nodeName? nodeSelector?:core.v1.NodeSelector allNodes?:bool
 taints:[]DeviceTaint >34:bindsToNode?:bool >34:bindingConditions:[]string >34:bindingFailureConditions:[]string
 >34:allowMultipleAllocations?:bool
 >36<37:nodeAllocatableResourceMappings:{core.v1.ResourceName}NodeAllocatableResourceMapping
 >37:14nodeAllocatableResources:{core.v1.ResourceName}NodeAllocatableResource
CELDeviceSelector expression!*
>34:CapacityRequestPolicy default!?:quantity 3validValues:[]quantity validRange?:CapacityRequestPolicyRange
>34:CapacityRequestPolicyRange min?*:quantity max?:quantity step?:quantity
>34:CapacityRequirements requests:{QualifiedName}quantity
Counter value!*:quantity
CounterSet name!* counters*:{}Counter
Device name!* basic?:BasicDevice
DeviceAllocationConfiguration source!*:AllocationConfigSource requests:[]string !:DeviceConfiguration
DeviceAllocationMode=string{>35:All,>35:ExactCount}
DeviceAllocationResult results:[]DeviceRequestAllocationResult config:[]DeviceAllocationConfiguration
DeviceAttribute 2int?:int64 bool?:bool string? version? >36:ints:[]int64 >36:bools:[]bool >36:strings:[]string
 >36:versions:[]string
DeviceCapacity value!*:quantity >34:requestPolicy?:CapacityRequestPolicy
DeviceClaim requests!?:[]DeviceRequest constraints:[]DeviceConstraint config:[]DeviceClaimConfiguration
DeviceClaimConfiguration requests:[]string !:DeviceConfiguration
DeviceClass# metadata!:metadata <37:spec!*:DeviceClassSpec >37:2spec!:DeviceClassSpec
DeviceClassConfiguration !:DeviceConfiguration
DeviceClassSpec selectors:[]DeviceSelector config:[]DeviceClassConfiguration >34:4extendedResourceName?
DeviceConfiguration opaque?:OpaqueDeviceConfiguration
DeviceConstraint requests:[]string matchAttribute?:FullyQualifiedName >34:distinctAttribute?:FullyQualifiedName
DeviceCounterConsumption counterSet!* counters*:{}Counter >37:compatibilityGroups:[]string
>37:DeviceDerivedAttribute name!*:FullyQualifiedName expression!*
DeviceRequest name!* deviceClassName! selectors:[]DeviceSelector allocationMode:DeviceAllocationMode count:int64
 adminAccess?:bool firstAvailable:[]DeviceSubRequest tolerations:[]DeviceToleration >34:capacity?:CapacityRequirements
 >37:derivedAttributes:[]DeviceDerivedAttribute
DeviceRequestAllocationResult request!* driver!* pool!* device!* <34:adminAccess!?:bool >34:5adminAccess?:bool
 tolerations:[]DeviceToleration >34:bindingConditions:[]string >34:bindingFailureConditions:[]string
 >34:shareID?:pkg.types.UID >34:consumedCapacity:{QualifiedName}quantity >37:skipNodeOperations:[]SkipNodeOperation@set
DeviceSelector cel?:CELDeviceSelector
DeviceSubRequest name!* deviceClassName!* selectors:[]DeviceSelector allocationMode:DeviceAllocationMode count:int64
 7tolerations:[]DeviceToleration >34:capacity?:CapacityRequirements >37:derivedAttributes:[]DeviceDerivedAttribute
DeviceTaint key!* value effect!*:DeviceTaintEffect timeAdded?:time
DeviceTaintEffect=string{NoExecute,NoSchedule,>35:None}
DeviceToleration key operator:DeviceTolerationOperator=Equal value effect:DeviceTaintEffect tolerationSeconds?:int64
DeviceTolerationOperator=string{Equal,Exists}
FullyQualifiedName=string
NetworkDeviceData interfaceName ips:[]string hardwareAddress
>37:NodeAllocatableMapping capacityKey?:QualifiedName capacityMultiplier?:quantity deviceMultiplier?:quantity
>37:NodeAllocatableOverhead perPod?:quantity perContainer?:quantity
>37:NodeAllocatableResource 3mapping?:NodeAllocatableMapping overhead?:NodeAllocatableOverhead
>36<37:NodeAllocatableResourceMapping capacityKey?:QualifiedName allocationMultiplier?:quantity
OpaqueDeviceConfiguration driver!* parameters!*:any
>36:QualifiedName=string
ResourceClaim# metadata!:metadata <37:spec!*:ResourceClaimSpec >37:2spec!:ResourceClaimSpec status!:ResourceClaimStatus
ResourceClaimConsumerReference apiGroup 3resource!* name!* uid!*:pkg.types.UID
ResourceClaimSpec devices!:DeviceClaim
ResourceClaimStatus allocation?:AllocationResult reservedFor:[]ResourceClaimConsumerReference@uid+uid
 <34:4devices:[]AllocatedDeviceStatus@driver,device,pool >34:4devices:[]AllocatedDeviceStatus@driver,device,pool,shareID
ResourceClaimTemplate# metadata!:metadata <37:spec!*:ResourceClaimTemplateSpec >37:2spec!:ResourceClaimTemplateSpec
ResourceClaimTemplateSpec metadata!:metadata <37:spec!*:ResourceClaimSpec >37:2spec!:ResourceClaimSpec
ResourcePool name!* generation!*:int64 resourceSliceCount!*:int64
ResourceSlice# metadata!:metadata spec!*:ResourceSliceSpec
ResourceSliceSpec driver!* pool!*:ResourcePool nodeName nodeSelector?:core.v1.NodeSelector allNodes:bool
 <35:devices!?:[]Device >35:6devices:[]Device perDeviceNodeSelection?:bool sharedCounters:[]CounterSet
 >37:partitionTypeAttribute?:FullyQualifiedName >37:skipNodeOperations:[]SkipNodeOperation@set
>37:SkipNodeOperation=string{*,NodePrepareResources,NodeUnprepareResources}
`,
  'resource.v1beta2': `
AllocatedDeviceStatus driver!* pool!* device!* >34:7shareID? 4conditions!?:[]meta.v1.Condition@type data?:any
 networkData?:NetworkDeviceData
AllocationConfigSource=string{>35:FromClaim,>35:FromClass}
AllocationResult devices!:DeviceAllocationResult 3nodeSelector?:core.v1.NodeSelector >34:5allocationTimestamp?:time
CELDeviceSelector expression!*
>34:CapacityRequestPolicy default!?:quantity 3validValues:[]quantity validRange?:CapacityRequestPolicyRange
>34:CapacityRequestPolicyRange min?*:quantity max?:quantity step?:quantity
>34:CapacityRequirements requests:{QualifiedName}quantity
Counter value!*:quantity
CounterSet name!* counters*:{}Counter
Device name!* attributes:{QualifiedName}DeviceAttribute capacity:{QualifiedName}DeviceCapacity
 consumesCounters:[]DeviceCounterConsumption nodeName? nodeSelector?:core.v1.NodeSelector allNodes?:bool
 taints:[]DeviceTaint >34:bindsToNode?:bool >34:bindingConditions:[]string >34:bindingFailureConditions:[]string
 >34:allowMultipleAllocations?:bool
 >36<37:nodeAllocatableResourceMappings:{core.v1.ResourceName}NodeAllocatableResourceMapping
 >37:14nodeAllocatableResources:{core.v1.ResourceName}NodeAllocatableResource
DeviceAllocationConfiguration source!*:AllocationConfigSource requests:[]string !:DeviceConfiguration
DeviceAllocationMode=string{>35:All,>35:ExactCount}
DeviceAllocationResult results:[]DeviceRequestAllocationResult config:[]DeviceAllocationConfiguration
DeviceAttribute 2int?:int64 bool?:bool string? version? >36:ints:[]int64 >36:bools:[]bool >36:strings:[]string
 >36:versions:[]string
DeviceCapacity value!*:quantity >34:requestPolicy?:CapacityRequestPolicy
DeviceClaim requests!?:[]DeviceRequest constraints:[]DeviceConstraint config:[]DeviceClaimConfiguration
DeviceClaimConfiguration requests:[]string !:DeviceConfiguration
DeviceClass# metadata!:metadata <37:spec!*:DeviceClassSpec >37:2spec!:DeviceClassSpec
DeviceClassConfiguration !:DeviceConfiguration
DeviceClassSpec selectors:[]DeviceSelector config:[]DeviceClassConfiguration >34:4extendedResourceName?
DeviceConfiguration opaque?:OpaqueDeviceConfiguration
DeviceConstraint requests:[]string matchAttribute?:FullyQualifiedName >34:distinctAttribute?:FullyQualifiedName
DeviceCounterConsumption counterSet!* counters*:{}Counter >37:compatibilityGroups:[]string
>37:DeviceDerivedAttribute name!*:FullyQualifiedName expression!*
DeviceRequest name!* exactly?:ExactDeviceRequest firstAvailable:[]DeviceSubRequest
DeviceRequestAllocationResult request!* driver!* pool!* device!* <34:adminAccess!?:bool >34:5adminAccess?:bool
 tolerations:[]DeviceToleration >34:bindingConditions:[]string >34:bindingFailureConditions:[]string
 >34:shareID?:pkg.types.UID >34:consumedCapacity:{QualifiedName}quantity >37:skipNodeOperations:[]SkipNodeOperation@set
DeviceSelector cel?:CELDeviceSelector
DeviceSubRequest name!* deviceClassName!* selectors:[]DeviceSelector allocationMode:DeviceAllocationMode count:int64
 tolerations:[]DeviceToleration >34:capacity?:CapacityRequirements >37:derivedAttributes:[]DeviceDerivedAttribute
DeviceTaint key!* value effect!*:DeviceTaintEffect timeAdded?:time
DeviceTaintEffect=string{NoExecute,NoSchedule,>35:None}
>36:DeviceTaintRule# metadata!:metadata spec!*:DeviceTaintRuleSpec status!:DeviceTaintRuleStatus
>36:DeviceTaintRuleSpec deviceSelector?:DeviceTaintSelector taint!*:DeviceTaint
>36:DeviceTaintRuleStatus conditions:[]meta.v1.Condition@type+type
>36:DeviceTaintSelector 2driver? pool? device?
DeviceToleration key operator:DeviceTolerationOperator=Equal value effect:DeviceTaintEffect tolerationSeconds?:int64
DeviceTolerationOperator=string{Equal,Exists}
ExactDeviceRequest deviceClassName!* selectors:[]DeviceSelector allocationMode:DeviceAllocationMode count:int64
 adminAccess?:bool tolerations:[]DeviceToleration >34:capacity?:CapacityRequirements
 >37:derivedAttributes:[]DeviceDerivedAttribute
FullyQualifiedName=string
NetworkDeviceData interfaceName ips:[]string hardwareAddress
>37:NodeAllocatableMapping capacityKey?:QualifiedName capacityMultiplier?:quantity deviceMultiplier?:quantity
>37:NodeAllocatableOverhead perPod?:quantity perContainer?:quantity
>37:NodeAllocatableResource 3mapping?:NodeAllocatableMapping overhead?:NodeAllocatableOverhead
>36<37:NodeAllocatableResourceMapping capacityKey?:QualifiedName allocationMultiplier?:quantity
OpaqueDeviceConfiguration driver!* parameters!*:any
>36:QualifiedName=string
ResourceClaim# metadata!:metadata <37:spec!*:ResourceClaimSpec >37:2spec!:ResourceClaimSpec status!:ResourceClaimStatus
ResourceClaimConsumerReference apiGroup 3resource!* name!* uid!*:pkg.types.UID
ResourceClaimSpec devices!:DeviceClaim
ResourceClaimStatus allocation?:AllocationResult reservedFor:[]ResourceClaimConsumerReference@uid+uid
 <34:4devices:[]AllocatedDeviceStatus@driver,device,pool >34:4devices:[]AllocatedDeviceStatus@driver,device,pool,shareID
ResourceClaimTemplate# metadata!:metadata <37:spec!*:ResourceClaimTemplateSpec >37:2spec!:ResourceClaimTemplateSpec
ResourceClaimTemplateSpec metadata!:metadata <37:spec!*:ResourceClaimSpec >37:2spec!:ResourceClaimSpec
ResourcePool name!* generation!*:int64 resourceSliceCount!*:int64
ResourceSlice# metadata!:metadata spec!*:ResourceSliceSpec
ResourceSliceSpec driver!* pool!*:ResourcePool nodeName? nodeSelector?:core.v1.NodeSelector allNodes?:bool
 <35:devices!?:[]Device >35:6devices:[]Device perDeviceNodeSelection?:bool sharedCounters:[]CounterSet
 >37:partitionTypeAttribute?:FullyQualifiedName >37:skipNodeOperations:[]SkipNodeOperation@set
>37:SkipNodeOperation=string{*,NodePrepareResources,NodeUnprepareResources}
`,
  'scheduling.v1': `
PriorityClass# metadata!:metadata <36:value!*:int32 >36:2value!:int32 globalDefault:bool description
 preemptionPolicy?:core.v1.PreemptionPolicy
`,
  'scheduling.v1alpha3': `
>37:TopologyConstraint key!*
>37:WorkloadPodGroupAllDisruptionMode
>37:WorkloadPodGroupBasicSchedulingPolicy
>37:WorkloadPodGroupDisruptionMode single?:WorkloadPodGroupSingleDisruptionMode all?:WorkloadPodGroupAllDisruptionMode
>37:WorkloadPodGroupGangSchedulingPolicy minCount?:int32
>37:WorkloadPodGroupResourceClaim name!* resourceClaimName? resourceClaimTemplateName?
>37:WorkloadPodGroupSchedulingConstraints topology:[]TopologyConstraint
>37:WorkloadPodGroupSchedulingPolicy basic?:WorkloadPodGroupBasicSchedulingPolicy
 gang?:WorkloadPodGroupGangSchedulingPolicy
>37:WorkloadPodGroupSingleDisruptionMode
`,
  'storage.v1': `
CSIDriver# metadata!:metadata spec!*:CSIDriverSpec
CSIDriverSpec attachRequired?:bool podInfoOnMount?:bool volumeLifecycleModes:[]VolumeLifecycleMode@set
 storageCapacity?:bool fsGroupPolicy?:FSGroupPolicy tokenRequests:[]TokenRequest requiresRepublish?:bool
 seLinuxMount?:bool nodeAllocatableUpdatePeriodSeconds?:int64 >35:serviceAccountTokenInSecrets?:bool
 >36:preventPodSchedulingIfMissing?:bool
CSINode# metadata!:metadata spec!*:CSINodeSpec >37:status!:CSINodeStatus
CSINodeDriver name!* nodeID!* topologyKeys!?:[]string allocatable?:VolumeNodeResources
CSINodeSpec drivers!?*:[]CSINodeDriver@name+name
>37:CSINodeStatus storageHealth:[]StorageHealth@name+name
CSIStorageCapacity# metadata!:metadata nodeTopology?:meta.v1.LabelSelector storageClassName!* capacity?:quantity
 maximumVolumeSize?:quantity
FSGroupPolicy=string
StorageClass# metadata!:metadata provisioner!* parameters:{}string reclaimPolicy?:core.v1.PersistentVolumeReclaimPolicy
 mountOptions:[]string allowVolumeExpansion?:bool volumeBindingMode?:VolumeBindingMode
 allowedTopologies:[]core.v1.TopologySelectorTerm
>37:StorageHealth name!* healthConditions:[]StorageHealthCondition
>37:StorageHealthCondition status!*:StorageHealthStatusType reason!* message
 accessMode?:core.v1.PersistentVolumeAccessMode volumeMode?:core.v1.PersistentVolumeMode lastTransitionTime!:time
>37:StorageHealthStatusType=string{StorageDegraded,StorageUnreachable}
TokenRequest audience!* expirationSeconds?:int64
VolumeAttachment# metadata!:metadata spec!*:VolumeAttachmentSpec status!:VolumeAttachmentStatus
VolumeAttachmentSource persistentVolumeName? inlineVolumeSpec?:core.v1.PersistentVolumeSpec
VolumeAttachmentSpec attacher!* source!*:VolumeAttachmentSource nodeName!*
VolumeAttachmentStatus attached!*:bool attachmentMetadata:{}string attachError?:VolumeError detachError?:VolumeError
>34:VolumeAttributesClass# metadata!:metadata driverName!* parameters:{}string
VolumeBindingMode=string{Immediate,WaitForFirstConsumer}
VolumeError time!:time message errorCode?:int32
VolumeLifecycleMode=string
VolumeNodeResources count?:int32
`,
  'storage.v1beta1': `
<37:VolumeAttributesClass# metadata!:metadata driverName!* parameters:{}string
`,
  'storagemigration.v1': `
>37:StorageVersionMigration# metadata!:metadata spec!:StorageVersionMigrationSpec status!:StorageVersionMigrationStatus
>37:StorageVersionMigrationSpec resource!*:meta.v1.GroupResource
>37:StorageVersionMigrationStatus conditions:[]meta.v1.Condition@type+type resourceVersion
`,
  'storagemigration.v1beta1': `
>35:StorageVersionMigration# metadata!:metadata spec!:StorageVersionMigrationSpec status!:StorageVersionMigrationStatus
>35:StorageVersionMigrationSpec resource!*:meta.v1.GroupResource
>35:StorageVersionMigrationStatus conditions:[]meta.v1.Condition@type+type resourceVersion
`,
}
