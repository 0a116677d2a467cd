// Written by `npm run generate`; not to be changed by hand.
import type { FieldSelectorRequirement, LabelSelectorRequirement, ObjectMeta } from './meta-v1.js'

export type ExtraValue = string[]
export type FieldSelectorAttributes = {
  readonly rawSelector?: string
  readonly requirements?: FieldSelectorRequirement[]
}
export type LabelSelectorAttributes = {
  readonly rawSelector?: string
  readonly requirements?: LabelSelectorRequirement[]
}
export type LocalSubjectAccessReview = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec: SubjectAccessReviewSpec
  readonly status?: SubjectAccessReviewStatus
}
export type NonResourceAttributes = {
  readonly path?: string
  readonly verb?: string
}
export type NonResourceRule = {
  readonly verbs: string[]
  readonly nonResourceURLs?: string[]
}
export type ResourceAttributes = {
  readonly namespace?: string
  readonly verb?: string
  readonly group?: string
  readonly version?: string
  readonly resource?: string
  readonly subresource?: string
  readonly name?: string
  readonly fieldSelector?: FieldSelectorAttributes
  readonly labelSelector?: LabelSelectorAttributes
}
export type ResourceRule = {
  readonly verbs: string[]
  readonly apiGroups?: string[]
  readonly resources?: string[]
  readonly resourceNames?: string[]
}
export type SelfSubjectAccessReview = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec: SelfSubjectAccessReviewSpec
  readonly status?: SubjectAccessReviewStatus
}
export type SelfSubjectAccessReviewSpec = {
  readonly resourceAttributes?: ResourceAttributes
  readonly nonResourceAttributes?: NonResourceAttributes
}
export type SelfSubjectRulesReview = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec: SelfSubjectRulesReviewSpec
  readonly status?: SubjectRulesReviewStatus
}
export type SelfSubjectRulesReviewSpec = {
  readonly namespace?: string
}
export type SubjectAccessReview = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec: SubjectAccessReviewSpec
  readonly status?: SubjectAccessReviewStatus
}
export type SubjectAccessReviewSpec = {
  readonly resourceAttributes?: ResourceAttributes
  readonly nonResourceAttributes?: NonResourceAttributes
  readonly user?: string
  readonly groups?: string[]
  readonly extra?: { readonly [key: string]: ExtraValue }
  readonly uid?: string
}
export type SubjectAccessReviewStatus = {
  readonly allowed: boolean
  readonly denied?: boolean
  readonly reason?: string
  readonly evaluationError?: string
}
export type SubjectRulesReviewStatus = {
  readonly resourceRules: ResourceRule[]
  readonly nonResourceRules: NonResourceRule[]
  readonly incomplete: boolean
  readonly evaluationError?: string
}
