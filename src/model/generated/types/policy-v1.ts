// Written by `npm run generate`; not to be changed by hand.
import type { Condition, DeleteOptions, LabelSelector, ObjectMeta } from './meta-v1.js'
import type { IntOrString, Time } from './scalars.js'

export type Eviction = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly deleteOptions?: DeleteOptions
}
export type PodDisruptionBudget = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: PodDisruptionBudgetSpec
  readonly status?: PodDisruptionBudgetStatus
}
export type PodDisruptionBudgetSpec = {
  readonly minAvailable?: IntOrString
  readonly selector?: LabelSelector
  readonly maxUnavailable?: IntOrString
  readonly unhealthyPodEvictionPolicy?: UnhealthyPodEvictionPolicyType
}
export type PodDisruptionBudgetStatus = {
  readonly observedGeneration?: number
  readonly disruptedPods?: { readonly [key: string]: Time }
  readonly disruptionsAllowed: number
  readonly currentHealthy: number
  readonly desiredHealthy: number
  readonly expectedPods: number
  readonly conditions?: Condition[]
}
export type UnhealthyPodEvictionPolicyType = 'AlwaysAllow' | 'IfHealthyBudget' | (string & {})
