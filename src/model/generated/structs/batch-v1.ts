// Written by `npm run generate`; not to be changed by hand.

/** The structs of batch.v1, a line each. */
export const batchV1 = `
CompletionMode=string{Indexed,NonIndexed}
ConcurrencyPolicy=string{Allow,Forbid,Replace}
CronJob# metadata!:metadata <36:spec!:CronJobSpec >36:2spec!*:CronJobSpec status!:CronJobStatus
CronJobSpec schedule!* 8timeZone? 2startingDeadlineSeconds?:int64 concurrencyPolicy:ConcurrencyPolicy suspend?:bool
 jobTemplate!*:JobTemplateSpec successfulJobsHistoryLimit?:int32 failedJobsHistoryLimit?:int32
CronJobStatus active:[]core.v1.ObjectReference 4lastScheduleTime?:time lastSuccessfulTime?:time
Job# metadata!:metadata spec!:JobSpec status!:JobStatus
JobCondition type!*:JobConditionType status!*:core.v1.ConditionStatus lastProbeTime!:time lastTransitionTime!:time
 reason message
JobConditionType=string
>37:JobSchedulingConfiguration schedulingPolicy?:scheduling.v1alpha3.WorkloadPodGroupSchedulingPolicy
 schedulingConstraints?:scheduling.v1alpha3.WorkloadPodGroupSchedulingConstraints
 disruptionMode?:scheduling.v1alpha3.WorkloadPodGroupDisruptionMode
 resourceClaims:[]scheduling.v1alpha3.WorkloadPodGroupResourceClaim@name+name
JobSpec parallelism?:int32 completions?:int32 activeDeadlineSeconds?:int64 11podFailurePolicy?:PodFailurePolicy
 16successPolicy?:SuccessPolicy 7backoffLimit?:int32 12backoffLimitPerIndex?:int32 maxFailedIndexes?:int32
 4selector?:meta.v1.LabelSelector manualSelector?:bool template!*:core.v1.PodTemplateSpec
 8ttlSecondsAfterFinished?:int32 completionMode?:CompletionMode suspend?:bool
 14podReplacementPolicy?:PodReplacementPolicy managedBy? >37:17scheduling?:JobSchedulingConfiguration
JobStatus conditions:[]JobCondition+type startTime?:time completionTime?:time active:int32 succeeded:int32 failed:int32
 11terminating?:int32 7completedIndexes 10failedIndexes? 8uncountedTerminatedPods?:UncountedTerminatedPods ready?:int32
JobTemplateSpec metadata!:metadata spec!:JobSpec
PodFailurePolicy rules!?*:[]PodFailurePolicyRule
PodFailurePolicyAction=string{Count,FailIndex,FailJob,Ignore}
PodFailurePolicyOnExitCodesOperator=string{In,NotIn}
PodFailurePolicyOnExitCodesRequirement containerName? operator!*:PodFailurePolicyOnExitCodesOperator
 values!?*:[]int32@set
PodFailurePolicyOnPodConditionsPattern type!*:core.v1.PodConditionType <35:status!*:core.v1.ConditionStatus
 >35:2status!:core.v1.ConditionStatus
PodFailurePolicyRule action!*:PodFailurePolicyAction onExitCodes?:PodFailurePolicyOnExitCodesRequirement
 onPodConditions:[]PodFailurePolicyOnPodConditionsPattern
PodReplacementPolicy=string{Failed,TerminatingOrFailed}
SuccessPolicy rules!?*:[]SuccessPolicyRule
SuccessPolicyRule succeededIndexes? succeededCount?:int32
UncountedTerminatedPods succeeded:[]pkg.types.UID@set failed:[]pkg.types.UID@set
`
