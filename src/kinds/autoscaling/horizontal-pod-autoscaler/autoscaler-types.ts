import type { LabelSelector } from '../../../registry/label-selector.js'
import type { KubeObject } from '../../../schema/object.js'

/** What names an object in any version. */
export type Reference = { readonly kind?: string; readonly name?: string; readonly apiVersion?: string }

/** Amounts that are aimed at, or measured. */
export type Amounts = {
  readonly type?: string
  readonly value?: string
  readonly averageValue?: string
  readonly averageUtilization?: number
}

/** Where a metric comes from: its members are those of every sort of source. */
export type Source = {
  readonly metric?: { readonly name?: string; readonly selector?: LabelSelector }
  readonly describedObject?: Reference
  readonly name?: string
  readonly container?: string
  readonly target?: Amounts
  readonly current?: Amounts
}

/** The members that name a source, in the order a real server looks at them. */
export const SOURCES = ['object', 'external', 'pods', 'resource', 'containerResource'] as const
/** The member that names a source. */
export type SourceName = (typeof SOURCES)[number]

/** The source that a metric of a type has. */
export const SOURCE_OF_TYPE: { readonly [type: string]: SourceName } = {
  ContainerResource: 'containerResource',
  External: 'external',
  Object: 'object',
  Pods: 'pods',
  Resource: 'resource',
}

/** A metric to scale by, or what it was last. */
export type Metric = { readonly type?: string } & { readonly [source in SourceName]?: Source }

/** How fast something is scaled. */
export type ScalingRules = {
  readonly stabilizationWindowSeconds?: number
  readonly selectPolicy?: string
  readonly policies?: readonly { readonly type?: string; readonly value?: number; readonly periodSeconds?: number }[]
  readonly tolerance?: string
}

/** What the rules read of a HorizontalPodAutoscaler's spec. */
export type AutoscalerSpec = {
  readonly scaleTargetRef?: Reference
  readonly minReplicas?: number
  readonly maxReplicas?: number
  readonly metrics?: readonly Metric[]
  readonly behavior?: { readonly scaleUp?: ScalingRules; readonly scaleDown?: ScalingRules }
}

/** What the rules read of a HorizontalPodAutoscaler. */
export type Autoscaler = KubeObject & {
  readonly spec?: AutoscalerSpec
  readonly status?: {
    readonly observedGeneration?: number
    readonly lastScaleTime?: string | null
    readonly currentReplicas?: number
    readonly desiredReplicas?: number
    readonly currentMetrics?: readonly Metric[] | null
    readonly conditions?: readonly object[]
  }
}
