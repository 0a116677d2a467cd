import { publicFunction } from '../base/errors/call-site.js'
import { checkArguments } from '../base/check/arguments.js'
import type { Cluster } from '../cluster/types.js'
import { patchFetch } from './fetch.js'
import { readHosts } from './hosts.js'
import { interceptParameters } from './shapes.js'
import { patchWebSocket } from './web-socket.js'
import { patchXmlHttpRequest } from './xml-http-request.js'

/** Which requests a cluster answers. */
export type InterceptOptions = {
  /**
   * Hosts with their ports (`localhost:8001`), URLs (`https://example.com/k8s/clusters/c-1`), or paths of the page
   * itself (`/k8s`). For a URL or a path, only requests below it are answered; the cluster gets the rest of the path.
   */
  readonly hosts: readonly string[]
  /** Whether to replace `WebSocket` too, for watches, `exec` and `attach` (default true). */
  readonly webSocket?: boolean
}

/** A cluster that answers in place of hosts. */
export type Interception = {
  /** Restores `fetch`, `XMLHttpRequest` and `WebSocket`. Requests in progress continue. */
  readonly restore: () => void
  readonly [Symbol.dispose]: () => void
}

/**
 * Lets a cluster answer requests that the page sends to some hosts with `fetch`, `XMLHttpRequest` and `WebSocket`, so
 * that a dashboard works without a server. All other requests are sent as before. It takes effect at once, until
 * `restore()` is called.
 *
 * @throws TypeError for a wrong option
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

/** Returns the URL of the page; undefined outside of browsers. */
const pageAddress = (): string | undefined => ('location' in globalThis ? globalThis.location.href : undefined)
