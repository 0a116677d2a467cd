import type { KubeObject } from '../schema/object.js'
import type { Schema } from '../schema/types.js'

/** A kind that is another form of what a table stores: objects change form where they enter and leave it. */
export type StorageConversion = {
  readonly toStored: (object: KubeObject) => KubeObject
  readonly fromStored: (stored: KubeObject) => KubeObject
  /**
   * The schema of whole objects in a version of the kind; undefined where there is none such. Only where a kind has
   * versions.
   */
  readonly schemaOf?: (apiVersion: string) => Schema | undefined
}
