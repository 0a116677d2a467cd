import { type Cluster, createCluster } from '../cluster.js'
import type { ClusterOptions } from '../cluster-options.js'
import { checkSettings } from '../load/settings.js'
import { loadFixtures, loadScripts } from './load-fixtures.js'
import { readKinds } from './openapi-files.js'
import { type ServeOptions, type ServedCluster, serve } from './serve-cluster.js'
import { checkNode } from './releases.js'
import { clusterOptions, serveOptions, startSettings } from './settings.js'

/** Options of {@link startCluster}: those of `createCluster`, and where and how to serve. */
export type StartOptions = ClusterOptions &
  ServeOptions & {
    /** YAML and JSON files, and folders of them, whose objects are there from the start. */
    readonly fixtures?: readonly string[]
    /** YAML and JSON files of CustomResourceDefinitions, and folders of them, that are there from the start. */
    readonly crdFiles?: readonly string[]
    /** Files of OpenAPI v3 documents; their kinds are served as far as there is none at their path. */
    readonly openapi?: readonly string[]
    /** YAML files of hooks. */
    readonly scripts?: readonly string[]
  }

/** A cluster that listens. */
export type StartedCluster = ServedCluster & {
  readonly cluster: Cluster
  /** Ends open watches and stops listening, at once. */
  readonly close: () => Promise<void>
}

/**
 * Makes a cluster and serves it over HTTP. Its clock is the system's unless `clock` says otherwise, or `start` when it starts.
 *
 * @throws TypeError for an option that is none, or has to be something else; StartError when Node.js is too old, the port
 * is taken, or a file cannot be read or written; LoadError with the faults of fixtures and scripts
 * @example
 * await using server = await startCluster({ profile: 'kubernetes' })
 * const reply = await fetch(`${server.url}/api/v1/namespaces/default`)
 */
export async function startCluster(options: StartOptions = {}): Promise<StartedCluster> {
  const cluster = await prepareCluster(options)
  const served = await serve(cluster, serveOptions(options)).catch((error: unknown) => {
    cluster.close()
    throw error
  })
  const close = async () => {
    try {
      cluster.close()
    } finally {
      await served.close()
    }
  }
  return { ...served, cluster, close, [Symbol.asyncDispose]: close }
}

/**
 * Makes a cluster that holds what the options name.
 *
 * @throws StartError for a Node.js that is too old and for a file that cannot be read, LoadError with the faults of fixtures and scripts
 */
export async function prepareCluster(options: StartOptions): Promise<Cluster> {
  checkNode()
  checkSettings('startCluster', startSettings, options)
  const kinds = options.openapi ? [...(options.kinds ?? []), ...(await readKinds(options.openapi))] : options.kinds
  const allowHosts = [...(options.allowHosts ?? []), options.host ?? '127.0.0.1']
  const cluster = createCluster({
    ...clusterOptions(options),
    ...(kinds ? { kinds } : {}),
    allowHosts,
    clock: options.clock ?? (options.start === undefined ? 'system' : 'virtual'),
  })
  await load(cluster, options)
  cluster.setStart()
  return cluster
}

async function load(cluster: Cluster, { crdFiles = [], fixtures = [], scripts = [] }: StartOptions): Promise<void> {
  if (crdFiles.length > 0) await loadFixtures(cluster, crdFiles)
  if (fixtures.length > 0) await loadFixtures(cluster, fixtures)
  if (scripts.length > 0) await loadScripts(cluster, scripts)
}
