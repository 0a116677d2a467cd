import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type StartOptions, type StartedCluster, startCluster } from '../../../src/node.js'
import { type Journal, createJournal } from './journal.js'

/** A request as its server got it. */
export type Received = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly type: string
}

/** A server of the test that started it. */
export type Server = StartedCluster & {
  readonly port: number
  /** The requests so far. */
  readonly received: Journal<Received>
  /** The full name of a group (`coordination` → `coordination.k8s.io`). */
  readonly group: (prefix: string) => string
}

/** The names of the profiles. */
export const profiles = ['kubernetes', 'example'] as const

/** Takes what is to be done when a test is over. */
export type AtEnd = (cleanup: () => void | Promise<void>) => void

/**
 * Starts a server, without controllers, and so without accounts for pods, unless they are asked for. It closes when the test is
 * over, if not before that.
 */
export async function startServer(options: StartOptions, atEnd: AtEnd): Promise<Server> {
  const { controllers = 'none' } = options
  const nobody = controllers === 'none' ? ({ disableAdmissionPlugins: ['ServiceAccount'] } as const) : {}
  const started = await startCluster({ profile: 'example', ...nobody, ...options, controllers })
  atEnd(started.close)
  const port = Number(new URL(started.url).port)
  const domain = started.cluster.profile === 'kubernetes' ? 'k8s.io' : 'example.io'
  return { ...started, port, received: listen(port, atEnd), group: (prefix) => `${prefix}.${domain}` }
}

/** Ends the watches open now, as a server does whose time for them is up. */
export const endWatches = ({ cluster }: Server): void => cluster.watches().forEach((watch) => watch.end())

const REQUEST_START = 'http.server.request.start'

/** Writes down the requests on a port, of which Node tells for every server in the process. */
function listen(port: number, atEnd: AtEnd): Journal<Received> {
  const journal = createJournal<Received>()
  const note = (message: unknown) => {
    const { request, server } = message as { readonly request: IncomingMessage; readonly server: HttpServer } // the channel's documentation
    if ((server.address() as AddressInfo | null)?.port !== port) return
    const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://server')
    journal.add({ method: request.method ?? '', path, query, type: request.headers['content-type'] ?? '' })
  }
  subscribe(REQUEST_START, note)
  atEnd(() => void unsubscribe(REQUEST_START, note))
  return journal
}
