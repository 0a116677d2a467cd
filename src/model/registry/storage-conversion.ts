import type { StatusError } from '../../base/errors/status.js'
import type { KubeObject } from '../../schema/object.js'
import type { Schema } from '../../schema/types.js'

/**
 * Converts between a kind and the form of it that its table stores, on every write and read. Both directions throw a
 * StatusError for what cannot be converted.
 */
export type StorageConversion = {
  readonly toStored: (object: KubeObject) => KubeObject
  readonly fromStored: (stored: KubeObject) => KubeObject
  /** Returns why a stored object cannot be read, if so; without it, every object can be. */
  readonly failureOf?: (stored: KubeObject) => StatusError | undefined
  /**
   * Returns the schema of whole objects in a version of the kind; undefined if there is no such version. Only for kinds
   * with several versions.
   */
  readonly schemaOf?: (apiVersion: string) => Schema | undefined
}
