import type { LabelSelector } from '../../../model/registry/label-selector.js'
import type { KubeObject } from '../../../schema/object.js'

/** A CrossVersionObjectReference. */
export type Reference = { readonly kind?: string; readonly name?: string; readonly apiVersion?: string }

/** The target or the current value of a metric (MetricTarget, MetricValueStatus). */
export type Amounts = {
  readonly type?: string
  readonly value?: string
  readonly averageValue?: string
  readonly averageUtilization?: number
}

/** A metric source, with the fields of all source types. */
export type Source = {
  readonly metric?: { readonly name?: string; readonly selector?: LabelSelector }
  readonly describedObject?: Reference
  readonly name?: string
  readonly container?: string
  readonly target?: Amounts
  readonly current?: Amounts
}

/** The fields of a metric that hold a source, in the order a real server checks them. */
export const SOURCES = ['object', 'external', 'pods', 'resource', 'containerResource'] as const
/** The field of a metric that holds its source. */
export type SourceName = (typeof SOURCES)[number]

/** The source field that each metric type requires. */
export const SOURCE_OF_TYPE: { readonly [type: string]: SourceName } = {
  ContainerResource: 'containerResource',
  External: 'external',
  Object: 'object',
  Pods: 'pods',
  Resource: 'resource',
}

/** A metric to scale by (MetricSpec), or its last measured value (MetricStatus). */
export type Metric = { readonly type?: string } & { readonly [source in SourceName]?: Source }

/** How fast a target is scaled in one direction (HPAScalingRules). */
export type ScalingRules = {
  readonly stabilizationWindowSeconds?: number
  readonly selectPolicy?: string
  readonly policies?: readonly { readonly type?: string; readonly value?: number; readonly periodSeconds?: number }[]
  readonly tolerance?: string
}

/** The fields of a HorizontalPodAutoscaler's spec that validation and defaulting read. */
export type AutoscalerSpec = {
  readonly scaleTargetRef?: Reference
  readonly minReplicas?: number
  readonly maxReplicas?: number
  readonly metrics?: readonly Metric[]
  readonly behavior?: { readonly scaleUp?: ScalingRules; readonly scaleDown?: ScalingRules }
}

/** The fields of a HorizontalPodAutoscaler that its validation reads. */
export type Autoscaler = KubeObject & {
  readonly spec?: AutoscalerSpec
  readonly status?: {
    readonly observedGeneration?: number
    readonly lastScaleTime?: string | null
    readonly currentReplicas?: number
    readonly desiredReplicas?: number
    readonly currentMetrics?: readonly Metric[] | null
    readonly conditions?: readonly { readonly observedGeneration?: number }[]
  }
}

/** The apiVersion in which objects are stored. */
export const STORED = 'autoscaling/v2'
/** The other apiVersion in which they are served. */
export const FIRST = 'autoscaling/v1'
