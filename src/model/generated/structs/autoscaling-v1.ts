// Written by `npm run generate`; not to be changed by hand.

/** The structs of autoscaling.v1, a line each. */
export const autoscalingV1 = `
CrossVersionObjectReference^ kind!* name!* apiVersion
HorizontalPodAutoscaler# metadata!:metadata <36:spec!:HorizontalPodAutoscalerSpec
 >36:2spec!*:HorizontalPodAutoscalerSpec status!:HorizontalPodAutoscalerStatus
HorizontalPodAutoscalerSpec scaleTargetRef!*:CrossVersionObjectReference minReplicas?:int32 maxReplicas!*:int32
 targetCPUUtilizationPercentage?:int32
HorizontalPodAutoscalerStatus observedGeneration?:int64 lastScaleTime?:time currentReplicas!*:int32
 desiredReplicas!*:int32 currentCPUUtilizationPercentage?:int32
Scale# metadata!:metadata spec!:ScaleSpec status!:ScaleStatus
ScaleSpec <34:replicas:int32 >34:1replicas:int32=0
ScaleStatus replicas!*:int32 selector
`
