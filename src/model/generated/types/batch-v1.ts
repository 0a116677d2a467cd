// Written by `npm run generate`; not to be changed by hand.
import type { ObjectReference, PodTemplateSpec } from './core-v1.js'
import type { LabelSelector, ObjectMeta } from './meta-v1.js'
import type { Time } from './scalars.js'
import type { WorkloadPodGroupDisruptionMode, WorkloadPodGroupResourceClaim, WorkloadPodGroupSchedulingConstraints, WorkloadPodGroupSchedulingPolicy } from './scheduling-v1alpha3.js'

export type CompletionMode = 'Indexed' | 'NonIndexed' | (string & {})
export type ConcurrencyPolicy = 'Allow' | 'Forbid' | 'Replace' | (string & {})
export type CronJob = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: CronJobSpec
  readonly status?: CronJobStatus
}
export type CronJobSpec = {
  readonly schedule: string
  readonly timeZone?: string
  readonly startingDeadlineSeconds?: number
  readonly concurrencyPolicy?: ConcurrencyPolicy
  readonly suspend?: boolean
  readonly jobTemplate: JobTemplateSpec
  readonly successfulJobsHistoryLimit?: number
  readonly failedJobsHistoryLimit?: number
}
export type CronJobStatus = {
  readonly active?: ObjectReference[]
  readonly lastScheduleTime?: Time
  readonly lastSuccessfulTime?: Time
}
export type Job = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: JobSpec
  readonly status?: JobStatus
}
export type JobCondition = {
  readonly type: string
  readonly status: string
  readonly lastProbeTime?: Time
  readonly lastTransitionTime?: Time
  readonly reason?: string
  readonly message?: string
}
export type JobSchedulingConfiguration = {
  readonly schedulingPolicy?: WorkloadPodGroupSchedulingPolicy
  readonly schedulingConstraints?: WorkloadPodGroupSchedulingConstraints
  readonly disruptionMode?: WorkloadPodGroupDisruptionMode
  readonly resourceClaims?: WorkloadPodGroupResourceClaim[]
}
export type JobSpec = {
  readonly parallelism?: number
  readonly completions?: number
  readonly activeDeadlineSeconds?: number
  readonly podFailurePolicy?: PodFailurePolicy
  readonly successPolicy?: SuccessPolicy
  readonly backoffLimit?: number
  readonly backoffLimitPerIndex?: number
  readonly maxFailedIndexes?: number
  readonly selector?: LabelSelector
  readonly manualSelector?: boolean
  readonly template: PodTemplateSpec
  readonly ttlSecondsAfterFinished?: number
  readonly completionMode?: CompletionMode
  readonly suspend?: boolean
  readonly podReplacementPolicy?: PodReplacementPolicy
  readonly managedBy?: string
  readonly scheduling?: JobSchedulingConfiguration
}
export type JobStatus = {
  readonly conditions?: JobCondition[]
  readonly startTime?: Time
  readonly completionTime?: Time
  readonly active?: number
  readonly succeeded?: number
  readonly failed?: number
  readonly terminating?: number
  readonly completedIndexes?: string
  readonly failedIndexes?: string
  readonly uncountedTerminatedPods?: UncountedTerminatedPods
  readonly ready?: number
}
export type JobTemplateSpec = {
  readonly metadata?: ObjectMeta
  readonly spec?: JobSpec
}
export type PodFailurePolicy = {
  readonly rules: PodFailurePolicyRule[]
}
export type PodFailurePolicyAction = 'Count' | 'FailIndex' | 'FailJob' | 'Ignore' | (string & {})
export type PodFailurePolicyOnExitCodesOperator = 'In' | 'NotIn' | (string & {})
export type PodFailurePolicyOnExitCodesRequirement = {
  readonly containerName?: string
  readonly operator: PodFailurePolicyOnExitCodesOperator
  readonly values: number[]
}
export type PodFailurePolicyOnPodConditionsPattern = {
  readonly type: string
  readonly status: string
}
export type PodFailurePolicyRule = {
  readonly action: PodFailurePolicyAction
  readonly onExitCodes?: PodFailurePolicyOnExitCodesRequirement
  readonly onPodConditions?: PodFailurePolicyOnPodConditionsPattern[]
}
export type PodReplacementPolicy = 'Failed' | 'TerminatingOrFailed' | (string & {})
export type SuccessPolicy = {
  readonly rules: SuccessPolicyRule[]
}
export type SuccessPolicyRule = {
  readonly succeededIndexes?: string
  readonly succeededCount?: number
}
export type UncountedTerminatedPods = {
  readonly succeeded?: string[]
  readonly failed?: string[]
}
