import type { AccountTokens } from './account-tokens.js'
import type { Status } from '../../base/errors/status.js'
import type { FeatureGates } from './feature-gates.js'
import type { KubeObject } from '../../schema/object.js'

/** What an act gets besides the object. */
export type ActContext = {
  /** The time of the request, formatted as a Time. */
  readonly now: string
  /** Whether the act is only tried, and nothing is stored. */
  readonly dryRun: boolean
  readonly featureGates: FeatureGates
  /** Generates a new uid. */
  readonly uuid: () => string
  /** Returns the stored object at a key of a table (`/nodes`). */
  readonly get: (table: string, key: string) => KubeObject | undefined
  /** Signs tokens, for an act that declares `signs`. */
  readonly accounts: Pick<AccountTokens, 'issue' | 'issuer' | 'audiences'>
  /** Returns the objects of a table in the object's namespace. */
  readonly objects: (table: string) => readonly KubeObject[]
  /** Writes the status of another object first, as the server itself. */
  readonly writeStatus: (next: KubeObject) => void
}

/** The result of an act. */
export type ActResult =
  /** The object is changed to this; no field manager owns the changes. */
  | { readonly type: 'change'; readonly object: KubeObject }
  /** The object is deleted with the options in the body, after one last change. */
  | { readonly type: 'end'; readonly last: (object: KubeObject) => KubeObject }
  /** Nothing is stored; the reply is this object, made from the body. */
  | { readonly type: 'shown'; readonly object: KubeObject }
  /** Nothing is done; the reply is this Status, sent like a success. */
  | { readonly type: 'said'; readonly status: Omit<Status, 'kind' | 'apiVersion' | 'metadata'> }
