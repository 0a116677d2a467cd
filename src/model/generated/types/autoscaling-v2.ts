// Written by `npm run generate`; not to be changed by hand.
import type { LabelSelector, ObjectMeta } from './meta-v1.js'
import type { Quantity, Time } from './scalars.js'

export type ContainerResourceMetricSource = {
  readonly name: string
  readonly target: MetricTarget
  readonly container: string
}
export type ContainerResourceMetricStatus = {
  readonly name: string
  readonly current: MetricValueStatus
  readonly container: string
}
export type CrossVersionObjectReference = {
  readonly kind: string
  readonly name: string
  readonly apiVersion?: string
}
export type ExternalMetricSource = {
  readonly metric: MetricIdentifier
  readonly target: MetricTarget
}
export type ExternalMetricStatus = {
  readonly metric: MetricIdentifier
  readonly current: MetricValueStatus
}
export type HPAScalingPolicy = {
  readonly type: string
  readonly value: number
  readonly periodSeconds: number
}
export type HPAScalingRules = {
  readonly stabilizationWindowSeconds?: number
  readonly selectPolicy?: string
  readonly policies?: HPAScalingPolicy[]
  readonly tolerance?: Quantity
}
export type HorizontalPodAutoscaler = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: HorizontalPodAutoscalerSpec
  readonly status?: HorizontalPodAutoscalerStatus
}
export type HorizontalPodAutoscalerBehavior = {
  readonly scaleUp?: HPAScalingRules
  readonly scaleDown?: HPAScalingRules
}
export type HorizontalPodAutoscalerCondition = {
  readonly type: string
  readonly status: string
  readonly lastTransitionTime?: Time
  readonly reason?: string
  readonly message?: string
  readonly observedGeneration?: number
}
export type HorizontalPodAutoscalerSpec = {
  readonly scaleTargetRef: CrossVersionObjectReference
  readonly minReplicas?: number
  readonly maxReplicas: number
  readonly metrics?: MetricSpec[]
  readonly behavior?: HorizontalPodAutoscalerBehavior
}
export type HorizontalPodAutoscalerStatus = {
  readonly observedGeneration?: number
  readonly lastScaleTime?: Time
  readonly currentReplicas?: number
  readonly desiredReplicas: number
  readonly currentMetrics?: MetricStatus[]
  readonly conditions?: HorizontalPodAutoscalerCondition[]
}
export type MetricIdentifier = {
  readonly name: string
  readonly selector?: LabelSelector
}
export type MetricSpec = {
  readonly type: string
  readonly object?: ObjectMetricSource
  readonly pods?: PodsMetricSource
  readonly resource?: ResourceMetricSource
  readonly containerResource?: ContainerResourceMetricSource
  readonly external?: ExternalMetricSource
}
export type MetricStatus = {
  readonly type: string
  readonly object?: ObjectMetricStatus
  readonly pods?: PodsMetricStatus
  readonly resource?: ResourceMetricStatus
  readonly containerResource?: ContainerResourceMetricStatus
  readonly external?: ExternalMetricStatus
}
export type MetricTarget = {
  readonly type: string
  readonly value?: Quantity
  readonly averageValue?: Quantity
  readonly averageUtilization?: number
}
export type MetricValueStatus = {
  readonly value?: Quantity
  readonly averageValue?: Quantity
  readonly averageUtilization?: number
}
export type ObjectMetricSource = {
  readonly describedObject: CrossVersionObjectReference
  readonly target: MetricTarget
  readonly metric: MetricIdentifier
}
export type ObjectMetricStatus = {
  readonly metric: MetricIdentifier
  readonly current: MetricValueStatus
  readonly describedObject: CrossVersionObjectReference
}
export type PodsMetricSource = {
  readonly metric: MetricIdentifier
  readonly target: MetricTarget
}
export type PodsMetricStatus = {
  readonly metric: MetricIdentifier
  readonly current: MetricValueStatus
}
export type ResourceMetricSource = {
  readonly name: string
  readonly target: MetricTarget
}
export type ResourceMetricStatus = {
  readonly name: string
  readonly current: MetricValueStatus
}
