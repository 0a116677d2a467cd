// Written by `npm run generate`; not to be changed by hand.

/** The structs of scheduling.v1, a line each. */
export const schedulingV1 = `
PriorityClass# metadata!:metadata <36:value!*:int32 >36:2value!:int32 globalDefault:bool description
 preemptionPolicy?:core.v1.PreemptionPolicy
`
