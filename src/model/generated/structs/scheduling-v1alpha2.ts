// Written by `npm run generate`; not to be changed by hand.

/** The structs of scheduling.v1alpha2, a line each. */
export const schedulingV1alpha2 = `
>36<37:BasicSchedulingPolicy
>36<37:DisruptionMode=string{Pod,PodGroup}
>36<37:GangSchedulingPolicy minCount!*:int32
>36<37:PodGroup# metadata!:metadata spec!*:PodGroupSpec status!:PodGroupStatus
>36<37:PodGroupResourceClaim name!* resourceClaimName? resourceClaimTemplateName?
>36<37:PodGroupResourceClaimStatus name!* resourceClaimName?
>36<37:PodGroupSchedulingConstraints topology:[]TopologyConstraint
>36<37:PodGroupSchedulingPolicy basic?:BasicSchedulingPolicy gang?:GangSchedulingPolicy
>36<37:PodGroupSpec podGroupTemplateRef!?:PodGroupTemplateReference schedulingPolicy!*:PodGroupSchedulingPolicy
 schedulingConstraints?:PodGroupSchedulingConstraints resourceClaims:[]PodGroupResourceClaim@name+name~
 disruptionMode?:DisruptionMode=Pod priorityClassName priority?:int32
>36<37:PodGroupStatus conditions:[]meta.v1.Condition@type+type
 resourceClaimStatuses:[]PodGroupResourceClaimStatus@name+name~
>36<37:PodGroupTemplate name!* schedulingPolicy!*:PodGroupSchedulingPolicy
 schedulingConstraints!?:PodGroupSchedulingConstraints resourceClaims:[]PodGroupResourceClaim@name+name~
 disruptionMode?:DisruptionMode priorityClassName priority?:int32
>36<37:PodGroupTemplateReference workload!?:WorkloadPodGroupTemplateReference
>36<37:TopologyConstraint key!*
>36<37:TypedLocalObjectReference apiGroup kind!* name!*
>36<37:Workload# metadata!:metadata spec!*:WorkloadSpec
>36<37:WorkloadPodGroupTemplateReference workloadName!* podGroupTemplateName!*
>36<37:WorkloadSpec controllerRef?:TypedLocalObjectReference podGroupTemplates!?*:[]PodGroupTemplate@name
`
