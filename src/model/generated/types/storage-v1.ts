// Written by `npm run generate`; not to be changed by hand.
import type { PersistentVolumeAccessMode, PersistentVolumeMode, PersistentVolumeReclaimPolicy, PersistentVolumeSpec, TopologySelectorTerm } from './core-v1.js'
import type { LabelSelector, ObjectMeta } from './meta-v1.js'
import type { Quantity, Time } from './scalars.js'

export type CSIDriver = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec: CSIDriverSpec
}
export type CSIDriverSpec = {
  readonly attachRequired?: boolean
  readonly podInfoOnMount?: boolean
  readonly volumeLifecycleModes?: string[]
  readonly storageCapacity?: boolean
  readonly fsGroupPolicy?: string
  readonly tokenRequests?: TokenRequest[]
  readonly requiresRepublish?: boolean
  readonly seLinuxMount?: boolean
  readonly nodeAllocatableUpdatePeriodSeconds?: number
  readonly serviceAccountTokenInSecrets?: boolean
  readonly preventPodSchedulingIfMissing?: boolean
}
export type CSINode = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec: CSINodeSpec
  readonly status?: CSINodeStatus
}
export type CSINodeDriver = {
  readonly name: string
  readonly nodeID: string
  readonly topologyKeys?: string[]
  readonly allocatable?: VolumeNodeResources
}
export type CSINodeSpec = {
  readonly drivers: CSINodeDriver[]
}
export type CSINodeStatus = {
  readonly storageHealth?: StorageHealth[]
}
export type CSIStorageCapacity = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly nodeTopology?: LabelSelector
  readonly storageClassName: string
  readonly capacity?: Quantity
  readonly maximumVolumeSize?: Quantity
}
export type StorageClass = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly provisioner: string
  readonly parameters?: { readonly [key: string]: string }
  readonly reclaimPolicy?: PersistentVolumeReclaimPolicy
  readonly mountOptions?: string[]
  readonly allowVolumeExpansion?: boolean
  readonly volumeBindingMode?: VolumeBindingMode
  readonly allowedTopologies?: TopologySelectorTerm[]
}
export type StorageHealth = {
  readonly name: string
  readonly healthConditions?: StorageHealthCondition[]
}
export type StorageHealthCondition = {
  readonly status: StorageHealthStatusType
  readonly reason: string
  readonly message?: string
  readonly accessMode?: PersistentVolumeAccessMode
  readonly volumeMode?: PersistentVolumeMode
  readonly lastTransitionTime?: Time
}
export type StorageHealthStatusType = 'StorageDegraded' | 'StorageUnreachable' | (string & {})
export type TokenRequest = {
  readonly audience: string
  readonly expirationSeconds?: number
}
export type VolumeAttachment = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec: VolumeAttachmentSpec
  readonly status?: VolumeAttachmentStatus
}
export type VolumeAttachmentSource = {
  readonly persistentVolumeName?: string
  readonly inlineVolumeSpec?: PersistentVolumeSpec
}
export type VolumeAttachmentSpec = {
  readonly attacher: string
  readonly source: VolumeAttachmentSource
  readonly nodeName: string
}
export type VolumeAttachmentStatus = {
  readonly attached: boolean
  readonly attachmentMetadata?: { readonly [key: string]: string }
  readonly attachError?: VolumeError
  readonly detachError?: VolumeError
}
export type VolumeAttributesClass = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly driverName: string
  readonly parameters?: { readonly [key: string]: string }
}
export type VolumeBindingMode = 'Immediate' | 'WaitForFirstConsumer' | (string & {})
export type VolumeError = {
  readonly time?: Time
  readonly message?: string
  readonly errorCode?: number
}
export type VolumeNodeResources = {
  readonly count?: number
}
