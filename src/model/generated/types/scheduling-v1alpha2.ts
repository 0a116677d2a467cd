// Written by `npm run generate`; not to be changed by hand.
import type { Condition, ObjectMeta } from './meta-v1.js'

export type BasicSchedulingPolicy = object
export type DisruptionMode = 'Pod' | 'PodGroup' | (string & {})
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
  readonly podGroupTemplateRef?: PodGroupTemplateReference
  readonly schedulingPolicy: PodGroupSchedulingPolicy
  readonly schedulingConstraints?: PodGroupSchedulingConstraints
  readonly resourceClaims?: PodGroupResourceClaim[]
  readonly disruptionMode?: DisruptionMode
  readonly priorityClassName?: string
  readonly priority?: number
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
}
export type PodGroupTemplateReference = {
  readonly workload?: WorkloadPodGroupTemplateReference
}
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
export type WorkloadPodGroupTemplateReference = {
  readonly workloadName: string
  readonly podGroupTemplateName: string
}
export type WorkloadSpec = {
  readonly controllerRef?: TypedLocalObjectReference
  readonly podGroupTemplates: PodGroupTemplate[]
}
