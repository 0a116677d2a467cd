// Written by `npm run generate`; not to be changed by hand.
export type TopologyConstraint = {
  readonly key: string
}
export type WorkloadPodGroupAllDisruptionMode = object
export type WorkloadPodGroupBasicSchedulingPolicy = object
export type WorkloadPodGroupDisruptionMode = {
  readonly single?: WorkloadPodGroupSingleDisruptionMode
  readonly all?: WorkloadPodGroupAllDisruptionMode
}
export type WorkloadPodGroupGangSchedulingPolicy = {
  readonly minCount?: number
}
export type WorkloadPodGroupResourceClaim = {
  readonly name: string
  readonly resourceClaimName?: string
  readonly resourceClaimTemplateName?: string
}
export type WorkloadPodGroupSchedulingConstraints = {
  readonly topology?: TopologyConstraint[]
}
export type WorkloadPodGroupSchedulingPolicy = {
  readonly basic?: WorkloadPodGroupBasicSchedulingPolicy
  readonly gang?: WorkloadPodGroupGangSchedulingPolicy
}
export type WorkloadPodGroupSingleDisruptionMode = object
