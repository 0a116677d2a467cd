// Written by `npm run generate`; not to be changed by hand.

/** The structs of policy.v1, a line each. */
export const policyV1 = `
Eviction# metadata!:metadata deleteOptions?:meta.v1.DeleteOptions
PodDisruptionBudget# metadata!:metadata spec!:PodDisruptionBudgetSpec status!:PodDisruptionBudgetStatus
PodDisruptionBudgetSpec minAvailable?:intOrString selector?:meta.v1.LabelSelector& maxUnavailable?:intOrString
 unhealthyPodEvictionPolicy?:UnhealthyPodEvictionPolicyType
PodDisruptionBudgetStatus observedGeneration:int64 disruptedPods:{}time <36:disruptionsAllowed!*:int32
 <36:currentHealthy!*:int32 <36:desiredHealthy!*:int32 <36:expectedPods!*:int32 >36:3disruptionsAllowed!:int32
 >36:currentHealthy!:int32 >36:desiredHealthy!:int32 >36:expectedPods!:int32 conditions:[]meta.v1.Condition@type+type
UnhealthyPodEvictionPolicyType=string{AlwaysAllow,IfHealthyBudget}
`
