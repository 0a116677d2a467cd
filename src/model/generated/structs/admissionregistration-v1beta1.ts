// Written by `npm run generate`; not to be changed by hand.

/** The structs of admissionregistration.v1beta1, a line each. */
export const admissionregistrationV1beta1 = `
AuditAnnotation key!* valueExpression!*
ExpressionWarning 2fieldRef!* warning!*
FailurePolicyType=string
MatchCondition name!* expression!*
MatchPolicyType=string
MatchResources^ namespaceSelector?:meta.v1.LabelSelector objectSelector?:meta.v1.LabelSelector
 resourceRules:[]NamedRuleWithOperations excludeResourceRules:[]NamedRuleWithOperations 7matchPolicy?:MatchPolicyType
NamedRuleWithOperations^ resourceNames:[]string !:admissionregistration.v1.RuleWithOperations
ParamKind^ apiVersion kind
ParamRef^ name namespace selector?:meta.v1.LabelSelector parameterNotFoundAction?:ParameterNotFoundActionType
ParameterNotFoundActionType=string
TypeChecking expressionWarnings:[]ExpressionWarning
ValidatingAdmissionPolicy# metadata!:metadata spec!:ValidatingAdmissionPolicySpec
 status!:ValidatingAdmissionPolicyStatus
ValidatingAdmissionPolicyBinding# metadata!:metadata spec!:ValidatingAdmissionPolicyBindingSpec
ValidatingAdmissionPolicyBindingSpec policyName paramRef?:ParamRef matchResources?:MatchResources
 validationActions:[]ValidationAction@set
ValidatingAdmissionPolicySpec paramKind?:ParamKind matchConstraints?:MatchResources validations:[]Validation
 failurePolicy?:FailurePolicyType auditAnnotations:[]AuditAnnotation matchConditions:[]MatchCondition@name+name
 variables:[]Variable@name+name
ValidatingAdmissionPolicyStatus observedGeneration:int64 typeChecking?:TypeChecking conditions:[]meta.v1.Condition@type
Validation expression!* message reason?:meta.v1.StatusReason messageExpression
ValidationAction=string{Audit,Deny,Warn}
Variable^ name!* expression!*
`
