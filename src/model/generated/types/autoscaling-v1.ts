// Written by `npm run generate`; not to be changed by hand.
import type { ObjectMeta } from './meta-v1.js'
import type { Time } from './scalars.js'

export type CrossVersionObjectReference = {
  readonly kind: string
  readonly name: string
  readonly apiVersion?: string
}
export type HorizontalPodAutoscaler = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: HorizontalPodAutoscalerSpec
  readonly status?: HorizontalPodAutoscalerStatus
}
export type HorizontalPodAutoscalerSpec = {
  readonly scaleTargetRef: CrossVersionObjectReference
  readonly minReplicas?: number
  readonly maxReplicas: number
  readonly targetCPUUtilizationPercentage?: number
}
export type HorizontalPodAutoscalerStatus = {
  readonly observedGeneration?: number
  readonly lastScaleTime?: Time
  readonly currentReplicas: number
  readonly desiredReplicas: number
  readonly currentCPUUtilizationPercentage?: number
}
export type Scale = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: ScaleSpec
  readonly status?: ScaleStatus
}
export type ScaleSpec = {
  readonly replicas?: number
}
export type ScaleStatus = {
  readonly replicas: number
  readonly selector?: string
}
