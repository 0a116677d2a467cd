import { withOtherChance } from '../../base/time/env.js'
import { failure, messageOf } from '../../base/errors/status.js'
import type { Cluster } from '../../cluster/types.js'
import type { Fork, Forks } from '../../server/control/controlled.js'
import type { Snapshot } from '../../cluster/state/snapshot.js'
import { allButEvents, differences } from '../../cluster/testing/sweep/compare.js'
import { sweepFaults } from '../../cluster/testing/sweep/faults.js'
import { ownRequests, placesOf } from '../../cluster/testing/sweep/places.js'
import { orClose } from '../or-close.js'
import { StartError } from '../failure.js'

/** The forks that a server serves on other ports. */
export type ServedForks = Forks & { readonly closeAll: () => Promise<void> }

type Server = { readonly url: string; readonly kubeconfig: string; readonly close: () => Promise<void> }
type Forked = { readonly close: () => void }
type Open<F> = { readonly forked: F; readonly told: Fork; readonly close: () => Promise<void> }

/** Creates an empty set of forks of a cluster or of a fleet, by the port of each, or the first of its ports. */
export function createOpenForks<F extends Forked>(serve: (forked: F, port: number) => Promise<Server>) {
  const open = new Map<number, Open<F>>()
  const close = async (port: number) => {
    const fork = find(port)
    open.delete(port)
    try {
      fork.forked.close()
    } catch (error) {
      throw failure(409, 'Conflict', `the fork on port ${port} is closed; ${messageOf(error)}`)
    } finally {
      await fork.close()
    }
  }
  const find = (port: number): Open<F> => {
    const fork = open.get(port)
    if (fork) return fork
    const there = open.size > 0 ? `there are ${[...open.keys()].join(', ')}` : 'there are none'
    throw failure(404, 'NotFound', `no fork listens on port ${port}; ${there}`)
  }
  return {
    async open(forked: F, port: number): Promise<Fork> {
      const { url, kubeconfig, close } = await orClose(forked, () => serve(forked, port)).catch((error: unknown) => {
        throw error instanceof StartError ? failure(409, 'Conflict', `fork: ${error.message}`) : error
      })
      const told = { port: Number(new URL(url).port), url, kubeconfig }
      open.set(told.port, { forked, told, close })
      return told
    },
    forkOn: (port: number) => find(port).forked,
    list: () => [...open.values()].map(({ told }) => told),
    close,
    closeAll: async () => void (await Promise.all([...open.keys()].map(close))),
  }
}

/** Creates an empty set of forks of a cluster. */
export function createForks(
  current: () => Cluster,
  serve: (cluster: Cluster, port: number) => Promise<Server>,
): ServedForks {
  const { open, forkOn, ...others } = createOpenForks(serve)
  return {
    ...others,
    async open(saved, { port, otherChance }) {
      const state = (saved ?? current().snapshot()) as Snapshot // control passes back what a cluster saved
      return open(current().fork(otherChance ? { ...state, env: withOtherChance(state.env) } : state), port)
    },
    faults: (port) => placesOf(ownRequests(forkOn(port).journal), sweepFaults),
    differences: (port, than) =>
      differences(forkOn(than).snapshot().state, forkOn(port).snapshot().state, allButEvents),
  }
}
