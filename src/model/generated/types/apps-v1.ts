// Written by `npm run generate`; not to be changed by hand.
import type { PersistentVolumeClaim, PodTemplateSpec } from './core-v1.js'
import type { LabelSelector, ObjectMeta } from './meta-v1.js'
import type { IntOrString, RawExtension, Time } from './scalars.js'

export type ControllerRevision = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly data?: RawExtension
  readonly revision: number
}
export type DaemonSet = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: DaemonSetSpec
  readonly status?: DaemonSetStatus
}
export type DaemonSetCondition = {
  readonly type: string
  readonly status: string
  readonly lastTransitionTime?: Time
  readonly reason?: string
  readonly message?: string
}
export type DaemonSetSpec = {
  readonly selector: LabelSelector
  readonly template: PodTemplateSpec
  readonly updateStrategy?: DaemonSetUpdateStrategy
  readonly minReadySeconds?: number
  readonly revisionHistoryLimit?: number
}
export type DaemonSetStatus = {
  readonly currentNumberScheduled: number
  readonly numberMisscheduled: number
  readonly desiredNumberScheduled: number
  readonly numberReady: number
  readonly observedGeneration?: number
  readonly updatedNumberScheduled?: number
  readonly numberAvailable?: number
  readonly numberUnavailable?: number
  readonly collisionCount?: number
  readonly conditions?: DaemonSetCondition[]
}
export type DaemonSetUpdateStrategy = {
  readonly type?: DaemonSetUpdateStrategyType
  readonly rollingUpdate?: RollingUpdateDaemonSet
}
export type DaemonSetUpdateStrategyType = 'OnDelete' | 'RollingUpdate' | (string & {})
export type Deployment = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: DeploymentSpec
  readonly status?: DeploymentStatus
}
export type DeploymentCondition = {
  readonly type: string
  readonly status: string
  readonly lastUpdateTime?: Time
  readonly lastTransitionTime?: Time
  readonly reason?: string
  readonly message?: string
}
export type DeploymentSpec = {
  readonly replicas?: number
  readonly selector: LabelSelector
  readonly template: PodTemplateSpec
  readonly strategy?: DeploymentStrategy
  readonly minReadySeconds?: number
  readonly revisionHistoryLimit?: number
  readonly paused?: boolean
  readonly progressDeadlineSeconds?: number
}
export type DeploymentStatus = {
  readonly observedGeneration?: number
  readonly replicas?: number
  readonly updatedReplicas?: number
  readonly readyReplicas?: number
  readonly availableReplicas?: number
  readonly unavailableReplicas?: number
  readonly terminatingReplicas?: number
  readonly conditions?: DeploymentCondition[]
  readonly collisionCount?: number
}
export type DeploymentStrategy = {
  readonly type?: DeploymentStrategyType
  readonly rollingUpdate?: RollingUpdateDeployment
}
export type DeploymentStrategyType = 'Recreate' | 'RollingUpdate' | (string & {})
export type PodManagementPolicyType = 'OrderedReady' | 'Parallel' | (string & {})
export type ReplicaSet = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: ReplicaSetSpec
  readonly status?: ReplicaSetStatus
}
export type ReplicaSetCondition = {
  readonly type: string
  readonly status: string
  readonly lastTransitionTime?: Time
  readonly reason?: string
  readonly message?: string
}
export type ReplicaSetSpec = {
  readonly replicas?: number
  readonly minReadySeconds?: number
  readonly selector: LabelSelector
  readonly template?: PodTemplateSpec
}
export type ReplicaSetStatus = {
  readonly replicas: number
  readonly fullyLabeledReplicas?: number
  readonly readyReplicas?: number
  readonly availableReplicas?: number
  readonly terminatingReplicas?: number
  readonly observedGeneration?: number
  readonly conditions?: ReplicaSetCondition[]
}
export type RollingUpdateDaemonSet = {
  readonly maxUnavailable?: IntOrString
  readonly maxSurge?: IntOrString
}
export type RollingUpdateDeployment = {
  readonly maxUnavailable?: IntOrString
  readonly maxSurge?: IntOrString
}
export type RollingUpdateStatefulSetStrategy = {
  readonly partition?: number
  readonly maxUnavailable?: IntOrString
}
export type StatefulSet = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: StatefulSetSpec
  readonly status?: StatefulSetStatus
}
export type StatefulSetCondition = {
  readonly type: string
  readonly status: string
  readonly lastTransitionTime?: Time
  readonly reason?: string
  readonly message?: string
}
export type StatefulSetOrdinals = {
  readonly start?: number
}
export type StatefulSetPersistentVolumeClaimRetentionPolicy = {
  readonly whenDeleted?: string
  readonly whenScaled?: string
}
export type StatefulSetSpec = {
  readonly replicas?: number
  readonly selector: LabelSelector
  readonly template: PodTemplateSpec
  readonly volumeClaimTemplates?: PersistentVolumeClaim[]
  readonly serviceName?: string
  readonly podManagementPolicy?: PodManagementPolicyType
  readonly updateStrategy?: StatefulSetUpdateStrategy
  readonly revisionHistoryLimit?: number
  readonly minReadySeconds?: number
  readonly persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy
  readonly ordinals?: StatefulSetOrdinals
}
export type StatefulSetStatus = {
  readonly observedGeneration?: number
  readonly replicas: number
  readonly readyReplicas?: number
  readonly currentReplicas?: number
  readonly updatedReplicas?: number
  readonly currentRevision?: string
  readonly updateRevision?: string
  readonly collisionCount?: number
  readonly conditions?: StatefulSetCondition[]
  readonly availableReplicas?: number
}
export type StatefulSetUpdateStrategy = {
  readonly type?: StatefulSetUpdateStrategyType
  readonly rollingUpdate?: RollingUpdateStatefulSetStrategy
}
export type StatefulSetUpdateStrategyType = 'OnDelete' | 'Recreate' | 'RollingUpdate' | (string & {})
