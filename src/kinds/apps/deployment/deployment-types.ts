import type { LabelSelector } from '../../../model/registry/label-selector.js'
import type { KubeObject } from '../../../schema/object.js'
import type { PodTemplateSpec } from '../../core/pod/pod-template.js'
import type { IntOrPercent } from '../../shared/int-or-percent.js'

/** The fields of a Deployment that its validation reads. */
export type Deployment = KubeObject & {
  readonly spec?: {
    readonly replicas?: number
    readonly selector?: LabelSelector | null
    readonly template?: PodTemplateSpec
    readonly strategy?: {
      readonly type?: string
      readonly rollingUpdate?: { readonly maxUnavailable?: IntOrPercent; readonly maxSurge?: IntOrPercent }
    }
    readonly minReadySeconds?: number
    readonly revisionHistoryLimit?: number
    readonly progressDeadlineSeconds?: number
  }
  readonly status?: { readonly [count in DeploymentCount]?: number }
}

/** The integer fields of a Deployment's status. */
export type DeploymentCount =
  | 'observedGeneration'
  | 'replicas'
  | 'updatedReplicas'
  | 'readyReplicas'
  | 'availableReplicas'
  | 'unavailableReplicas'
  | 'terminatingReplicas'
  | 'collisionCount'
