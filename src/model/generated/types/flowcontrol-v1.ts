// Written by `npm run generate`; not to be changed by hand.
import type { ObjectMeta } from './meta-v1.js'
import type { Time } from './scalars.js'

export type ExemptPriorityLevelConfiguration = {
  readonly nominalConcurrencyShares?: number
  readonly lendablePercent?: number
}
export type FlowDistinguisherMethod = {
  readonly type: string
}
export type FlowSchema = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: FlowSchemaSpec
  readonly status?: FlowSchemaStatus
}
export type FlowSchemaCondition = {
  readonly type?: string
  readonly status?: string
  readonly lastTransitionTime?: Time
  readonly reason?: string
  readonly message?: string
}
export type FlowSchemaSpec = {
  readonly priorityLevelConfiguration: PriorityLevelConfigurationReference
  readonly matchingPrecedence?: number
  readonly distinguisherMethod?: FlowDistinguisherMethod
  readonly rules?: PolicyRulesWithSubjects[]
}
export type FlowSchemaStatus = {
  readonly conditions?: FlowSchemaCondition[]
}
export type GroupSubject = {
  readonly name: string
}
export type LimitResponse = {
  readonly type: string
  readonly queuing?: QueuingConfiguration
}
export type LimitedPriorityLevelConfiguration = {
  readonly nominalConcurrencyShares?: number
  readonly limitResponse?: LimitResponse
  readonly lendablePercent?: number
  readonly borrowingLimitPercent?: number
}
export type NonResourcePolicyRule = {
  readonly verbs: string[]
  readonly nonResourceURLs: string[]
}
export type PolicyRulesWithSubjects = {
  readonly subjects: Subject[]
  readonly resourceRules?: ResourcePolicyRule[]
  readonly nonResourceRules?: NonResourcePolicyRule[]
}
export type PriorityLevelConfiguration = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: PriorityLevelConfigurationSpec
  readonly status?: PriorityLevelConfigurationStatus
}
export type PriorityLevelConfigurationCondition = {
  readonly type?: string
  readonly status?: string
  readonly lastTransitionTime?: Time
  readonly reason?: string
  readonly message?: string
}
export type PriorityLevelConfigurationReference = {
  readonly name: string
}
export type PriorityLevelConfigurationSpec = {
  readonly type: string
  readonly limited?: LimitedPriorityLevelConfiguration
  readonly exempt?: ExemptPriorityLevelConfiguration
}
export type PriorityLevelConfigurationStatus = {
  readonly conditions?: PriorityLevelConfigurationCondition[]
}
export type QueuingConfiguration = {
  readonly queues?: number
  readonly handSize?: number
  readonly queueLengthLimit?: number
}
export type ResourcePolicyRule = {
  readonly verbs: string[]
  readonly apiGroups: string[]
  readonly resources: string[]
  readonly clusterScope?: boolean
  readonly namespaces?: string[]
}
export type ServiceAccountSubject = {
  readonly namespace: string
  readonly name: string
}
export type Subject = {
  readonly kind: string
  readonly user?: UserSubject
  readonly group?: GroupSubject
  readonly serviceAccount?: ServiceAccountSubject
}
export type UserSubject = {
  readonly name: string
}
