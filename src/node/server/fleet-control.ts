import type { Fleet, FleetSnapshot } from '../../cluster/fleet.js'
import type { Fleet as FleetControl } from '../../server/control/controlled.js'
import type { StartedFleet } from '../start-fleet.js'
import { createOpenForks } from './forks.js'

/** What control does to a fleet, at the address of each of its clusters. */
export type ServedFleet = FleetControl & { readonly closeForks: () => Promise<void> }

/** Creates what control does to a fleet that is served; `serve` serves forks of it. */
export async function createServedFleet<Name extends string>(
  { fleet, servers, kubeconfig, kubeconfigFor }: Omit<StartedFleet<Name>, 'close' | typeof Symbol.asyncDispose>,
  serve: (fork: Fleet<Name>, port: number) => Promise<StartedFleet<Name>>,
): Promise<ServedFleet> {
  const { createSnapshots } = await import('../../server/control/snapshots.js')
  const names = Object.keys(servers) as Name[] // exactly its keys
  const [first] = names as [Name, ...Name[]] // there is one at least
  const start = () =>
    Object.fromEntries(names.map((name) => [name, fleet.clusters[name].start()])) as FleetSnapshot<Name> // the same names
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
