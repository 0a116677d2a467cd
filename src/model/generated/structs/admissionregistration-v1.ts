// Written by `npm run generate`; not to be changed by hand.

/** The structs of admissionregistration.v1, a line each. */
export const admissionregistrationV1 = `
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
`
