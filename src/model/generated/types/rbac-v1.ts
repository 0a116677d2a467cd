// Written by `npm run generate`; not to be changed by hand.
import type { LabelSelector, ObjectMeta } from './meta-v1.js'

export type AggregationRule = {
  readonly clusterRoleSelectors?: LabelSelector[]
}
export type ClusterRole = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly rules?: PolicyRule[]
  readonly aggregationRule?: AggregationRule
}
export type ClusterRoleBinding = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly subjects?: Subject[]
  readonly roleRef: RoleRef
}
export type PolicyRule = {
  readonly verbs: string[]
  readonly apiGroups?: string[]
  readonly resources?: string[]
  readonly resourceNames?: string[]
  readonly nonResourceURLs?: string[]
}
export type Role = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly rules?: PolicyRule[]
}
export type RoleBinding = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly subjects?: Subject[]
  readonly roleRef: RoleRef
}
export type RoleRef = {
  readonly apiGroup: string
  readonly kind: string
  readonly name: string
}
export type Subject = {
  readonly kind: string
  readonly apiGroup?: string
  readonly name: string
  readonly namespace?: string
}
