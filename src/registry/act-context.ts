import type { AccountTokens } from './account-tokens.js'
import type { Status } from '../base/status.js'
import type { KubeObject } from '../schema/object.js'

/** What an act may know beside the object. */
export type ActContext = {
  /** The time of the request, as written in a Time. */
  readonly now: string
  /** Makes a new uid. */
  readonly uuid: () => string
  /** The stored object at a key of a table (`/nodes`). */
  readonly get: (table: string, key: string) => KubeObject | undefined
  /** What signs tokens, where the act says that it does. */
  readonly accounts: Pick<AccountTokens, 'issue'>
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
  /** Nothing is stored; the reply is what the body becomes. */
  | { readonly type: 'shown'; readonly object: KubeObject }
  /** Nothing is done; the reply says why, as if it were a success. */
  | { readonly type: 'said'; readonly status: Omit<Status, 'kind' | 'apiVersion' | 'metadata'> }
