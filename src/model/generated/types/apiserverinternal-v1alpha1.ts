// Written by `npm run generate`; not to be changed by hand.
import type { ObjectMeta } from './meta-v1.js'
import type { Time } from './scalars.js'

export type ServerStorageVersion = {
  readonly apiServerID?: string
  readonly encodingVersion?: string
  readonly decodableVersions?: string[]
  readonly servedVersions?: string[]
}
export type StorageVersion = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec: StorageVersionSpec
  readonly status: StorageVersionStatus
}
export type StorageVersionCondition = {
  readonly type: string
  readonly status: string
  readonly observedGeneration?: number
  readonly lastTransitionTime?: Time
  readonly reason: string
  readonly message: string
}
export type StorageVersionSpec = object
export type StorageVersionStatus = {
  readonly storageVersions?: ServerStorageVersion[]
  readonly commonEncodingVersion?: string
  readonly conditions?: StorageVersionCondition[]
}
