// Written by `npm run generate`; not to be changed by hand.
import type { ObjectMeta } from './meta-v1.js'
import type { Time } from './scalars.js'

export type GroupVersionResource = {
  readonly group?: string
  readonly version?: string
  readonly resource?: string
}
export type MigrationCondition = {
  readonly type: string
  readonly status: string
  readonly lastUpdateTime?: Time
  readonly reason?: string
  readonly message?: string
}
export type StorageVersionMigration = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: StorageVersionMigrationSpec
  readonly status?: StorageVersionMigrationStatus
}
export type StorageVersionMigrationSpec = {
  readonly resource: GroupVersionResource
  readonly continueToken?: string
}
export type StorageVersionMigrationStatus = {
  readonly conditions?: MigrationCondition[]
  readonly resourceVersion?: string
}
