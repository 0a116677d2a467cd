import { failure } from '../base/status.js'
import type { Cluster } from '../cluster.js'
import type { Snapshot } from '../state/snapshot.js'
import type { Fork, Forks } from '../control/controlled.js'
import { StartError } from './failure.js'
import type { Listening } from './serve.js'

/** The forks that a server of a cluster serves beside it. */
export type ServedForks = Forks & { readonly closeAll: () => Promise<void> }

type Open = Fork & { readonly close: () => Promise<void> }

/** Makes the forks of a server, none yet. */
export function createForks(
  current: () => Cluster,
  serve: (cluster: Cluster, port: number) => Promise<Listening>,
): ServedForks {
  const open = new Map<number, Open>()
  const close = async (port: number) => {
    const fork = open.get(port)
    open.delete(port)
    await fork?.close()
    return fork !== undefined
  }
  return {
    async open(saved, wanted) {
      const cluster = current().fork(saved as Snapshot | undefined) // what a cluster saved is what comes back to it
      try {
        const { url, close } = await serve(cluster, wanted)
        const port = Number(new URL(url).port)
        open.set(port, { port, url, close: async () => void (cluster.close(), await close()) })
        return { port, url }
      } catch (error) {
        cluster.close()
        if (error instanceof StartError) throw failure(409, 'Conflict', `fork: ${error.message}`)
        throw error
      }
    },
    list: () => [...open.values()].map(({ port, url }) => ({ port, url })),
    close,
    closeAll: async () => void (await Promise.all([...open.keys()].map(close))),
  }
}
