import { publicAsync, publicFunction } from '../../base/errors/call-site.js'
import type { KubeObject } from '../../schema/object.js'
import type { Store } from '../../store/store.js'
import type { State } from '../../store/transaction.js'
import { type DiffOptions, type ObjectDiff, diffStates } from './diff.js'
import { type ClusterHistory, historyOf, stateAtVersion } from './past.js'
import { checkState } from './shapes.js'
import { type StateView, type ViewContext, createView } from './view.js'

/** A value that has a state: a snapshot, a view of the past, or a cluster as it is now. */
export type Stateful =
  { readonly state: State<KubeObject> } | { readonly snapshot: () => { readonly state: State<KubeObject> } }

/** Options of `changes`. */
export type ChangesOptions = DiffOptions & {
  /** Whether to include heartbeats of nodes, which change nothing but times (default false). */
  readonly heartbeats?: boolean
}

/** Access to the states of a cluster. */
export type StateValue = {
  /**
   * Returns a read-only view of the cluster at a resourceVersion or in a snapshot.
   *
   * @throws RangeError for a resourceVersion before `history.from` or in the future
   * @example
   * cluster.at(1005).get('Lease', { name: 'leader' })
   */
  readonly at: (version: number | string | { readonly state: State<KubeObject> }) => StateView
  /** How far back `at` reaches. A fork and a restored cluster begin with an empty history. */
  readonly history: ClusterHistory
  /**
   * Compares two snapshots, views of the past or clusters. The second defaults to this cluster as it is now.
   *
   * @example
   * cluster.diff(cluster.at(1005))
   */
  readonly diff: (a: Stateful, b?: Stateful, options?: DiffOptions) => readonly ObjectDiff[]
  /**
   * Runs a function, waits until everything it caused is settled, and returns the differences to the state before. An
   * object that was changed and changed back differs in its resourceVersion only. Heartbeats of nodes are left out
   * unless `heartbeats` is set.
   *
   * @example
   * expect(await cluster.changes(reconcile)).toEqual([])
   */
  readonly changes: (run: () => unknown, options?: ChangesOptions) => Promise<readonly ObjectDiff[]>
}

type StateMethods = Omit<StateValue, 'history'> & { readonly history: () => ClusterHistory }

/** Creates the part of a cluster that reads its states. */
export function createStateValue(
  store: Store<KubeObject>,
  views: () => ViewContext,
  settled: () => Promise<void>,
): StateMethods {
  const stateOf = (value: Stateful) => ('snapshot' in value ? value.snapshot().state : value.state)
  return {
    at: publicFunction((version) => {
      checkState('at', version)
      return createView(views(), typeof version === 'object' ? version.state : stateAtVersion(store, version))
    }),
    history: () => historyOf(store),
    diff: publicFunction((a, b, options) => {
      checkState('diff', a, b, options)
      return diffStates(stateOf(a), b ? stateOf(b) : store.state(), options)
    }),
    changes: publicAsync(async (run, options) => {
      checkState('changes', run, options)
      const before = store.state()
      await run()
      await settled()
      const found = diffStates(before, store.state(), options)
      return options?.heartbeats ? found : found.filter((diff) => !isHeartbeat(diff))
    }),
  }
}

const LEASES = 'kube-node-lease'
/** The fields that a heartbeat of a node changes, in its Lease and in the Node. */
const OF_A_LEASE = /^\/(metadata\/(resourceVersion|managedFields\/\d+\/time)|spec\/renewTime)$/
const OF_A_NODE = /^\/(metadata\/resourceVersion|status\/conditions\/\d+\/lastHeartbeatTime)$/

/** Tells whether a difference is only that of a heartbeat. */
function isHeartbeat({ type, kind, namespace, patch }: ObjectDiff): boolean {
  const members = kind === 'Node' ? OF_A_NODE : kind === 'Lease' && namespace === LEASES ? OF_A_LEASE : undefined
  return type === 'changed' && members !== undefined && patch.every(({ path }) => members.test(path))
}
