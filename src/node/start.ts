import { orClose } from './or-close.js'
import type { DurableCluster } from '../cluster/durable/durable-cluster.js'
import type { Cluster } from '../cluster/types.js'
import { createCluster } from '../cluster/cluster.js'
import { type ClusterOptions, checkOptions } from '../cluster/options.js'
import type { PopulateOptions } from '../cluster/populate/options.js'
import { publicAsync } from '../base/errors/call-site.js'
import { readFiles } from './fixtures.js'
import { type ServedCluster, serveCluster } from './server/serve-cluster.js'
import type { StateOptions } from './kept-cluster.js'
import { checkNode } from './releases.js'
import { StartError } from './failure.js'
import { toStandardError } from './report.js'
import { type StartOptions, ofCluster, ofServing, startOptions } from './options.js'

/** A cluster that is served. */
export type StartedCluster = ServedCluster & {
  readonly cluster: Cluster
  /** Ends open watches, closes the cluster and stops listening, at once. */
  readonly close: () => Promise<void>
}

/**
 * Creates a cluster and serves it over HTTP. With a `seed` or a `start` its clock is virtual, otherwise the system's,
 * unless `clock` chooses.
 *
 * @throws TypeError for an unknown option, or one of the wrong type; StartError if Node.js is too old, the port is
 * taken, or a file cannot be read or written; LoadError with the problems in fixtures and scripts
 * @example
 * await using server = await startCluster({ fixtures: 'shop.yaml' })
 * const reply = await fetch(`${server.url}/api/v1/namespaces/default`)
 */
export const startCluster = publicAsync(async (options: StartOptions = {}): Promise<StartedCluster> => {
  checkNode()
  checkOptions('startCluster', startOptions, options)
  const kept = options.state && (await keepCluster(options, options.state))
  const cluster = kept?.cluster ?? (await prepareCluster(options))
  const served = await orClose(cluster, () => serveCluster(cluster, ofServing(options), { kept })).catch(
    (error: unknown) => {
      kept?.end()
      throw error
    },
  )
  const close = async () => {
    try {
      kept?.rest()
      cluster.close()
    } finally {
      await served.close()
      kept?.end()
    }
  }
  return { ...served, cluster, close, [Symbol.asyncDispose]: close }
})

/**
 * Creates a cluster from options that may name files.
 *
 * @throws StartError for a file that cannot be read, LoadError with the problems in fixtures and scripts
 */
export async function prepareCluster(options: StartOptions): Promise<Cluster> {
  const cluster = createCluster(await readOptions(options))
  return orClose(cluster, async () => {
    await prepare(cluster, options)
    return cluster
  })
}

/** Creates the cluster of a file, where it is kept. */
async function keepCluster(options: StartOptions, state: StateOptions): Promise<DurableCluster> {
  const { keptCluster } = await import('./kept-cluster.js')
  const { print = toStandardError, populate: _, ...continued } = options
  return keptCluster(await readOptions(options), state, print, (cluster, isNew) =>
    prepare(cluster, isNew ? options : continued),
  )
}

/** Loads what a cluster begins with, and writes its audit. */
export async function prepare(cluster: Cluster, options: StartOptions): Promise<void> {
  await cluster.ready()
  if (options.auditLogPath !== undefined) await writeAudit(cluster, options.auditLogPath)
  if (options.populate) await populate(cluster, options.populate, options.seed)
}

/** Returns the options of a cluster from those that may name files. */
export async function readOptions(options: StartOptions): Promise<ClusterOptions> {
  return {
    ...ofCluster(options),
    ...(await readInputs(options)),
    ...(await usersOf(options)),
    ...(await tokensOf(options)),
    ...(await webhooksOf(options)),
  }
}

/** Writes the events of a cluster to a file. */
async function writeAudit({ audit }: Cluster, path: string): Promise<void> {
  const { openAuditFile } = await import('./files/audit-file.js')
  audit.listen(openAuditFile(path))
}

/** Returns the users of the options and of the file that they name. */
async function usersOf({ users = [], tokenAuthFile }: StartOptions): Promise<Pick<ClusterOptions, 'users'>> {
  if (tokenAuthFile === undefined) return {}
  return { users: [...users, ...(await (await import('./token-file.js')).readTokenFile(tokenAuthFile))] }
}

/** Returns how tokens are issued, with the keys in files. */
async function tokensOf({ serviceAccountTokens }: StartOptions): Promise<Pick<ClusterOptions, 'serviceAccountTokens'>> {
  if (!serviceAccountTokens) return {}
  const { signingKeyFile, keyFiles, ...issuers } = serviceAccountTokens
  if (signingKeyFile === undefined) {
    if (keyFiles !== undefined) throw new StartError('Tokens are verified with keyFiles if there is a signingKeyFile.')
    return { serviceAccountTokens: issuers }
  }
  const { readTokenKeys } = await import('./token-keys.js')
  return { serviceAccountTokens: { ...issuers, keys: await readTokenKeys(signingKeyFile, keyFiles) } }
}

/** Returns the manifests of webhooks with what files hold, and how the webhooks are trusted. */
async function webhooksOf({ webhooks }: StartOptions): Promise<Pick<ClusterOptions, 'webhooks'>> {
  if (!webhooks) return {}
  const { manifests, certificates, ...place } = webhooks
  const trust =
    place.caBundle === undefined
      ? (await (await import('./server/serving-certificate.js')).servingCertificate(place.address, certificates)).trust
      : {}
  return { webhooks: { manifests: await readFiles(manifests), ...place, ...trust } }
}

/** Generates a world and makes it part of the start state. */
async function populate(cluster: Cluster, world: PopulateOptions, seed: number | undefined): Promise<void> {
  await cluster.populate(world, seed === undefined ? {} : { seed })
  await cluster.ready()
  cluster.setStart()
}

const FILES = ['crds', 'fixtures', 'scripts', 'openapi', 'auditPolicy', 'admissionConfiguration'] as const

/** Reads the files that options name, and returns these options with the contents. */
async function readInputs(options: StartOptions): Promise<Pick<ClusterOptions, (typeof FILES)[number]>> {
  const given = FILES.flatMap((name) => {
    const input = options[name]
    return input === undefined ? [] : [{ name, input }]
  })
  return Object.fromEntries(await Promise.all(given.map(async ({ name, input }) => [name, await readFiles(input)])))
}
