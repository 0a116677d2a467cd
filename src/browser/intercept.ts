import { publicFunction } from '../base/call-site.js'
import { checkArguments } from '../check/arguments.js'
import type { Cluster } from '../cluster/types.js'
import { patchFetch } from './fetch.js'
import { readHosts } from './hosts.js'
import { interceptParameters } from './shapes.js'
import { patchWebSocket } from './web-socket.js'
import { patchXmlHttpRequest } from './xml-http-request.js'

/** Whose requests a cluster answers. */
export type InterceptOptions = {
  /**
   * Hosts with their ports (`localhost:8001`), addresses (`https://example.com/k8s/clusters/c-1`), or paths of the page
   * itself (`/k8s`). Of an address and of a path only what is below is answered, and the cluster is asked for the rest
   * of the path.
   */
  readonly hosts: readonly string[]
  /** Whether `WebSocket` is patched too, for watches, `exec` and `attach` (default true). */
  readonly webSocket?: boolean
}

/** A cluster in the place of hosts. */
export type Interception = {
  /** Takes `fetch`, `XMLHttpRequest` and `WebSocket` back. What is under way goes on. */
  readonly restore: () => void
  readonly [Symbol.dispose]: () => void
}

/**
 * Lets a cluster answer what the page's `fetch`, `XMLHttpRequest` and `WebSocket` ask of some hosts: a dashboard has a
 * cluster, and there is no server. All other requests go where they went before. It takes effect at once, and until
 * `restore()`.
 *
 * @throws TypeError where an option is not what it has to be
 * @example
 * const cluster = createCluster()
 * const interception = intercept(cluster, { hosts: ['cluster.local'] })
 * const reply = await fetch('http://cluster.local/api/v1/namespaces')
 * console.log((await reply.json()).items.length)
 * interception.restore()
 */
export const intercept = publicFunction(
  (cluster: Pick<Cluster, 'fetch' | 'handle'>, options: InterceptOptions): Interception => {
    checkArguments('intercept', interceptParameters, [cluster, options])
    const find = readHosts(options.hosts, pageAddress())
    const restores = [patchFetch(cluster, find)]
    if (options.webSocket !== false && 'WebSocket' in globalThis) restores.push(patchWebSocket(cluster, find))
    if ('XMLHttpRequest' in globalThis) restores.push(patchXmlHttpRequest(cluster, find))
    const restore = () => restores.forEach((takeBack) => takeBack())
    return { restore, [Symbol.dispose]: restore }
  },
)

/** The page's address; there is none outside of browsers. */
const pageAddress = (): string | undefined => ('location' in globalThis ? globalThis.location.href : undefined)
