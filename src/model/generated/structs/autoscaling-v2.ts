// Written by `npm run generate`; not to be changed by hand.

/** The structs of autoscaling.v2, a line each. */
export const autoscalingV2 = `
ContainerResourceMetricSource name!*:core.v1.ResourceName target!*:MetricTarget container!*
ContainerResourceMetricStatus name!*:core.v1.ResourceName current!*:MetricValueStatus container!*
CrossVersionObjectReference kind!* name!* apiVersion
ExternalMetricSource metric!*:MetricIdentifier target!*:MetricTarget
ExternalMetricStatus metric!*:MetricIdentifier current!*:MetricValueStatus
HPAScalingPolicy type!*:HPAScalingPolicyType value!*:int32 periodSeconds!*:int32
HPAScalingPolicyType=string
HPAScalingRules 3stabilizationWindowSeconds?:int32 1selectPolicy?:ScalingPolicySelect policies:[]HPAScalingPolicy
 4tolerance?:quantity
HorizontalPodAutoscaler# metadata!:metadata <36:spec!:HorizontalPodAutoscalerSpec
 >36:2spec!*:HorizontalPodAutoscalerSpec status!:HorizontalPodAutoscalerStatus
HorizontalPodAutoscalerBehavior scaleUp?:HPAScalingRules scaleDown?:HPAScalingRules
HorizontalPodAutoscalerCondition type!*:HorizontalPodAutoscalerConditionType status!*:core.v1.ConditionStatus
 lastTransitionTime!:time reason message >37:observedGeneration?:int64
HorizontalPodAutoscalerConditionType=string
HorizontalPodAutoscalerSpec scaleTargetRef!*:CrossVersionObjectReference minReplicas?:int32 maxReplicas!*:int32
 metrics:[]MetricSpec behavior?:HorizontalPodAutoscalerBehavior
HorizontalPodAutoscalerStatus observedGeneration?:int64 lastScaleTime?:time currentReplicas:int32
 desiredReplicas!*:int32 currentMetrics!?:[]MetricStatus conditions:[]HorizontalPodAutoscalerCondition@type+type
MetricIdentifier name!* selector?:meta.v1.LabelSelector
MetricSourceType=string
MetricSpec type!*:MetricSourceType object?:ObjectMetricSource pods?:PodsMetricSource resource?:ResourceMetricSource
 7containerResource?:ContainerResourceMetricSource 5external?:ExternalMetricSource
MetricStatus type!*:MetricSourceType object?:ObjectMetricStatus pods?:PodsMetricStatus resource?:ResourceMetricStatus
 7containerResource?:ContainerResourceMetricStatus 5external?:ExternalMetricStatus
MetricTarget type!*:MetricTargetType value?:quantity averageValue?:quantity averageUtilization?:int32
MetricTargetType=string
MetricValueStatus value?:quantity averageValue?:quantity averageUtilization?:int32
ObjectMetricSource describedObject!*:CrossVersionObjectReference target!*:MetricTarget metric!*:MetricIdentifier
ObjectMetricStatus metric!*:MetricIdentifier current!*:MetricValueStatus describedObject!*:CrossVersionObjectReference
PodsMetricSource metric!*:MetricIdentifier target!*:MetricTarget
PodsMetricStatus metric!*:MetricIdentifier current!*:MetricValueStatus
ResourceMetricSource name!*:core.v1.ResourceName target!*:MetricTarget
ResourceMetricStatus name!*:core.v1.ResourceName current!*:MetricValueStatus
ScalingPolicySelect=string
`
