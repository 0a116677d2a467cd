// Written by `npm run generate`; not to be changed by hand.
import type { OperationType, ReinvocationPolicyType, ScopeType } from './admissionregistration-v1.js'
import type { LabelSelector, ObjectMeta } from './meta-v1.js'

export type ApplyConfiguration = {
  readonly expression?: string
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
  readonly parameterNotFoundAction?: ParameterNotFoundActionType
}
export type ParameterNotFoundActionType = 'Allow' | 'Deny' | (string & {})
export type PatchType = 'ApplyConfiguration' | 'JSONPatch' | (string & {})
export type Variable = {
  readonly name: string
  readonly expression: string
}
