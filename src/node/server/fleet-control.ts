import { type Fleet, type FleetSnapshot, mapValues } from '../../cluster/fleet.js'
import type { Cluster } from '../../cluster/types.js'
import type { Fleet as ControlledFleet } from '../../server/control/controlled.js'
import { createOpenForks } from './forks.js'
import type { ServedCluster } from './serve-cluster.js'

/** A fleet that is served, each cluster on a port of its own. */
export type StartedFleet<Name extends string = string> = {
  readonly fleet: Fleet<Name>
  /** The server of each cluster. */
  readonly servers: { readonly [name in Name]: ServedCluster }
  /** The administrator's kubeconfig, as YAML: a context for each cluster, by its name; the first is the current one. */
  readonly kubeconfig: string
  /**
   * Returns a kubeconfig for clients in a cluster, with the same contexts: partitions and delays between it and others
   * are about these.
   */
  readonly kubeconfigFor: (from: Name) => Promise<string>
  /** Closes the clusters and stops listening. */
  readonly close: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/** What control does to a fleet, at the address of each of its clusters. */
export type FleetControl = ControlledFleet & { readonly closeForks: () => Promise<void> }

/** Creates what control does to a fleet that is served; `serve` serves forks of it. */
export async function createFleetControl<Name extends string>(
  { fleet, servers, kubeconfig, kubeconfigFor }: StartedFleet<Name>,
  serve: (fork: Fleet<Name>, port: number) => Promise<StartedFleet<Name>>,
): Promise<FleetControl> {
  const { createSnapshots } = await import('../../server/control/snapshots.js')
  const names = Object.keys(servers) as Name[] // exactly its keys
  const [first] = names as [Name, ...Name[]] // there is one at least
  const start = (): FleetSnapshot<Name> => mapValues(fleet.clusters, (cluster: Cluster) => cluster.start())
  const snapshots = createSnapshots({ start, snapshot: fleet.snapshot }, (saved) => ({
    time: new Date(saved[first].env.now).toISOString(),
  }))
  const forks = createOpenForks<Fleet<Name>>(async (fork, port) => {
    const { servers, kubeconfig, close } = await serve(fork, port)
    return { url: servers[first].url, kubeconfig, close }
  })
  // The methods of a fleet refuse names that are none of its clusters'.
  const named = (name: string) => name as Name
  return {
    clusters: names.map((name) => ({ name, url: servers[name].url, kubeconfig: servers[name].kubeconfig })),
    kubeconfig: async (from) => (from === undefined ? kubeconfig : kubeconfigFor(named(from))),
    partition: (from, to) => fleet.partition(named(from), named(to)),
    delay: (from, to, duration) => fleet.delay(named(from), named(to), duration),
    heal: (from, to) => fleet.heal(named(from), named(to)),
    settled: fleet.settled,
    snapshots,
    restore: (id) => fleet.restore(snapshots.get(id)),
    forks: {
      open: async (id, port) => forks.open(fleet.fork(id === undefined ? undefined : snapshots.get(id)), port),
      list: forks.list,
      close: forks.close,
    },
    closeForks: forks.closeAll,
  }
}
