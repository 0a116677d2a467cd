// Written by `npm run generate`; not to be changed by hand.

/** The structs of admissionregistration.v1alpha1, a line each. */
export const admissionregistrationV1alpha1 = `
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
`
