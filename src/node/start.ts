import type { Cluster } from '../cluster/types.js'
import { createCluster } from '../cluster/cluster.js'
import type { ClusterOptions } from '../cluster/options.js'
import type { PopulateOptions } from '../populate/options.js'
import { publicAsync } from '../base/call-site.js'
import { checkSettings } from '../load/settings.js'
import { readFiles } from './fixtures.js'
import { type ServeOptions, type ServedCluster, serve } from './serve-cluster.js'
import { checkNode } from './releases.js'
import { clusterOptions, serveOptions, startSettings } from './settings.js'

/**
 * Options of {@link startCluster}: those of `createCluster`, and where and how to serve. A string in `crds`,
 * `fixtures`, `scripts` and `openapi` may be the path of a file, or of a folder whose YAML and JSON files are read,
 * besides text.
 */
export type StartOptions = ClusterOptions &
  ServeOptions & {
    /** A world to begin with, besides what else is there: see `cluster.populate`. The `seed` decides it. */
    readonly populate?: PopulateOptions
  }

/** A cluster that listens. */
export type StartedCluster = ServedCluster & {
  readonly cluster: Cluster
  /** Ends open watches and stops listening, at once. */
  readonly close: () => Promise<void>
}

/**
 * Makes a cluster and serves it over HTTP. Its clock is the system's unless `clock` says otherwise, or `start` when it
 * starts.
 *
 * @throws TypeError for an unknown option, or one of the wrong type; StartError when Node.js is too old, the port
 * is taken, or a file cannot be read or written; LoadError with the faults of fixtures and scripts
 * @example
 * await using server = await startCluster({ fixtures: 'shop.yaml' })
 * const reply = await fetch(`${server.url}/api/v1/namespaces/default`)
 */
export const startCluster = publicAsync(async (options: StartOptions = {}): Promise<StartedCluster> => {
  checkNode()
  checkSettings('startCluster', startSettings, options)
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
})

/**
 * Makes a cluster that holds what the options name.
 *
 * @throws StartError for a file that cannot be read, LoadError with the faults of fixtures and scripts
 */
export async function prepareCluster(options: StartOptions): Promise<Cluster> {
  const cluster = createCluster({
    ...clusterOptions(options),
    ...(await readOptions(options)),
    clock: options.clock ?? (options.start === undefined ? 'system' : 'virtual'),
  })
  await cluster.ready()
  if (options.populate) await populate(cluster, options.populate, options.seed)
  return cluster
}

/** Gives a cluster a world that it began with. */
async function populate(cluster: Cluster, world: PopulateOptions, seed: number | undefined): Promise<void> {
  await cluster.populate(world, seed === undefined ? {} : { seed })
  await cluster.ready()
  cluster.setStart()
}

const FILES = ['crds', 'fixtures', 'scripts', 'openapi'] as const

/** The options that may name files, with what the files hold in place of their paths. */
async function readOptions(options: StartOptions): Promise<Pick<ClusterOptions, (typeof FILES)[number]>> {
  const given = FILES.flatMap((name) => {
    const input = options[name]
    return input === undefined ? [] : [{ name, input }]
  })
  return Object.fromEntries(await Promise.all(given.map(async ({ name, input }) => [name, await readFiles(input)])))
}
