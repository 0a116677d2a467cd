// Written by `npm run generate`; not to be changed by hand.

/** The structs of scheduling.v1beta1, a line each. */
export const schedulingV1beta1 = `
>37:AllCompositeDisruptionMode
>37:AllDisruptionMode
>37:BasicSchedulingPolicy
>37:CompositeBasicSchedulingPolicy
>37:CompositeDisruptionMode single?:SingleCompositeDisruptionMode all?:AllCompositeDisruptionMode
>37:CompositeGangSchedulingPolicy minGroupCount!*:int32
>37:CompositePodGroupSchedulingConstraints topology:[]TopologyConstraint
>37:CompositePodGroupSchedulingPolicy basic?:CompositeBasicSchedulingPolicy gang?:CompositeGangSchedulingPolicy
>37:CompositePodGroupTemplate name!* schedulingPolicy!*:CompositePodGroupSchedulingPolicy
 schedulingConstraints?:CompositePodGroupSchedulingConstraints disruptionMode?:CompositeDisruptionMode priorityClassName
 priority?:int32 preemptionPolicy?:PreemptionPolicy podGroupTemplates:[]PodGroupTemplate@name
 compositePodGroupTemplates:[]CompositePodGroupTemplate@name
>37:DisruptionMode single?:SingleDisruptionMode all?:AllDisruptionMode
>37:GangSchedulingPolicy minCount!*:int32
>37:PodGroup# metadata!:metadata spec!*:PodGroupSpec status!:PodGroupStatus
>37:PodGroupResourceClaim name!* resourceClaimName? resourceClaimTemplateName?
>37:PodGroupResourceClaimStatus name!* resourceClaimName?
>37:PodGroupSchedulingConstraints topology:[]TopologyConstraint
>37:PodGroupSchedulingPolicy basic?:BasicSchedulingPolicy gang?:GangSchedulingPolicy
>37:PodGroupSpec parentCompositePodGroupName? workloadRef?:WorkloadReference schedulingPolicy!*:PodGroupSchedulingPolicy
 schedulingConstraints?:PodGroupSchedulingConstraints resourceClaims:[]PodGroupResourceClaim@name+name~
 disruptionMode?:DisruptionMode priorityClassName priority?:int32 preemptionPolicy?:PreemptionPolicy
>37:PodGroupStatus conditions:[]meta.v1.Condition@type+type
 resourceClaimStatuses:[]PodGroupResourceClaimStatus@name+name~
>37:PodGroupTemplate name!* schedulingPolicy!*:PodGroupSchedulingPolicy
 schedulingConstraints!?:PodGroupSchedulingConstraints resourceClaims:[]PodGroupResourceClaim@name+name~
 disruptionMode?:DisruptionMode priorityClassName priority?:int32 preemptionPolicy?:PreemptionPolicy
>37:PreemptionPolicy=string{Never,PreemptLowerPriority}
>37:SingleCompositeDisruptionMode
>37:SingleDisruptionMode
>37:TopologyConstraint key!*
>37:TypedLocalObjectReference apiGroup kind!* name!*
>37:Workload# metadata!:metadata spec!*:WorkloadSpec
>37:WorkloadReference workloadName!* templateName!*
>37:WorkloadSpec controllerRef?:TypedLocalObjectReference podGroupTemplates!?:[]PodGroupTemplate@name
 compositePodGroupTemplates:[]CompositePodGroupTemplate@name
`
