import type { Cluster } from '../../src/cluster/types.js'
import { createCluster } from '../../src/cluster/cluster.js'
import type { ClusterOptions } from '../../src/cluster/options.js'
import { startCluster } from '../../src/node/start.js'

/** A cluster, and a fetch that reaches its API. */
export type Connection = AsyncDisposable & {
  readonly cluster: Cluster
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
}

/** A way to send requests to a cluster. */
export type Transport = { readonly name: string; readonly connect: (options: ClusterOptions) => Promise<Connection> }

/** Requests passed to the cluster in this process. */
export const inProcess: Transport = {
  name: 'in process',
  connect: async (options) => {
    const cluster = createCluster({ profile: 'example', controllers: 'none', ...options })
    return { cluster, fetch: cluster.fetch, [Symbol.asyncDispose]: async () => cluster.close() }
  },
}

/** Requests over a socket, each cluster with its own server. */
export const overSocket: Transport = {
  name: 'over a socket',
  connect: async (options) => {
    const { cluster, url, close } = await startCluster({
      profile: 'example',
      clock: 'virtual',
      controllers: 'none',
      ...options,
    })
    return { cluster, fetch: (path, init) => fetch(`${url}${path}`, init), [Symbol.asyncDispose]: close }
  },
}
