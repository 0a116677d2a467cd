// Written by `npm run generate`; not to be changed by hand.
import type { Condition, GroupResource, ObjectMeta } from './meta-v1.js'

export type StorageVersionMigration = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: StorageVersionMigrationSpec
  readonly status?: StorageVersionMigrationStatus
}
export type StorageVersionMigrationSpec = {
  readonly resource: GroupResource
}
export type StorageVersionMigrationStatus = {
  readonly conditions?: Condition[]
  readonly resourceVersion?: string
}
