import type { LabelSelector } from '../../../model/registry/label-selector.js'
import type { KubeObject } from '../../../schema/object.js'
import type { PodTemplateSpec } from '../../core/pod/pod-template.js'

/** The fields of a PodFailurePolicyRule that validation reads. */
export type FailureRule = {
  readonly action?: string
  readonly onExitCodes?: {
    readonly containerName?: string
    readonly operator?: string
    readonly values?: readonly number[] | null
  }
  readonly onPodConditions?: readonly { readonly type?: string; readonly status?: string }[]
}

/** The fields of a SuccessPolicyRule that validation reads. */
export type SuccessRule = { readonly succeededIndexes?: string; readonly succeededCount?: number }

/** The fields of a Job's spec that validation and defaulting read. */
export type JobSpec = {
  readonly parallelism?: number
  readonly completions?: number
  readonly activeDeadlineSeconds?: number
  readonly podFailurePolicy?: { readonly rules?: readonly FailureRule[] | null }
  readonly successPolicy?: { readonly rules?: readonly SuccessRule[] | null }
  readonly backoffLimit?: number
  readonly backoffLimitPerIndex?: number
  readonly maxFailedIndexes?: number
  readonly selector?: LabelSelector
  readonly manualSelector?: boolean
  readonly template?: PodTemplateSpec
  readonly ttlSecondsAfterFinished?: number
  readonly completionMode?: string
  readonly suspend?: boolean
  readonly podReplacementPolicy?: string
  readonly scheduling?: object
  readonly managedBy?: string
}

/** The fields of a Job's status that validation reads. */
export type JobStatus = {
  readonly conditions?: readonly { readonly type?: string; readonly status?: string }[]
  readonly startTime?: string | null
  readonly completionTime?: string | null
  readonly active?: number
  readonly succeeded?: number
  readonly failed?: number
  readonly terminating?: number
  readonly completedIndexes?: string
  readonly failedIndexes?: string
  readonly uncountedTerminatedPods?: { readonly succeeded?: readonly string[]; readonly failed?: readonly string[] }
  readonly ready?: number
}

/** The fields of a Job that its rules read. */
export type Job = KubeObject & { readonly spec?: JobSpec; readonly status?: JobStatus }
