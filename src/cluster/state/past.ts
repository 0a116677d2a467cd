import { forCaller } from '../../base/errors/call-site.js'
import type { KubeObject } from '../../schema/object.js'
import type { State } from '../../store/transaction.js'
import type { Store } from '../../store/store.js'

/** The part of its past that a cluster keeps. */
export type ClusterHistory = {
  /** The first resourceVersion that can still be read. */
  readonly from: number
  /** The current resourceVersion. */
  readonly to: number
  /** Number of changes kept, and their approximate size in bytes. */
  readonly changes: number
  readonly bytes: number
  /** Maximum number of changes per kind, and maximum size of all changes in bytes. */
  readonly limit: { readonly changes: number; readonly bytes: number }
}

/** Converts the option `history` to the limits of a store. */
export function boundOf(history: number | { readonly changes?: number; readonly bytes?: number } = {}): {
  readonly limit?: number
  readonly bytes?: number
} {
  const { changes, bytes } = typeof history === 'object' ? history : { changes: history }
  return { ...(changes === undefined ? {} : { limit: changes }), ...(bytes === undefined ? {} : { bytes }) }
}

/** Returns what is kept of the past, and its limits. */
export const historyOf = (store: Store<KubeObject>): ClusterHistory => ({
  ...store.history(),
  limit: { changes: store.limit, bytes: store.bytes },
})

/**
 * Returns the state at a resourceVersion.
 *
 * @throws RangeError for one that is no longer kept or not reached yet
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
