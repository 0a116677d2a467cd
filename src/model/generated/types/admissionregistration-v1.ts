// Written by `npm run generate`; not to be changed by hand.
import type { Condition, LabelSelector, ObjectMeta } from './meta-v1.js'

export type ApplyConfiguration = {
  readonly expression?: string
}
export type AuditAnnotation = {
  readonly key: string
  readonly valueExpression: string
}
export type ExpressionWarning = {
  readonly fieldRef: string
  readonly warning: string
}
export type FailurePolicyType = 'Fail' | 'Ignore' | (string & {})
export type JSONPatch = {
  readonly expression?: string
}
export type MatchCondition = {
  readonly name: string
  readonly expression: string
}
export type MatchPolicyType = 'Equivalent' | 'Exact' | (string & {})
export type MatchResources = {
  readonly namespaceSelector?: LabelSelector
  readonly objectSelector?: LabelSelector
  readonly resourceRules?: NamedRuleWithOperations[]
  readonly excludeResourceRules?: NamedRuleWithOperations[]
  readonly matchPolicy?: MatchPolicyType
}
export type MutatingAdmissionPolicy = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: MutatingAdmissionPolicySpec
}
export type MutatingAdmissionPolicyBinding = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: MutatingAdmissionPolicyBindingSpec
}
export type MutatingAdmissionPolicyBindingSpec = {
  readonly policyName?: string
  readonly paramRef?: ParamRef
  readonly matchResources?: MatchResources
}
export type MutatingAdmissionPolicySpec = {
  readonly paramKind?: ParamKind
  readonly matchConstraints?: MatchResources
  readonly variables?: Variable[]
  readonly mutations?: Mutation[]
  readonly failurePolicy?: FailurePolicyType
  readonly matchConditions?: MatchCondition[]
  readonly reinvocationPolicy?: ReinvocationPolicyType
}
export type MutatingWebhook = {
  readonly name: string
  readonly clientConfig: WebhookClientConfig
  readonly rules?: RuleWithOperations[]
  readonly failurePolicy?: FailurePolicyType
  readonly matchPolicy?: MatchPolicyType
  readonly namespaceSelector?: LabelSelector
  readonly objectSelector?: LabelSelector
  readonly sideEffects: SideEffectClass
  readonly timeoutSeconds?: number
  readonly admissionReviewVersions: string[]
  readonly reinvocationPolicy?: ReinvocationPolicyType
  readonly matchConditions?: MatchCondition[]
}
export type MutatingWebhookConfiguration = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly webhooks?: MutatingWebhook[]
}
export type Mutation = {
  readonly patchType: PatchType
  readonly applyConfiguration?: ApplyConfiguration
  readonly jsonPatch?: JSONPatch
}
export type NamedRuleWithOperations = {
  readonly resourceNames?: string[]
  readonly operations?: OperationType[]
  readonly apiGroups?: string[]
  readonly apiVersions?: string[]
  readonly resources?: string[]
  readonly scope?: ScopeType
}
export type OperationType = '*' | 'CONNECT' | 'CREATE' | 'DELETE' | 'UPDATE' | (string & {})
export type ParamKind = {
  readonly apiVersion?: string
  readonly kind?: string
}
export type ParamRef = {
  readonly name?: string
  readonly namespace?: string
  readonly selector?: LabelSelector
  readonly parameterNotFoundAction?: string
}
export type PatchType = 'ApplyConfiguration' | 'JSONPatch' | (string & {})
export type ReinvocationPolicyType = 'IfNeeded' | 'Never' | (string & {})
export type Rule = {
  readonly apiGroups?: string[]
  readonly apiVersions?: string[]
  readonly resources?: string[]
  readonly scope?: ScopeType
}
export type RuleWithOperations = {
  readonly operations?: OperationType[]
  readonly apiGroups?: string[]
  readonly apiVersions?: string[]
  readonly resources?: string[]
  readonly scope?: ScopeType
}
export type ScopeType = '*' | 'Cluster' | 'Namespaced' | (string & {})
export type ServiceReference = {
  readonly namespace: string
  readonly name: string
  readonly path?: string
  readonly port?: number
}
export type SideEffectClass = 'None' | 'NoneOnDryRun' | 'Some' | 'Unknown' | (string & {})
export type TypeChecking = {
  readonly expressionWarnings?: ExpressionWarning[]
}
export type ValidatingAdmissionPolicy = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: ValidatingAdmissionPolicySpec
  readonly status?: ValidatingAdmissionPolicyStatus
}
export type ValidatingAdmissionPolicyBinding = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: ValidatingAdmissionPolicyBindingSpec
}
export type ValidatingAdmissionPolicyBindingSpec = {
  readonly policyName?: string
  readonly paramRef?: ParamRef
  readonly matchResources?: MatchResources
  readonly validationActions?: ValidationAction[]
}
export type ValidatingAdmissionPolicySpec = {
  readonly paramKind?: ParamKind
  readonly matchConstraints?: MatchResources
  readonly validations?: Validation[]
  readonly failurePolicy?: FailurePolicyType
  readonly auditAnnotations?: AuditAnnotation[]
  readonly matchConditions?: MatchCondition[]
  readonly variables?: Variable[]
}
export type ValidatingAdmissionPolicyStatus = {
  readonly observedGeneration?: number
  readonly typeChecking?: TypeChecking
  readonly conditions?: Condition[]
}
export type ValidatingWebhook = {
  readonly name: string
  readonly clientConfig: WebhookClientConfig
  readonly rules?: RuleWithOperations[]
  readonly failurePolicy?: FailurePolicyType
  readonly matchPolicy?: MatchPolicyType
  readonly namespaceSelector?: LabelSelector
  readonly objectSelector?: LabelSelector
  readonly sideEffects: SideEffectClass
  readonly timeoutSeconds?: number
  readonly admissionReviewVersions: string[]
  readonly matchConditions?: MatchCondition[]
}
export type ValidatingWebhookConfiguration = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly webhooks?: ValidatingWebhook[]
}
export type Validation = {
  readonly expression: string
  readonly message?: string
  readonly reason?: string
  readonly messageExpression?: string
}
export type ValidationAction = 'Audit' | 'Deny' | 'Warn' | (string & {})
export type Variable = {
  readonly name: string
  readonly expression: string
}
export type WebhookClientConfig = {
  readonly url?: string
  readonly service?: ServiceReference
  readonly caBundle?: string
}
