import { publicFunction } from '../base/errors/call-site.js'
import { checkArguments } from '../base/check/arguments.js'
import type { Cluster } from '../cluster/types.js'
import { patchFetch } from './fetch.js'
import { readHost, readHosts } from './hosts.js'
import { patchWebSocket } from './web-socket.js'
import { patchXmlHttpRequest } from './xml-http-request.js'
import { clusterShape } from '../base/check/cluster.js'
import { type Shape, flag, must } from '../base/check/shape.js'
import { type MemberShapes, listOf, members, requiring } from '../base/check/shapes.js'

const PLACES =
  'a host such as "localhost:8001", an address such as "https://example.com/k8s", or a path of the page such as "/k8s"'

const host: Shape = {
  check: (value, path) =>
    typeof value === 'string' && readHost(value, 'http://page') ? [] : must(path, PLACES, value),
  schema: { type: 'string' },
}

const many = listOf(host)

const hosts: Shape = {
  check: (value, path) =>
    Array.isArray(value) && value.length === 0
      ? [{ path, text: `is empty, so that nothing would be answered; name ${PLACES}` }]
      : many.check(value, path),
  schema: { ...many.schema, minItems: 1 },
}

/** The parameters of `intercept`. */
const interceptParameters = {
  cluster: clusterShape,
  options: requiring(
    members({ hosts, webSocket: flag }),
    ['hosts'],
    'the cluster has to be told whose requests it answers, as in { hosts: ["localhost:8001"] }',
  ),
} satisfies MemberShapes

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
