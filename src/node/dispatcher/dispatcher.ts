import { callback, checkArguments } from '../../base/check/arguments.js'
import { clusterWith } from '../../base/check/cluster.js'
import type { Cluster } from '../../cluster/types.js'
import { dispatch } from './dispatch.js'
import type { DispatchHandler } from './dispatch-handler.js'
import type { DispatchOptions } from './dispatch-request.js'

/** The part of undici's `Dispatcher` that sends requests. */
export type ClusterDispatcher = {
  readonly dispatch: (options: DispatchOptions, handler: DispatchHandler) => boolean
  /** Does nothing, as there are no connections to close. */
  readonly close: (done?: () => void) => Promise<void>
  /** Aborts all requests in progress. */
  readonly destroy: (error?: Error | null | (() => void), done?: () => void) => Promise<void>
}

const parameters = {
  cluster: clusterWith('fetch'),
  Dispatcher: callback('to construct, such as the class Dispatcher of undici'),
}

/**
 * Creates a dispatcher for undici, and for the global `fetch`, that sends all requests to a cluster in process: no port
 * is opened, and the host of a URL does not matter. A cut connection fails with the code `ECONNRESET`.
 *
 * If undici's own `Dispatcher` is given, the result is an instance of it, with its other methods (`request`, `compose`
 * …) and its type; the global `fetch` does not need that. To intercept a single origin only, pass a `factory` to
 * `Agent` that returns the dispatcher for that origin.
 *
 * @example
 * import { Dispatcher, setGlobalDispatcher } from 'undici'
 * setGlobalDispatcher(createDispatcher(createCluster(), Dispatcher))
 */
export function createDispatcher(cluster: Pick<Cluster, 'fetch'>): ClusterDispatcher
export function createDispatcher<D extends object>(cluster: Pick<Cluster, 'fetch'>, Dispatcher: new () => D): D
export function createDispatcher(
  cluster: Pick<Cluster, 'fetch'>,
  Dispatcher: new () => object = Object,
): ClusterDispatcher {
  checkArguments('createDispatcher', parameters, [cluster, Dispatcher], createDispatcher)
  const running = new Set<(reason: Error) => void>()
  const methods: ClusterDispatcher = {
    dispatch(options, handler) {
      dispatch(cluster.fetch, options, handler, running)
      return true
    },
    async close(done) {
      done?.()
    },
    async destroy(error, done = typeof error === 'function' ? error : undefined) {
      const reason =
        error instanceof Error
          ? error
          : Object.assign(new Error('The client is destroyed'), { code: 'UND_ERR_DESTROYED' })
      for (const abort of [...running]) abort(reason)
      done?.()
    },
  }
  return Object.assign(new Dispatcher(), methods)
}
