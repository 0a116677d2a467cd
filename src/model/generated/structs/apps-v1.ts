// Written by `npm run generate`; not to be changed by hand.

/** The structs of apps.v1, a line each. */
export const appsV1 = `
ControllerRevision# metadata!:metadata <37:data!:any <37:revision!*:int64 >37:2data!*:any >37:revision!:int64
DaemonSet# metadata!:metadata <37:spec!:DaemonSetSpec >37:2spec!*:DaemonSetSpec status!:DaemonSetStatus
DaemonSetCondition <37:type!*:DaemonSetConditionType <37:status!*:core.v1.ConditionStatus
 >37:1type!:DaemonSetConditionType >37:status!:core.v1.ConditionStatus lastTransitionTime!:time reason message
DaemonSetConditionType=string
DaemonSetSpec selector!?*:meta.v1.LabelSelector template!*:core.v1.PodTemplateSpec
 updateStrategy!:DaemonSetUpdateStrategy minReadySeconds:int32 6revisionHistoryLimit?:int32
DaemonSetStatus currentNumberScheduled!*:int32 numberMisscheduled!*:int32 desiredNumberScheduled!*:int32
 numberReady!*:int32 observedGeneration:int64 updatedNumberScheduled:int32 numberAvailable:int32 numberUnavailable:int32
 collisionCount?:int32 conditions:[]DaemonSetCondition@type+type
DaemonSetUpdateStrategy type:DaemonSetUpdateStrategyType rollingUpdate?:RollingUpdateDaemonSet
DaemonSetUpdateStrategyType=string{OnDelete,RollingUpdate}
Deployment# metadata!:metadata <37:spec!:DeploymentSpec >37:2spec!*:DeploymentSpec status!:DeploymentStatus
DeploymentCondition <37:type!*:DeploymentConditionType <37:status!*:core.v1.ConditionStatus
 >37:1type!:DeploymentConditionType >37:status!:core.v1.ConditionStatus 6lastUpdateTime!:time lastTransitionTime!:time
 4reason message
DeploymentConditionType=string
DeploymentSpec replicas?:int32 selector!?*:meta.v1.LabelSelector template!*:core.v1.PodTemplateSpec
 strategy!:DeploymentStrategy~ minReadySeconds:int32 revisionHistoryLimit?:int32 paused:bool
 9progressDeadlineSeconds?:int32
DeploymentStatus observedGeneration:int64 replicas:int32 updatedReplicas:int32 7readyReplicas:int32
 4availableReplicas:int32 unavailableReplicas:int32 9terminatingReplicas?:int32
 6conditions:[]DeploymentCondition@type+type 8collisionCount?:int32
DeploymentStrategy type:DeploymentStrategyType rollingUpdate?:RollingUpdateDeployment
DeploymentStrategyType=string{Recreate,RollingUpdate}
PersistentVolumeClaimRetentionPolicyType=string
PodManagementPolicyType=string{OrderedReady,Parallel}
ReplicaSet# metadata!:metadata <37:spec!:ReplicaSetSpec >37:2spec!*:ReplicaSetSpec status!:ReplicaSetStatus
ReplicaSetCondition <37:type!*:ReplicaSetConditionType <37:status!*:core.v1.ConditionStatus
 >37:1type!:ReplicaSetConditionType >37:status!:core.v1.ConditionStatus lastTransitionTime!:time reason message
ReplicaSetConditionType=string
ReplicaSetSpec replicas?:int32 4minReadySeconds:int32 2selector!?*:meta.v1.LabelSelector
 template!:core.v1.PodTemplateSpec
ReplicaSetStatus replicas!*:int32 fullyLabeledReplicas:int32 4readyReplicas:int32 availableReplicas:int32
 7terminatingReplicas?:int32 3observedGeneration:int64 6conditions:[]ReplicaSetCondition@type+type
RollingUpdateDaemonSet maxUnavailable?:intOrString maxSurge?:intOrString
RollingUpdateDeployment maxUnavailable?:intOrString maxSurge?:intOrString
RollingUpdateStatefulSetStrategy partition?:int32 maxUnavailable?:intOrString
StatefulSet# metadata!:metadata <37:spec!:StatefulSetSpec >37:2spec!*:StatefulSetSpec status!:StatefulSetStatus
StatefulSetCondition <37:type!*:StatefulSetConditionType <37:status!*:core.v1.ConditionStatus
 >37:1type!:StatefulSetConditionType >37:status!:core.v1.ConditionStatus lastTransitionTime!:time reason message
StatefulSetConditionType=string
StatefulSetOrdinals start!:int32
StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted:PersistentVolumeClaimRetentionPolicyType
 whenScaled:PersistentVolumeClaimRetentionPolicyType
StatefulSetSpec replicas?:int32 selector!?*:meta.v1.LabelSelector template!*:core.v1.PodTemplateSpec
 volumeClaimTemplates:[]core.v1.PersistentVolumeClaim serviceName! podManagementPolicy:PodManagementPolicyType
 updateStrategy!:StatefulSetUpdateStrategy revisionHistoryLimit?:int32 minReadySeconds:int32
 persistentVolumeClaimRetentionPolicy?:StatefulSetPersistentVolumeClaimRetentionPolicy ordinals?:StatefulSetOrdinals
StatefulSetStatus observedGeneration:int64 replicas!*:int32 readyReplicas:int32 currentReplicas:int32
 updatedReplicas:int32 currentRevision updateRevision 9collisionCount?:int32 conditions:[]StatefulSetCondition@type+type
 availableReplicas!:int32
StatefulSetUpdateStrategy type:StatefulSetUpdateStrategyType rollingUpdate?:RollingUpdateStatefulSetStrategy
StatefulSetUpdateStrategyType=string{OnDelete,>37:Recreate,RollingUpdate}
`
