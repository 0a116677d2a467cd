import type { KubeObject } from '../schema/object.js'
import type { Schema } from '../schema/types.js'

/** Converts between a kind and the form of it that its table stores, on every write and read. */
export type StorageConversion = {
  readonly toStored: (object: KubeObject) => KubeObject
  readonly fromStored: (stored: KubeObject) => KubeObject
  /**
   * Returns the schema of whole objects in a version of the kind; undefined if there is no such version. Only for kinds
   * with several versions.
   */
  readonly schemaOf?: (apiVersion: string) => Schema | undefined
}
