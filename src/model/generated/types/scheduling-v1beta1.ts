// Written by `npm run generate`; not to be changed by hand.
import type { Condition, ObjectMeta } from './meta-v1.js'

export type AllCompositeDisruptionMode = object
export type AllDisruptionMode = object
export type BasicSchedulingPolicy = object
export type CompositeBasicSchedulingPolicy = object
export type CompositeDisruptionMode = {
  readonly single?: SingleCompositeDisruptionMode
  readonly all?: AllCompositeDisruptionMode
}
export type CompositeGangSchedulingPolicy = {
  readonly minGroupCount: number
}
export type CompositePodGroupSchedulingConstraints = {
  readonly topology?: TopologyConstraint[]
}
export type CompositePodGroupSchedulingPolicy = {
  readonly basic?: CompositeBasicSchedulingPolicy
  readonly gang?: CompositeGangSchedulingPolicy
}
export type CompositePodGroupTemplate = {
  readonly name: string
  readonly schedulingPolicy: CompositePodGroupSchedulingPolicy
  readonly schedulingConstraints?: CompositePodGroupSchedulingConstraints
  readonly disruptionMode?: CompositeDisruptionMode
  readonly priorityClassName?: string
  readonly priority?: number
  readonly preemptionPolicy?: PreemptionPolicy
  readonly podGroupTemplates?: PodGroupTemplate[]
  readonly compositePodGroupTemplates?: CompositePodGroupTemplate[]
}
export type DisruptionMode = {
  readonly single?: SingleDisruptionMode
  readonly all?: AllDisruptionMode
}
export type GangSchedulingPolicy = {
  readonly minCount: number
}
export type PodGroup = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec: PodGroupSpec
  readonly status?: PodGroupStatus
}
export type PodGroupResourceClaim = {
  readonly name: string
  readonly resourceClaimName?: string
  readonly resourceClaimTemplateName?: string
}
export type PodGroupResourceClaimStatus = {
  readonly name: string
  readonly resourceClaimName?: string
}
export type PodGroupSchedulingConstraints = {
  readonly topology?: TopologyConstraint[]
}
export type PodGroupSchedulingPolicy = {
  readonly basic?: BasicSchedulingPolicy
  readonly gang?: GangSchedulingPolicy
}
export type PodGroupSpec = {
  readonly parentCompositePodGroupName?: string
  readonly workloadRef?: WorkloadReference
  readonly schedulingPolicy: PodGroupSchedulingPolicy
  readonly schedulingConstraints?: PodGroupSchedulingConstraints
  readonly resourceClaims?: PodGroupResourceClaim[]
  readonly disruptionMode?: DisruptionMode
  readonly priorityClassName?: string
  readonly priority?: number
  readonly preemptionPolicy?: PreemptionPolicy
}
export type PodGroupStatus = {
  readonly conditions?: Condition[]
  readonly resourceClaimStatuses?: PodGroupResourceClaimStatus[]
}
export type PodGroupTemplate = {
  readonly name: string
  readonly schedulingPolicy: PodGroupSchedulingPolicy
  readonly schedulingConstraints?: PodGroupSchedulingConstraints
  readonly resourceClaims?: PodGroupResourceClaim[]
  readonly disruptionMode?: DisruptionMode
  readonly priorityClassName?: string
  readonly priority?: number
  readonly preemptionPolicy?: PreemptionPolicy
}
export type PreemptionPolicy = 'Never' | 'PreemptLowerPriority' | (string & {})
export type SingleCompositeDisruptionMode = object
export type SingleDisruptionMode = object
export type TopologyConstraint = {
  readonly key: string
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
export type WorkloadReference = {
  readonly workloadName: string
  readonly templateName: string
}
export type WorkloadSpec = {
  readonly controllerRef?: TypedLocalObjectReference
  readonly podGroupTemplates?: PodGroupTemplate[]
  readonly compositePodGroupTemplates?: CompositePodGroupTemplate[]
}
