import type { KubeObject } from '../schema/object.js'

/** A kind that is another form of what a table stores: objects change form where they enter and leave it. */
export type Face = {
  readonly toStored: (object: KubeObject) => KubeObject
  readonly fromStored: (stored: KubeObject) => KubeObject
}
