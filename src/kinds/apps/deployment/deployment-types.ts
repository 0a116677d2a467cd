import type { LabelSelector } from '../../../registry/label-selector.js'
import type { KubeObject } from '../../../schema/object.js'
import type { PodSpec } from '../../core/pod/pod-types.js'
import type { Texts } from '../../shared/texts.js'

/** What the rules read of a Deployment. */
export type Deployment = KubeObject & {
  readonly spec?: {
    readonly replicas?: number
    readonly selector?: LabelSelector | null
    readonly template?: {
      readonly metadata?: { readonly labels?: Texts; readonly annotations?: Texts }
      readonly spec?: PodSpec
    }
    readonly strategy?: {
      readonly type?: string
      readonly rollingUpdate?: { readonly maxUnavailable?: number | string; readonly maxSurge?: number | string }
    }
    readonly minReadySeconds?: number
    readonly revisionHistoryLimit?: number
    readonly progressDeadlineSeconds?: number
  }
  readonly status?: { readonly [count in DeploymentCount]?: number }
}

/** What a Deployment's status counts. */
export type DeploymentCount =
  | 'observedGeneration'
  | 'replicas'
  | 'updatedReplicas'
  | 'readyReplicas'
  | 'availableReplicas'
  | 'unavailableReplicas'
  | 'terminatingReplicas'
  | 'collisionCount'
