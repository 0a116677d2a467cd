import { createAdaptorServer } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, type Socket, isIPv6 } from 'node:net'
import type { Bindings, Fetch } from '../http/app.js'
import { listenFailure } from './failure.js'
import { readBody } from './read-body.js'
import { sendReply } from './send.js'

/** Where to listen, and what answers. */
export type ServeOptions = {
  readonly fetch: Fetch
  readonly host: string
  /** 0 picks a free one. */
  readonly port: number
  /** PEM texts; with them the server speaks HTTPS. */
  readonly tls?: { readonly key: string; readonly cert: string } | undefined
  /** Told of exceptions, which are faults of our own, and of the request that met them. */
  readonly report: (error: unknown, request: string) => void
}

/** A server that listens. */
export type Listening = {
  readonly url: string
  /** Stops at once and breaks every connection; what ends watches comes before. */
  readonly close: () => Promise<void>
}

// As a Go server: headers up to 1 MiB, and idle connections stay open for long.
const SERVER_OPTIONS = { maxHeaderSize: 1024 * 1024, keepAliveTimeout: 120_000 }

/**
 * Listens.
 *
 * @throws StartError when the port is taken or the host is not this machine's
 */
export async function serve({ fetch, host, port, tls, report }: ServeOptions): Promise<Listening> {
  const server = createAdaptorServer({
    overrideGlobalObjects: false,
    hostname: host,
    // Over HTTP/1.1 these are what the adapter hands over.
    fetch: (request, env) => answer(fetch, request, env as Exchange, report),
    ...(tls ? { createServer: (await import('node:https')).createServer, serverOptions: { ...SERVER_OPTIONS, ...tls } } : { serverOptions: SERVER_OPTIONS }),
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    const fail = (error: Error) => reject(listenFailure(error, host, port))
    server.once('error', fail)
    server.listen(port, host, () => resolve(void server.off('error', fail)))
  })
  const close = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    // The last chunk of a watch that has just ended leaves in this turn.
    await new Promise<void>((resolve) => setImmediate(resolve))
    // closeAllConnections() does not know those in the middle of a TLS handshake, and would wait for them.
    for (const socket of sockets) socket.destroy()
    await closed
  }
  let closing: Promise<void> | undefined
  const { port: bound } = server.address() as AddressInfo // listening on a port, not on a pipe
  return { url: `${tls ? 'https' : 'http'}://${reachable(host)}:${bound}`, close: () => (closing ??= close()) }
}

type Exchange = { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse }

function answer(fetch: Fetch, request: Request, { incoming, outgoing }: Exchange, report: ServeOptions['report']): Response | Promise<Response> {
  const tell = (error: unknown) => report(error, `${incoming.method} ${incoming.url}`)
  const panic = (error: unknown): Response => {
    // A client that goes away in the middle of its body fails the reading of it: nobody's fault, and nobody is there to be told.
    if (!incoming.destroyed || incoming.complete) tell(error)
    if (!outgoing.headersSent) return new Response(PANIC, { status: 500, headers: PANIC_HEADERS })
    outgoing.destroy()
    return RESPONSE_ALREADY_SENT
  }
  try {
    const bindings: Bindings = { send: (reply) => sendReply(outgoing, reply, tell), body: () => readBody(incoming) }
    const response = fetch(request, bindings)
    return response instanceof Promise ? response.then(unlessSent, panic) : unlessSent(response)
  } catch (error) {
    return panic(error)
  }
}

/** What has been sent is done: the adapter would read the headers of a response that says so, which takes a tenth of a short request. */
const unlessSent = (response: Response): Response | Promise<Response> => (response === RESPONSE_ALREADY_SENT ? new Promise(() => {}) : response)

const PANIC = 'This request caused apiserver to panic. Look in the logs for details.\n'
const PANIC_HEADERS = { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' }

/** The name under which a client of this machine finds a host. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return isIPv6(host) ? `[${host}]` : host
}
