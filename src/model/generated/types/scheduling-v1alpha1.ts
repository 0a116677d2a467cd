// Written by `npm run generate`; not to be changed by hand.
import type { ObjectMeta } from './meta-v1.js'

export type BasicSchedulingPolicy = object
export type GangSchedulingPolicy = {
  readonly minCount: number
}
export type PodGroup = {
  readonly name: string
  readonly policy: PodGroupPolicy
}
export type PodGroupPolicy = {
  readonly basic?: BasicSchedulingPolicy
  readonly gang?: GangSchedulingPolicy
}
export type TypedLocalObjectReference = {
  readonly apiGroup?: string
  readonly kind: string
  readonly name: string
}
export type Workload = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec: WorkloadSpec
}
export type WorkloadSpec = {
  readonly controllerRef?: TypedLocalObjectReference
  readonly podGroups: PodGroup[]
}
