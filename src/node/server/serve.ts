import { type RequestListener, createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { ClientCertificate } from '../../server/accounts/client-certificate.js'
import { onDemand } from '../../base/on-demand.js'
import type { Fetch } from '../../server/http/app.js'
import { isControl } from '../../server/http/control.js'
import type { Asked, Handle } from '../../server/wire/handle.js'
import type { Reply } from '../../server/wire/reply.js'
import { answerUnreadable } from './answer-unreadable.js'
import { type ClientOf, NodeRequest, urlSent } from './sent-url.js'
import { type Exchange, type Report, panic, tell } from './exchange.js'
import { listenFailure } from '../failure.js'
import { sendReply } from './send.js'
import { takeUpgrades } from './upgrade.js'

/** Where to listen, and the handlers of requests. */
export type ListenOptions = {
  readonly fetch: Fetch
  /** Answers all but control without a web Request; undefined if all requests have to go through `fetch`. */
  readonly handle?: Handle | undefined
  readonly host: string
  /** 0 picks a free port. */
  readonly port: number
  /** PEM; if given, the server speaks HTTPS. */
  readonly tls?: Tls | undefined
  /** Milliseconds in which a request has to arrive completely (default: a minute). */
  readonly requestTimeout?: number | undefined
  readonly report: Report
}

/** What HTTPS is served with. */
type Tls = {
  readonly key: string
  readonly cert: string
  /** The authorities whose certificates clients are asked for, in PEM. */
  readonly authorities?: readonly string[]
  /** Returns the certificate that a client has shown. */
  readonly clientOf?: (socket: TLSSocket) => ClientCertificate | undefined
}

/** Returns the limits of a server with a request timeout. */
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
  /** Refuses new connections and breaks existing ones, at once or after `grace` milliseconds. */
  readonly pause: (grace?: number) => Promise<void>
  /** Accepts connections on the same port again. Rejects with a StartError if the port has been taken meanwhile. */
  readonly resume: () => Promise<void>
  /** Stops at once and breaks all connections; watches should be ended before. */
  readonly close: () => Promise<void>
}

/**
 * As in kube-apiserver: headers of at most 1 MiB that arrive within 32 s, and a long keep-alive. A request has to
 * arrive completely within a minute, including its body.
 */
export const SERVER_OPTIONS = {
  maxHeaderSize: 1024 * 1024,
  keepAliveTimeout: 120_000,
  headersTimeout: 32_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
}

/**
 * Starts a server.
 *
 * @throws StartError if the port is taken, or the host is not an address of this machine
 */
export async function listen(options: ListenOptions): Promise<Listening> {
  const { fetch, handle, host, port, tls, report } = options
  const scheme = tls ? 'https' : 'http'
  const clientOf = clientsOf(tls)
  const listener = createListener({ fetch, handle, host, scheme, report, clientOf })
  const limits = limitsOf(options.requestTimeout)
  const server = tls
    ? (await import('node:https')).createServer({ ...limits, ...handshakeOf(tls) }, listener)
    : createServer(limits, listener)
  if (tls) server.on('secureConnection', feedParser)
  takeUpgrades(server, { fetch, scheme, report, clientOf })
  answerUnreadable(server)
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
  const { port: bound } = server.address() as AddressInfo // it listens on a port, not on a pipe
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
    // The last chunk of a watch that has just ended is sent in this turn.
    await new Promise<void>((resolve) => setImmediate(resolve))
    // closeAllConnections() does not include connections in a TLS handshake, and would wait for them.
    breakAll()
    await closed
  }
  let closing: Promise<void> | undefined
  return { url: `${scheme}://${reachable(host)}:${bound}`, pause, resume, close: () => (closing ??= close()) }
}

/** Returns the options of a handshake, in which clients may show certificates, which are judged later. */
const handshakeOf = ({ key, cert, authorities }: Tls) => ({
  key,
  cert,
  ...(authorities ? { ca: [...authorities], requestCert: true, rejectUnauthorized: false } : {}),
})

function clientsOf(tls: Tls | undefined): ClientOf | undefined {
  const clientOf = tls?.clientOf
  // The connections of a server for HTTPS.
  return clientOf && (({ socket }) => clientOf(socket as TLSSocket))
}

/**
 * Keeps a TLS connection alive whose client sends requests while a response is still being sent. Otherwise Node.js
 * feeds its parser several records at a time, and the parser fails on those after it was paused. With a listener of
 * `data` events, Node.js feeds records one by one, and holds them while it is paused.
 */
const feedParser = (socket: Socket): void => void socket.off('data', ignore).on('data', ignore)

const ignore = () => undefined

/** Creates the request listener of a Node.js server. */
export function createListener(
  options: Omit<ListenOptions, 'port' | 'tls'> & {
    readonly scheme: 'http' | 'https'
    readonly clientOf?: ClientOf | undefined
  },
): RequestListener {
  const { fetch, handle, host, scheme, report, clientOf } = options
  const adapter = onDemand(async () =>
    (await import('./adapter.js')).createAdapter({ fetch, host, scheme, report, clientOf }),
  )
  return (incoming, outgoing) => {
    const url = urlSent(incoming, scheme, host)
    const exchange = { incoming, outgoing }
    if (url === undefined) outgoing.writeHead(400, BAD_REQUEST_HEADERS).end(BAD_REQUEST)
    else if (handle && !isControl(url)) answerAsked(handle, new NodeRequest(incoming, url, clientOf), exchange, report)
    else
      adapter().then(
        (adapt) => adapt(incoming, outgoing),
        (error: unknown) => panic(exchange, error, report),
      )
  }
}

// As Go's server refuses what it cannot parse.
const BAD_REQUEST = '400 Bad Request'
const BAD_REQUEST_HEADERS = { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' }

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

/** Returns the address at which clients on this machine reach a host. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  // Only IPv6 addresses have a colon; `net.isIPv6` would add a millisecond to each start.
  return host.includes(':') ? `[${host}]` : host
}
