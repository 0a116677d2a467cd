// Written by `npm run generate`; not to be changed by hand.

/** The structs of scheduling.v1alpha1, a line each. */
export const schedulingV1alpha1 = `
>35<36:BasicSchedulingPolicy
>35<36:GangSchedulingPolicy minCount!*:int32
>35<36:PodGroup name!* 3policy!*:PodGroupPolicy
>35<36:PodGroupPolicy 2basic?:BasicSchedulingPolicy gang?:GangSchedulingPolicy
>35<36:TypedLocalObjectReference apiGroup kind!* name!*
>35<36:Workload# metadata!:metadata spec!*:WorkloadSpec
>35<36:WorkloadSpec controllerRef?:TypedLocalObjectReference podGroups!?*:[]PodGroup@name
`
