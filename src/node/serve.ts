import { type RequestListener, createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { onDemand } from '../base/on-demand.js'
import type { Fetch } from '../http/app.js'
import type { Asked, Handle } from '../wire/handle.js'
import type { Reply } from '../wire/reply.js'
import { askedOf } from './asked.js'
import { type Exchange, type Report, panic, tell } from './exchange.js'
import { listenFailure } from './failure.js'
import { sendReply } from './send.js'
import { takeUpgrades } from './upgrade.js'

/** Where to listen, and what answers. */
export type ListenOptions = {
  readonly fetch: Fetch
  /** Answers requests for the API without a Request around them; absent where each has to go through `fetch`. */
  readonly handle?: Handle | undefined
  readonly host: string
  /** 0 picks a free one. */
  readonly port: number
  /** PEM texts; with them the server speaks HTTPS. */
  readonly tls?: { readonly key: string; readonly cert: string } | undefined
  /** Milliseconds that a request has to be there to its end (default a minute). */
  readonly requestTimeout?: number | undefined
  readonly report: Report
}

/** The limits of a server whose requests have so long to come. */
function limitsOf(requestTimeout = SERVER_OPTIONS.requestTimeout): typeof SERVER_OPTIONS {
  const { headersTimeout, connectionsCheckingInterval } = SERVER_OPTIONS
  return {
    ...SERVER_OPTIONS,
    requestTimeout,
    headersTimeout: Math.min(headersTimeout, requestTimeout),
    connectionsCheckingInterval: Math.min(connectionsCheckingInterval, Math.ceil(requestTimeout / 10)),
  }
}

/** A server that listens. */
export type Listening = {
  readonly url: string
  /** Refuses connections from now on and breaks those there are, at once or after so many milliseconds. */
  readonly pause: (grace?: number) => Promise<void>
  /** Takes connections again on the same port. Rejects with a StartError where it was taken meanwhile. */
  readonly resume: () => Promise<void>
  /** Stops at once and breaks every connection; what ends watches comes before. */
  readonly close: () => Promise<void>
}

/**
 * As kube-apiserver: headers up to 1 MiB, which have 32 s to come, and idle connections stay open for long. A request
 * has to be there to its end within a minute, its body too, however it trickles.
 */
export const SERVER_OPTIONS = {
  maxHeaderSize: 1024 * 1024,
  keepAliveTimeout: 120_000,
  headersTimeout: 32_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
}

/**
 * Listens.
 *
 * @throws StartError when the port is taken or the host is not this machine's
 */
export async function listen(options: ListenOptions): Promise<Listening> {
  const { fetch, handle, host, port, tls, report } = options
  const scheme = tls ? 'https' : 'http'
  const listener = createListener({ fetch, handle, host, scheme, report })
  const limits = limitsOf(options.requestTimeout)
  const server = tls
    ? (await import('node:https')).createServer({ ...limits, ...tls }, listener)
    : createServer(limits, listener)
  if (tls) server.on('secureConnection', feedParser)
  takeUpgrades(server, { fetch, scheme, report })
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    if (sockets.has(socket)) return
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const begin = (at: number) =>
    new Promise<void>((resolve, reject) => {
      const fail = (error: Error) => reject(listenFailure(error, host, at))
      server.once('error', fail)
      server.listen(at, host, () => resolve(void server.off('error', fail)))
    })
  await begin(port)
  const { port: bound } = server.address() as AddressInfo // listening on a port, not on a pipe
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const pause = async (grace = 0) => {
    if (!server.listening) return
    server.close()
    if (grace > 0) setTimeout(() => server.listening || breakAll(), grace).unref()
    else breakAll()
  }
  const resume = async () => {
    if (!server.listening) await begin(bound)
  }
  const close = async () => {
    if (!server.listening) return breakAll()
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    // The last chunk of a watch that has just ended leaves in this turn.
    await new Promise<void>((resolve) => setImmediate(resolve))
    // closeAllConnections() does not know those in the middle of a TLS handshake, and would wait for them.
    breakAll()
    await closed
  }
  let closing: Promise<void> | undefined
  return { url: `${scheme}://${reachable(host)}:${bound}`, pause, resume, close: () => (closing ??= close()) }
}

/**
 * Keeps a TLS connection whose client asks on while a reply is still leaving. Node's parser is fed several records at a
 * time then, and fails on those after it was paused; with a reader of `data` events Node feeds it one by one, and holds
 * them while it is paused.
 */
const feedParser = (socket: Socket): void => void socket.off('data', ignore).on('data', ignore)

const ignore = () => undefined

/** Makes what a Node server calls for each request. */
export function createListener(
  options: Omit<ListenOptions, 'port' | 'tls'> & { readonly scheme: 'http' | 'https' },
): RequestListener {
  const { fetch, handle, host, scheme, report } = options
  const adapter = onDemand(async () => (await import('./adapter.js')).createAdapter({ fetch, host, report }))
  return (incoming, outgoing) => {
    const asked = handle && askedOf(incoming, scheme)
    const exchange = { incoming, outgoing }
    if (asked) answerAsked(handle, asked, exchange, report)
    else
      adapter().then(
        (adapt) => adapt(incoming, outgoing),
        (error: unknown) => panic(exchange, error, report),
      )
  }
}

function answerAsked(handle: Handle, asked: Asked, exchange: Exchange, report: Report): void {
  const fail = (error: unknown) => panic(exchange, error, report)
  const send = (reply: Reply) => {
    try {
      sendReply(exchange.outgoing, reply, (error) => tell(exchange, error, report))
    } catch (error) {
      fail(error)
    }
  }
  try {
    const reply = handle(asked)
    if (reply instanceof Promise) reply.then(send, fail)
    else send(reply)
  } catch (error) {
    fail(error)
  }
}

/** The name under which a client of this machine finds a host. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  // Only an address of version 6 has a colon; Node's own check costs a millisecond of every start.
  return host.includes(':') ? `[${host}]` : host
}
