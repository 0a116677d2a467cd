import type { Controlled, Controls, Forks, LazyFleet, Listener, Saved, PastState } from './controlled.js'
import type { Scripts } from './scripts.js'
import type { Snapshots } from './snapshots.js'

/** The context that operations run in. */
export type OperationContext = {
  readonly cluster: Controlled
  readonly parts: Controls['parts']
  readonly load: Controls['load']
  readonly snapshots: Snapshots<Saved, object>
  readonly scripts: Scripts
  /** Undefined if there is no server that could serve forks. */
  readonly forks: Forks | undefined
  /** Undefined if the cluster has no port of its own. */
  readonly listener: Listener | undefined
  /** Undefined if the cluster is in no fleet that is served. */
  readonly fleet: LazyFleet | undefined
}

/**
 * Finds a state by resourceVersion or by the id of a snapshot.
 *
 * @throws StatusError 404, RangeError for a resourceVersion that is not kept
 */
export const pastState = ({ cluster, snapshots }: OperationContext, name: string): PastState =>
  cluster.at(/^\d+$/.test(name) ? name : snapshots.get(name))
