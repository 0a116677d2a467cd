import type { Agent } from 'node:http'
import { isObject } from '../base/json/json.js'
import { checkArguments, code } from '../base/check/arguments.js'
import { clusterWith } from '../base/check/cluster.js'
import type { Cluster } from '../cluster/types.js'
import { createAgent } from './dispatcher/agent.js'
import { type ClusterDispatcher, createDispatcher } from './dispatcher/dispatcher.js'

/** The members of a `KubeConfig` of `@kubernetes/client-node` that {@link connectKubeConfig} needs. */
export type ConnectableKubeConfig = {
  loadFromClusterAndUser(
    cluster: { name: string; server: string; skipTLSVerify: boolean },
    user: { name: string },
  ): void
  applySecurityAuthentication(context: object): Promise<void>
  /** Only 1.x sends requests with options of `node:http`. */
  applyToHTTPSOptions?(options: object): Promise<void>
}

/** The context of a request of the client: 1.x uses an agent of `node:http`, 2.x a dispatcher of its own undici. */
type Context = {
  readonly setAgent?: (agent: Agent) => void
  readonly setDispatcher?: (dispatcher: ClusterDispatcher) => void
}

const parameters = {
  config: code(
    'a KubeConfig of @kubernetes/client-node',
    (value) => isObject(value) && typeof value['loadFromClusterAndUser'] === 'function',
  ),
  cluster: clusterWith('app', 'fetch', 'handle'),
}

/**
 * Connects a `KubeConfig` of `@kubernetes/client-node`, 1.x or 2.x, to a cluster in process: no port is opened. Returns
 * the config; its clients and watches send all requests to the cluster, and connections that hooks cut fail with
 * `ECONNRESET`.
 *
 * @example
 * const config = connectKubeConfig(new KubeConfig(), cluster)
 * await config.makeApiClient(CoreV1Api).listNamespace()
 */
export function connectKubeConfig<C extends ConnectableKubeConfig>(
  config: C,
  cluster: Pick<Cluster, 'app' | 'fetch' | 'handle'>,
): C {
  checkArguments('connectKubeConfig', parameters, [config, cluster], connectKubeConfig)
  const agent = createAgent(cluster)
  const dispatcher = createDispatcher(cluster)
  // Without `skipTLSVerify` the client refuses plain HTTP.
  config.loadFromClusterAndUser(
    { name: 'fakecluster', server: 'http://cluster.local', skipTLSVerify: true },
    { name: 'fakecluster' },
  )
  const { applySecurityAuthentication, applyToHTTPSOptions } = config
  config.applySecurityAuthentication = async (context: Context) => {
    await applySecurityAuthentication.call(config, context)
    if (context.setDispatcher) context.setDispatcher(dispatcher)
    else context.setAgent?.(agent)
  }
  // Watches and logs of 1.x use this method.
  config.applyToHTTPSOptions = async (options) => {
    await applyToHTTPSOptions?.call(config, options)
    Object.assign(options, { agent })
  }
  return config
}
