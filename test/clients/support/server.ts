import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type StartOptions, type StartedCluster, startCluster } from '../../../src/node.js'
import { type Journal, createJournal } from './journal.js'

/** A request as received by its server. */
export type Received = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly type: string
}

/** A server started by a test. */
export type Server = StartedCluster & {
  readonly port: number
  /** The requests so far. */
  readonly received: Journal<Received>
  /** The full name of a group (`coordination` → `coordination.k8s.io`). */
  readonly group: (prefix: string) => string
}

/** The names of the profiles. */
export const profiles = ['kubernetes', 'example'] as const

/** Registers a cleanup for the end of a test. */
export type AtEnd = (cleanup: () => void | Promise<void>) => void

// As on a real server, LeaseCandidates and VolumeAttributesClasses have to be enabled.
const BETAS = { 'api/beta': true }

/**
 * Starts a server, by default without controllers, and so without service accounts for pods. It is closed at the end of
 * the test at the latest.
 */
export async function startServer(options: StartOptions, atEnd: AtEnd): Promise<Server> {
  const { controllers = 'none' } = options
  const nobody = controllers === 'none' ? ({ disableAdmissionPlugins: ['ServiceAccount'] } as const) : {}
  const started = await startCluster({ profile: 'example', runtimeConfig: BETAS, ...nobody, ...options, controllers })
  atEnd(started.close)
  const port = Number(new URL(started.url).port)
  const domain = started.cluster.profile === 'kubernetes' ? 'k8s.io' : 'example.io'
  return { ...started, port, received: listen(port, atEnd), group: (prefix) => `${prefix}.${domain}` }
}

/** Ends all open watches, as a server does at their timeout. */
export const endWatches = ({ cluster }: Server): void => cluster.watches().forEach((watch) => watch.end())

const REQUEST_START = 'http.server.request.start'

/** Records the requests on a port; the diagnostics channel reports those of every server in the process. */
function listen(port: number, atEnd: AtEnd): Journal<Received> {
  const journal = createJournal<Received>()
  const note = (message: unknown) => {
    // As documented for the channel.
    const { request, server } = message as { readonly request: IncomingMessage; readonly server: HttpServer }
    if ((server.address() as AddressInfo | null)?.port !== port) return
    const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://server')
    journal.add({ method: request.method ?? '', path, query, type: request.headers['content-type'] ?? '' })
  }
  subscribe(REQUEST_START, note)
  atEnd(() => void unsubscribe(REQUEST_START, note))
  return journal
}
