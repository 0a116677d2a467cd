import type { Status } from '../base/status.js'
import type { KubeObject } from '../schema/object.js'

/** What an act may know beside the object. */
export type ActContext = {
  /** The time of the request, as written in a Time. */
  readonly now: string
  /** What a table holds in the object's namespace. */
  readonly objects: (table: string) => readonly KubeObject[]
  /** Writes the status of another object first, as the server itself does. */
  readonly writeStatus: (next: KubeObject) => void
}

/** What an act comes to. */
export type ActResult =
  /** The object becomes this; nobody owns what is new in it. */
  | { readonly type: 'change'; readonly object: KubeObject }
  /** The object is deleted, with the options its body states; it is left a last word first. */
  | { readonly type: 'end'; readonly last: (object: KubeObject) => KubeObject }
  /** Nothing is done; the reply says why, as if it were a success. */
  | { readonly type: 'said'; readonly status: Omit<Status, 'kind' | 'apiVersion' | 'metadata'> }
