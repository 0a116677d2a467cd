import type { LabelSelector } from '../../../model/registry/label-selector.js'
import type { KubeObject } from '../../../schema/object.js'
import type { PodTemplateSpec } from '../../core/pod/pod-template.js'
import type { ClaimSpec } from '../../core/persistent-volume-claim/schema.js'
import type { IntOrPercent } from '../../shared/int-or-percent.js'

/** The fields of a volumeClaimTemplate that validation and defaulting read. */
export type ClaimTemplate = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly spec?: ClaimSpec
  readonly status?: { readonly phase?: string }
}

/** The fields of a StatefulSet's spec that validation and defaulting read. */
export type StatefulSetSpec = {
  readonly replicas?: number
  readonly selector?: LabelSelector | null
  readonly template?: PodTemplateSpec
  readonly volumeClaimTemplates?: readonly ClaimTemplate[]
  readonly serviceName?: string
  readonly podManagementPolicy?: string
  readonly updateStrategy?: {
    readonly type?: string
    readonly rollingUpdate?: { readonly partition?: number; readonly maxUnavailable?: IntOrPercent }
  }
  readonly revisionHistoryLimit?: number
  readonly minReadySeconds?: number
  readonly persistentVolumeClaimRetentionPolicy?: { readonly whenDeleted?: string; readonly whenScaled?: string }
  readonly ordinals?: { readonly start?: number }
}

/** The fields of a StatefulSet that its validation reads. */
export type StatefulSet = KubeObject & {
  readonly spec?: StatefulSetSpec
  readonly status?: {
    readonly [
      count in
        | 'replicas'
        | 'readyReplicas'
        | 'currentReplicas'
        | 'updatedReplicas'
        | 'availableReplicas'
        | 'observedGeneration'
        | 'collisionCount'
    ]?: number
  }
}
