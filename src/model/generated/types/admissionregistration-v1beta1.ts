// Written by `npm run generate`; not to be changed by hand.
import type { OperationType, ReinvocationPolicyType, ScopeType } from './admissionregistration-v1.js'
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
export type JSONPatch = {
  readonly expression?: string
}
export type MatchCondition = {
  readonly name: string
  readonly expression: string
}
export type MatchResources = {
  readonly namespaceSelector?: LabelSelector
  readonly objectSelector?: LabelSelector
  readonly resourceRules?: NamedRuleWithOperations[]
  readonly excludeResourceRules?: NamedRuleWithOperations[]
  readonly matchPolicy?: string
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
  readonly failurePolicy?: string
  readonly matchConditions?: MatchCondition[]
  readonly reinvocationPolicy?: ReinvocationPolicyType
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
  readonly failurePolicy?: string
  readonly auditAnnotations?: AuditAnnotation[]
  readonly matchConditions?: MatchCondition[]
  readonly variables?: Variable[]
}
export type ValidatingAdmissionPolicyStatus = {
  readonly observedGeneration?: number
  readonly typeChecking?: TypeChecking
  readonly conditions?: Condition[]
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
