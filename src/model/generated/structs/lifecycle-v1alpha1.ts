// Written by `npm run generate`; not to be changed by hand.

/** The structs of lifecycle.v1alpha1, a line each. */
export const lifecycleV1alpha1 = `
>37:Eviction# metadata!:metadata spec!*:EvictionSpec status!:EvictionStatus
>37:EvictionPodReference name!* uid!*:pkg.types.UID
>37:EvictionRequest# metadata!:metadata spec!*:EvictionRequestSpec status!:EvictionRequestStatus
>37:EvictionRequestIntent=string{Eviction,Withdrawn}
>37:EvictionRequestPodReference name!* uid!*:pkg.types.UID
>37:EvictionRequestSpec target!*:EvictionRequestTarget requester!* intent!*:EvictionRequestIntent
>37:EvictionRequestStatus conditions:[]meta.v1.Condition@type+type observedGeneration?:int64
>37:EvictionRequestTarget pod?:EvictionRequestPodReference
>37:EvictionSpec target!*:EvictionTarget
>37:EvictionStatus conditions:[]meta.v1.Condition@type+type observedGeneration?:int64 requesters:[]Requester@name+name
 targetResponders:[]TargetResponder@name+name responders:[]ResponderStatus@name+name
>37:EvictionTarget pod?:EvictionPodReference
>37:Requester^ name!* intent!*:RequesterIntent
>37:RequesterIntent=string{Eviction,Withdrawn}
>37:ResponderStateType=string{Active,Canceled,Completed,Inactive,Interrupted}
>37:ResponderStatus name!* startTime?:time heartbeatTime?:time expectedCompletionTime?:time completionTime?:time
 message?
>37:TargetResponder^ name!* priority!?*:int32 state!*:ResponderStateType
`
