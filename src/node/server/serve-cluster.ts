import type { Cluster } from '../../cluster/types.js'
import type { DurableCluster } from '../../cluster/durable/durable-cluster.js'
import type { Keyring } from '../../server/accounts/credentials.js'
import { type Whom, whomShape } from '../../server/accounts/whom.js'
import type { LazyFleet, Listener } from '../../server/control/controlled.js'
import type { Fetch } from '../../server/http/app.js'
import {
  type Allowed,
  anyHost,
  isLoopback,
  namedHosts,
  guardFetch,
  guardHandle,
  isControl,
} from '../../server/http/foreign.js'
import { printInert, printProfileHint, printUnconverted, printUnsent } from '../../server/http/notices.js'
import { logRequests } from '../../server/http/log.js'
import { publicAsync } from '../../base/errors/call-site.js'
import { checkArguments } from '../../base/check/arguments.js'
import { clusterShape } from '../../base/check/cluster.js'
import { checkOptions } from '../../cluster/options.js'
import { noteServed } from '../../cluster/testing/served.js'
import type { Handle } from '../../server/wire/handle.js'
import { type ServedForks, createForks } from './forks.js'
import { kubeconfig, writeKubeconfig } from '../kubeconfig.js'
import { readInspectorPage } from '../inspector-page.js'
import { StartError } from '../failure.js'
import { reportControllerFault, reportFault, toStandardError } from '../report.js'
import { type ListenOptions, type Listening, listen } from './serve.js'
import { type ServeOptions, serveOptions } from '../options.js'
import { failure } from '../../base/errors/status.js'

const LOOPBACK = '127.0.0.1'

/** How a user signs in. */
export type KubeconfigForOptions = {
  /** Whether with a client certificate, which takes TLS, rather than a token. */
  readonly certificate?: boolean
}

/** A cluster that is served. */
export type ServedCluster = {
  readonly url: string
  /** A kubeconfig for it, as YAML: the administrator's. */
  readonly kubeconfig: string
  /**
   * Returns a kubeconfig for it with which requests are those of a user or of a service account: with a client
   * certificate where it serves TLS, unless for a service account, and otherwise, or with `certificate: false`, with a
   * token.
   *
   * @example
   * await writeFile('operator.kubeconfig', await server.kubeconfigFor({ serviceAccount: 'shop/operator' }))
   */
  readonly kubeconfigFor: (whom: Whom, options?: KubeconfigForOptions) => Promise<string>
  /**
   * Refuses new connections and breaks existing ones, like a server that is down; the cluster itself continues.
   *
   * @example
   * await server.pause()
   * await server.resume() // on the same port, with the same state
   */
  readonly pause: () => Promise<void>
  /** Accepts connections on the same port again. Rejects with a StartError if the port has been taken meanwhile. */
  readonly resume: () => Promise<void>
  /** Stops listening and breaks all connections at once. The cluster continues. */
  readonly close: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/**
 * Serves a cluster or a fork over HTTP. Closing the server does not close the cluster.
 *
 * @throws TypeError for an unknown option, or one of the wrong type; StartError if the port is taken, or the kubeconfig
 * cannot be written
 * @example
 * await using server = await serve(cluster.fork())
 * const config = new KubeConfig()
 * config.loadFromString(server.kubeconfig)
 */
export const serve = publicAsync(async (cluster: Cluster, options: ServeOptions = {}): Promise<ServedCluster> => {
  checkArguments('serve', { cluster: clusterShape }, [cluster])
  checkOptions('serve', serveOptions, options)
  return serveCluster(cluster, options, {})
})

/** What a cluster that is served may be in. */
type Within = {
  /** Where it is kept, so that it outlives the process. */
  readonly kept?: DurableCluster | undefined
  readonly fleet?: () => LazyFleet | undefined
}

/** Serves a cluster, which may be kept where it outlives the process, or be in a fleet. */
export async function serveCluster(cluster: Cluster, options: ServeOptions, within: Within): Promise<ServedCluster> {
  const server = await serveCurrent(() => cluster, options, within)
  const forget = noteServed(cluster, server.close)
  const close = () => {
    forget()
    return server.close()
  }
  return { ...server, close, [Symbol.asyncDispose]: close }
}

/**
 * Serves the cluster that `current` returns for each request.
 *
 * @throws StartError if the port is taken, or the kubeconfig cannot be written
 */
export async function serveCurrent(
  current: () => Cluster,
  options: ServeOptions,
  { kept, fleet }: Within = {},
): Promise<ServedCluster> {
  const { host = LOOPBACK, port = 0, tls = false, context } = options
  if (options.clientCaFile !== undefined && !tls)
    throw new StartError('Client certificates are shown over TLS only: clientCaFile needs tls.')
  if (options.tlsCertFile !== undefined && !tls) throw new StartError('tlsCertFile is for HTTPS: it needs tls.')
  const secured = tls ? await handshakeFor([host, ...current().allowHosts], options, kept?.keyring) : undefined
  const certificate = secured?.cert
  const { kubeconfig: path, ...others } = options
  const kubeconfigFor = publicAsync(async (whom: Whom, { certificate: wanted }: KubeconfigForOptions = {}) => {
    checkArguments('kubeconfigFor', { whom: whomShape }, [whom])
    const shows =
      (wanted ?? (tls && !isAccount(whom)))
        ? { client: await current().certificateFor(whom) }
        : { token: await current().tokenFor(whom) }
    return kubeconfig({ ...{ url: server.url, certificate, context }, ...shows })
  })
  const forks = createForks(current, (fork, at) => serveCurrent(() => fork, { ...others, port: at }))
  const listener = (): Listener => ({ ...pausing.listener, kubeconfigFor, servingCertificate })
  const answers = answersOf(current, { forks, listener, fleet, rest: kept?.rest }, options)
  const pausing = createPausing(() => server, answers.fetch, reportFault)
  const server = await listen({
    ...answers,
    host,
    port,
    tls: secured,
    report: reportFault,
  })
  const close = async () => void (await Promise.all([forks.closeAll(), pausing.close(), server.close()]))
  const { url } = server
  const { pause, resume } = pausing
  const config = kubeconfig({ url, certificate, token: current().token, context })
  try {
    if (path !== undefined) await writeKubeconfig(path, config)
  } catch (error) {
    await close()
    throw error
  }
  return { url, kubeconfig: config, kubeconfigFor, pause, resume, close, [Symbol.asyncDispose]: close }
}

const isAccount = (whom: Whom): boolean =>
  typeof whom === 'object' ? 'serviceAccount' in whom : whom.startsWith('system:serviceaccount:')

/** Makes what HTTPS is served with, in which clients may show certificates of the authorities in a file. */
async function handshakeFor(
  hosts: readonly string[],
  { tlsCertFile: cert, tlsPrivateKeyFile: key, clientCaFile }: ServeOptions,
  keyring: Keyring | undefined,
): Promise<ListenOptions['tls']> {
  if ((cert === undefined) !== (key === undefined))
    throw new StartError('A certificate is served with its key: tlsCertFile and tlsPrivateKeyFile are given together.')
  const [certificates, clients] = await Promise.all([import('./tls.js'), import('./client-certificates.js')])
  const authorities = await clients.readAuthorities(clientCaFile)
  return {
    ...(cert === undefined || key === undefined
      ? await certificates.certificateFor(hosts, keyring)
      : await certificates.readCertificate(cert, key)),
    authorities: authorities.pem,
    clientOf: (socket) => clients.clientCertificateOf(socket, authorities),
  }
}

const servingCertificate: Listener['servingCertificate'] = async (address) =>
  (await import('./serving-certificate.js')).servingCertificate(address)

/** Returns the hosts and origins that a server accepts: on loopback, a name of this machine or one that is allowed. */
const allowedBy = (allowHosts: readonly string[], { host = LOOPBACK, cors = [] }: ServeOptions): Allowed => ({
  isHost: isLoopback(host) || allowHosts.length > 0 ? namedHosts([...allowHosts, host]) : anyHost,
  origins: cors.map((origin) => origin.toLowerCase()),
})

/** Returns the current cluster, after subscribing to faults of its controllers, which nobody else would report. */
function heeding(current: () => Cluster): () => Cluster {
  const heard = new WeakSet<Cluster>()
  return () => {
    const cluster = current()
    if (!heard.has(cluster)) {
      heard.add(cluster)
      cluster.controllers.onFault(reportControllerFault)
    }
    return cluster
  }
}

/** Creates the handlers of requests, with only the layers that the options ask for. */
function answersOf(
  current: () => Cluster,
  ways: {
    readonly forks: ServedForks
    readonly listener: () => Listener
    readonly fleet: Within['fleet']
    /** Keeps what control has changed without a write, before it is answered. */
    readonly rest: (() => void) | undefined
  },
  options: ServeOptions,
): Pick<ListenOptions, 'handle' | 'fetch'> {
  const { log = 'off', print } = options
  const allowed = allowedBy(current().allowHosts, options)
  const heeded = heeding(current)
  const notes = print
    ? [
        printInert(current, print),
        printUnconverted(current, print),
        printUnsent(print),
        printProfileHint(current().profile, print),
      ]
    : []
  const answer: Handle = (request) => heeded().handle(request)
  const ask: Fetch = (request, bindings) =>
    heeded().app.fetch(request, {
      ...bindings,
      forks: ways.forks,
      listener: ways.listener(),
      fleet: ways.fleet?.(),
      page: async () => readInspectorPage(),
    })
  const handle = guardHandle(
    notes.reduce((noted, note) => note.handle(noted), answer),
    allowed,
  )
  const { rest } = ways
  const kept: Fetch = rest ? (request, bindings) => andThen(ask(request, bindings), rest) : ask
  const fetch = guardFetch(
    notes.reduce((noted, note) => note.fetch(noted), kept),
    allowed,
  )
  if (log === 'off') return { fetch, handle }
  const logged = { print: print ?? toStandardError, now: () => performance.now(), bodies: log === 'debug' }
  return { fetch: logRequests(fetch, logged) }
}

/** Returns a value once something was done after it was there. */
async function andThen<T>(value: T | Promise<T>, run: () => void): Promise<T> {
  const found = await value
  run()
  return found
}

/** Pauses and resumes a server. */
type Pausing = {
  /** For the program that runs the server. */
  readonly pause: () => Promise<void>
  readonly resume: () => Promise<void>
  /** For the control API, which gets a port of its own meanwhile. */
  readonly listener: Pick<Listener, 'pause' | 'resume'>
  readonly close: () => Promise<void>
}

/** Milliseconds for the response to the pause request to be sent. */
const GRACE = 100

/** Creates the pausing of a server. `fetch` answers control requests while the server is paused. */
function createPausing(
  server: () => Pick<Listening, 'pause' | 'resume'>,
  fetch: Fetch,
  report: (error: unknown, request: string) => void,
): Pausing {
  let aside: Listening | undefined
  const close = async () => {
    const open = aside
    aside = undefined
    await open?.close()
  }
  const resume = async () => {
    await server().resume()
    // Closed with a delay, so that the response to the resume request is sent.
    const open = aside
    aside = undefined
    await open?.pause(GRACE)
  }
  const controlOnly: Fetch = (request, bindings) =>
    isControl(request.url) ? fetch(request, bindings) : new Response('the server is paused\n', { status: 503 })
  return {
    pause: () => server().pause(),
    resume,
    close,
    listener: {
      async pause() {
        aside ??= await listen({ fetch: controlOnly, host: '127.0.0.1', port: 0, tls: undefined, report })
        await server().pause(GRACE)
        return { url: aside.url }
      },
      async resume() {
        try {
          await resume()
        } catch (error) {
          throw error instanceof StartError ? failure(409, 'Conflict', `resume: ${error.message}`) : error
        }
      },
    },
  }
}
