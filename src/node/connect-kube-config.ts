import type { Agent } from 'node:http'
import { isObject } from '../base/json.js'
import { checkArguments, code } from '../check/arguments.js'
import { clusterWith } from '../check/cluster.js'
import type { Cluster } from '../cluster/types.js'
import { createAgent } from './agent.js'
import { type ClusterDispatcher, createDispatcher } from './dispatcher.js'

/** What a `KubeConfig` of `@kubernetes/client-node` needs to have for {@link connectKubeConfig}. */
export type ConnectableKubeConfig = {
  loadFromClusterAndUser(
    cluster: { name: string; server: string; skipTLSVerify: boolean },
    user: { name: string },
  ): void
  applySecurityAuthentication(context: object): Promise<void>
  /** Only 1.x has the options of `node:http` for requests. */
  applyToHTTPSOptions?(options: object): Promise<void>
}

/**
 * How a request of the client is sent: by an agent of `node:http` in 1.x, by a dispatcher of the undici it brings along
 * in 2.x.
 */
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
 * Points a `KubeConfig` of `@kubernetes/client-node`, 1.x or 2.x, at a cluster, in process: no port is opened. Returns
 * it; its clients and watches send everything to the cluster, and hooks that cut connections are met as `ECONNRESET`.
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
  // Without the flag the client sends nothing over plain HTTP.
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
  // Watches and logs of 1.x ask here.
  config.applyToHTTPSOptions = async (options) => {
    await applyToHTTPSOptions?.call(config, options)
    Object.assign(options, { agent })
  }
  return config
}
