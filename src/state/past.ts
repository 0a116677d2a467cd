import { forCaller } from '../base/call-site.js'
import type { KubeObject } from '../schema/object.js'
import type { State } from '../store/transaction.js'
import type { Store } from '../store/store.js'

/** How much of its past a cluster holds. */
export type ClusterHistory = {
  /** The first resource version that can still be looked at. */
  readonly from: number
  /** The present one. */
  readonly to: number
  /** Changes held, and roughly the bytes they take. */
  readonly changes: number
  readonly bytes: number
  /** At most so many changes of a kind, and so many bytes together. */
  readonly limit: { readonly changes: number; readonly bytes: number }
}

/** The bound of a store for what a cluster is made with: changes of a kind, or these and bytes. */
export function boundOf(history: number | { readonly changes?: number; readonly bytes?: number } = {}): {
  readonly limit?: number
  readonly bytes?: number
} {
  const { changes, bytes } = typeof history === 'object' ? history : { changes: history }
  return { ...(changes === undefined ? {} : { limit: changes }), ...(bytes === undefined ? {} : { bytes }) }
}

/** What is held of the past, and its bound. */
export const historyOf = (store: Store<KubeObject>): ClusterHistory => ({
  ...store.history(),
  limit: { changes: store.limit, bytes: store.bytes },
})

/**
 * The state at a resource version.
 *
 * @throws RangeError for one that is not held or not reached
 */
export function stateAtVersion(store: Store<KubeObject>, version: number | string): State<KubeObject> {
  const revision = Number(version)
  const state = store.past(revision)
  if (state) return state
  const { from, to } = store.history()
  throw forCaller(
    new RangeError(
      `at: the resource version ${revision} is ${revision > to ? 'still to come' : 'no longer held'}; there are ${from} to ${to}`,
    ),
  )
}
