// Written by `npm run generate`; not to be changed by hand.

/** The structs of admissionregistration.v1beta1, a line each. */
export const admissionregistrationV1beta1 = `
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
`
