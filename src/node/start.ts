import { type Cluster, createCluster } from '../cluster.js'
import type { ClusterOptions } from '../cluster-options.js'
import type { Fetch } from '../http/app.js'
import { logRequests } from '../http/log.js'
import { hintAtProfile } from '../http/notice.js'
import { checkSettings } from '../load/settings.js'
import type { Handle } from '../wire/handle.js'
import { type ServedForks, createForks } from './forks.js'
import { kubeconfig, writeKubeconfig } from './kubeconfig.js'
import { loadFixtures, loadScripts } from './load-fixtures.js'
import { readKinds } from './openapi-files.js'
import { type ServeOptions, serve } from './serve.js'
import { reportFault, toStandardError } from './report.js'
import { checkNode } from './releases.js'
import { clusterOptions, startSettings } from './settings.js'

/** Options of {@link startCluster}: those of `createCluster`, and where and how to serve. */
export type StartOptions = ClusterOptions & {
  /** The port; 0, the default, picks a free one. */
  readonly port?: number
  /** The address to listen on (default `127.0.0.1`). */
  readonly host?: string
  /** YAML and JSON files, and folders of them, whose objects are there from the start. */
  readonly fixtures?: readonly string[]
  /** YAML and JSON files of CustomResourceDefinitions, and folders of them, that are there from the start. */
  readonly crdFiles?: readonly string[]
  /** Files of OpenAPI v3 documents; their kinds are served as far as there is none at their path. */
  readonly openapi?: readonly string[]
  /** YAML files of hooks. */
  readonly scripts?: readonly string[]
  /** Speaks HTTPS, with a certificate of its own that the kubeconfig trusts; needs the package `selfsigned`. */
  readonly tls?: boolean
  /** A file to write the kubeconfig to. */
  readonly kubeconfig?: string
  /** Prints a line for each request; `debug` prints bodies too (default `off`). */
  readonly log?: 'off' | 'requests' | 'debug'
  /** Takes what there is to print instead of standard error: the request log, and hints on a client's use of the wrong profile. */
  readonly print?: (line: string) => void
}

/** A cluster that listens. */
export type StartedCluster = {
  readonly url: string
  /** A kubeconfig of it, as YAML. */
  readonly kubeconfig: string
  readonly cluster: Cluster
  /** Ends open watches and stops listening, at once. */
  readonly close: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/**
 * Makes a cluster and serves it over HTTP. Its clock is the system's unless `clock` says otherwise.
 *
 * @throws TypeError for an option that is none, or has to be something else; StartError when Node.js is too old, the port
 * is taken, or a file cannot be read or written; LoadError with the faults of fixtures and scripts
 * @example
 * await using server = await startCluster({ profile: 'kubernetes' })
 * const reply = await fetch(`${server.url}/api/v1/namespaces/default`)
 */
export async function startCluster(options: StartOptions = {}): Promise<StartedCluster> {
  const cluster = await prepareCluster(options)
  const served = await serveCluster(() => cluster, options)
  const close = async () => {
    try {
      cluster.close()
    } finally {
      await served.close()
    }
  }
  try {
    if (options.kubeconfig !== undefined) await writeKubeconfig(options.kubeconfig, served.kubeconfig)
  } catch (error) {
    await close()
    throw error
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
    clock: options.clock ?? 'system',
  })
  await load(cluster, options)
  cluster.setStart()
  return cluster
}

/** A cluster at an address. */
export type Served = Pick<StartedCluster, 'url' | 'kubeconfig'> & {
  /** Stops listening and breaks every connection; what ends watches comes before. */ readonly close: () => Promise<void>
}

/**
 * Serves a cluster; which one is asked for each request.
 *
 * @throws StartError when the port is taken
 */
export async function serveCluster(current: () => Cluster, options: StartOptions): Promise<Served> {
  const { host = '127.0.0.1', port = 0, tls = false, token } = options
  const certificate = tls ? await (await import('./tls.js')).createCertificate(host) : undefined
  const forks = createForks(current, (fork, at) => serveCluster(() => fork, { ...options, port: at }))
  const { url, close: stop } = await serve({
    ...answersOf(current, forks, options),
    host,
    port,
    tls: certificate,
    report: reportFault,
  })
  const close = async () => void (await Promise.all([forks.closeAll(), stop()]))
  return { url, close, kubeconfig: kubeconfig({ url, certificate: certificate?.cert, token }) }
}

async function load(cluster: Cluster, { crdFiles = [], fixtures = [], scripts = [] }: StartOptions): Promise<void> {
  if (crdFiles.length > 0) await loadFixtures(cluster, crdFiles)
  if (fixtures.length > 0) await loadFixtures(cluster, fixtures)
  if (scripts.length > 0) await loadScripts(cluster, scripts)
}

/** What answers requests, with as little around it as the options ask for. */
function answersOf(
  current: () => Cluster,
  forks: ServedForks,
  { profile, log = 'off', print }: StartOptions,
): Pick<ServeOptions, 'handle' | 'fetch'> {
  const handle: Handle = (request) => current().handle(request)
  const fetch: Fetch = (request, bindings) => current().app.fetch(request, { ...bindings, forks })
  const hints = print !== undefined && profile !== 'kubernetes'
  if (log === 'off') return { fetch, handle: hints ? hintAtProfile(handle, print) : handle }
  const logged = { print: print ?? toStandardError, now: () => performance.now(), bodies: log === 'debug' }
  return { fetch: logRequests(hints ? hintAtProfile(fetch, print) : fetch, logged) }
}
