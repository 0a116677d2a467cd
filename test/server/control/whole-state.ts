import { writtenState } from '../../../src/controllers/runtime/written-state.js'
import type { Cluster } from '../../../src/index.js'
import { objectsIn } from '../../../src/cluster/restored-store.js'

/**
 * Returns everything in a cluster that its future depends on, and what it tells of its past, apart from the journal, as
 * plain data to compare.
 */
export async function wholeState(cluster: Cluster): Promise<object> {
  const acts = (await cluster.bundle()).engine?.acts
  const { state, env, hooks, containers, controllers, invariants } = cluster.snapshot()
  return {
    ...{ env, acts, containers },
    revision: state.revision,
    objects: objectsIn(state),
    hooks: [...hooks.counts],
    precedence: hooks.lists,
    unexpected: hooks.unexpected,
    controllers: controllers.team.controllers.map(({ name }) => name),
    work: writtenState(controllers),
    invariants: invariants.map(({ name }) => name),
    start: cluster.start().state.revision,
    history: cluster.history,
    watches: cluster.watches().map((watch) => ({ ...watch, held: watch.held?.type })),
  }
}
