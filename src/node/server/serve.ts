import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { ClientCertificate } from '../../server/accounts/client-certificate.js'
import { onDemand } from '../../base/on-demand.js'
import type { Fetch } from '../../server/http/app.js'
import { isControl, refusalReply } from '../../server/http/foreign.js'
import type { Asked, Handle } from '../../server/wire/handle.js'
import type { Reply } from '../../server/wire/reply.js'
import { type ClientOf, type Peer, Incoming, NodeRequest, urlSent, peerOf } from './incoming.js'
import { type Exchange, type Report, panic, tell } from './exchange.js'
import { listenFailure } from '../failure.js'
import { http } from '../http.js'
import { sendReply } from './send.js'
import { StatusError } from '../../base/errors/status.js'
import { asSent } from '../../server/http/as-sent.js'
import { type Subprotocols, readSubprotocols } from '../../server/http/websocket.js'
import type { Together } from './open-session.js'
import { type Upgrade, passOver } from './pass-over.js'

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
  IncomingMessage: Incoming,
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
  const server = tls ? await createSecureServer(tls, limits, listener) : http.createServer(limits, listener)
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

/** Creates a server for HTTPS, to which clients may show certificates, which are judged later. */
async function createSecureServer(
  { key, cert, authorities }: Tls,
  limits: typeof SERVER_OPTIONS,
  listener: RequestListener,
): Promise<Server> {
  const [{ createServer: createHttps }, { constants }] = await Promise.all([
    import('node:https'),
    import('node:crypto'),
  ])
  const asking = authorities ? { ca: [...authorities], requestCert: true, rejectUnauthorized: false } : {}
  // To make tickets takes a fifth of a handshake, and few clients resume their sessions.
  const secureOptions = constants.SSL_OP_NO_TICKET
  return createHttps({ ...limits, key, cert, secureOptions, ...asking }, listener).on('secureConnection', feedParser)
}

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

/** The handler of upgrade requests, and its context. */
type UpgradeOptions = {
  readonly fetch: Fetch
  readonly scheme: 'http' | 'https'
  /** Called with exceptions, which are bugs of this package, and with the request that caused them. */
  readonly report: (error: unknown, request: string) => void
  readonly clientOf?: ClientOf | undefined
}

/**
 * Handles WebSocket requests of a server. As in kube-apiserver, other upgrades are ignored: the request is answered as
 * one without an Upgrade header, which a WebSocket client takes for a refusal.
 */
export function takeUpgrades(server: Server, { fetch, scheme, report, clientOf }: UpgradeOptions): void {
  const together = { unfinished: 0 }
  // With TCP and TLS it is a Socket, whatever the type says.
  server.on('upgrade', (incoming, socket: Socket, head) => {
    const upgrade: Upgrade = { incoming, socket, head }
    // Node.js has removed its listeners, even while earlier responses are being sent; an unhandled `error` event would
    // end the process.
    const leave = () => void socket.destroy()
    socket.on('error', leave)
    onceAnswered(socket, () => {
      if (socket.destroyed) return
      // The next handler adds its own listener.
      socket.off('error', leave)
      const url = isSpdy(incoming) ? urlSent(incoming, scheme, '') : webSocketUrl(incoming, scheme)
      if (url === undefined || !URL.canParse(url)) return passOver(server, scheme, upgrade)
      const tell = (error: unknown) => report(error, `${incoming.method} ${incoming.url}`)
      answer({ fetch, url, report: tell, together, peer: peerOf(incoming, clientOf) }, upgrade).catch(
        (error: unknown) => {
          tell(error)
          socket.destroy()
        },
      )
    })
  })
}

const PLAIN_HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i

/** Returns the URL of a valid WebSocket request as it was sent; undefined if it is none. */
function webSocketUrl(incoming: IncomingMessage, scheme: string): string | undefined {
  const { method, url = '', headers } = incoming
  const { upgrade, host = '' } = headers
  if (method !== 'GET' || upgrade?.toLowerCase() !== 'websocket') return undefined
  if (!url.startsWith('/') || !PLAIN_HOST.test(host)) return undefined
  return urlSent(incoming, scheme, host)
}

/** Tells whether a request asks for SPDY, whose client may send its first frames at once. */
const isSpdy = ({ method, headers: { upgrade } }: IncomingMessage): boolean =>
  (method === 'POST' || method === 'GET') && upgrade?.toLowerCase() === 'spdy/3.1'

type Answering = Pick<UpgradeOptions, 'fetch'> & {
  readonly peer: Peer
  readonly url: string
  readonly report: (error: unknown) => void
  readonly together: Together
}

async function answer({ fetch, url, report, together, peer }: Answering, upgrade: Upgrade): Promise<void> {
  const { incoming, socket } = upgrade
  const leave = () => void socket.destroy()
  // Node.js has removed its listeners; the client may go away while a hook delays the response.
  socket.on('error', leave).on('end', leave)
  // A request whose client has gone is not under way any more.
  const gone = new AbortController()
  socket.on('close', () => gone.abort())
  const early = readEarly(upgrade, leave)
  const protocols = subprotocolsOf(incoming)
  const reply =
    'status' in protocols
      ? protocols
      : await ask(fetch, asSent(requestOf(incoming, url, protocols, gone.signal), url, peer))
  socket.off('end', leave)
  if (reply.body.type === 'cut') return leave()
  if (reply.body.type === 'session') {
    if (socket.destroyed) return
    const { openSessionSocket } = await import('./open-session.js')
    const names = 'status' in protocols ? [] : protocols.names
    return openSessionSocket({ ...upgrade, head: early(), names }, reply.body.session, together)
  }
  if (reply.body.type === 'forwarding') {
    if (socket.destroyed) return
    const { openForwardingSocket, openForwardingSpdy } = await import('./forward/open-forwarding.js')
    const { forwarding } = reply.body
    const opening = { ...upgrade, head: early() }
    if (isSpdy(incoming)) return openForwardingSpdy(opening, forwarding)
    return openForwardingSocket({ ...opening, names: 'status' in protocols ? [] : protocols.names }, forwarding)
  }
  if (reply.body.type !== 'watch' || isSpdy(incoming)) return sendPlainly(upgrade, reply, report)
  const { stream } = reply.body
  socket.on('close', () => stream.close())
  if (socket.destroyed) return stream.close()
  // The WebSocket library is loaded on first use.
  const { openWebSocket } = await import('./open-websocket.js')
  const names = 'status' in protocols ? [] : protocols.names
  openWebSocket({ ...upgrade, head: early(), names }, reply.body, report)
}

/** Bytes that a client may send before the response; it should send none. */
const MOST_EARLY = 64 * 1024

/**
 * Reads what a client sends before the response, as a socket that is not read does not tell when its client leaves.
 * Leaves if it is much. The returned function ends that and returns the bytes.
 */
function readEarly({ socket, head }: Upgrade, leave: () => void): () => Buffer {
  const pieces = [head]
  let length = head.length
  const read = (piece: Buffer) => {
    pieces.push(piece)
    length += piece.length
    if (length > MOST_EARLY) leave()
  }
  socket.on('data', read)
  return () => {
    socket.off('data', read)
    return Buffer.concat(pieces)
  }
}

/** Reads the subprotocols, or returns the refusal of malformed ones. */
function subprotocolsOf({ headers }: IncomingMessage): Subprotocols | Reply {
  try {
    return readSubprotocols(headers['sec-websocket-protocol'] ?? '')
  } catch (error) {
    if (error instanceof StatusError) return refusalReply(error)
    throw error
  }
}

/** Creates a Request without a body, with a token of a subprotocol in its usual header. */
function requestOf(
  { method, rawHeaders, headers }: IncomingMessage,
  url: string,
  { token }: Subprotocols,
  signal: AbortSignal,
): Request {
  const given = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) given.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  if (token !== undefined && headers.authorization === undefined) given.set('Authorization', `Bearer ${token}`)
  return new Request(url, { method: method ?? 'GET', headers: given, signal })
}

/** Sends a request and returns the Reply itself, rather than a Response. */
async function ask(fetch: Fetch, request: Request): Promise<Reply> {
  const sent: Reply[] = []
  const send = (reply: Reply): Response => {
    sent.push(reply)
    // The Response is not used.
    return new Response()
  }
  const response = await fetch(request, { send })
  const [reply] = sent
  // The control API, which has no watches, returns a Response.
  return reply ?? plainReply(response)
}

const plainReply = async (response: Response): Promise<Reply> => ({
  status: response.status,
  headers: Object.fromEntries(response.headers),
  warnings: [],
  body: { type: 'text', text: await response.text() },
})

/** Sends a response that does not open a WebSocket, and ends the connection, as what follows may not be HTTP. */
function sendPlainly({ incoming, socket }: Upgrade, reply: Reply, report: (error: unknown) => void): void {
  const outgoing = new http.ServerResponse(incoming)
  outgoing.shouldKeepAlive = false
  outgoing.assignSocket(socket)
  outgoing.on('finish', () => socket.end())
  sendReply(outgoing, reply, report)
}

/** The properties of a socket that tell which requests are under way on it; Node.js has no others. */
type Busy = Socket & {
  /** The response being sent, or to be sent next. */
  readonly _httpMessage?: ServerResponse | null
  readonly parser?: { readonly incoming?: IncomingMessage | null } | null
}

/**
 * Runs a function once the responses to all earlier requests of a connection have been sent, as clients may pipeline.
 */
function onceAnswered(socket: Busy, run: () => void): void {
  const { _httpMessage: before } = socket
  // When a response is closed, the next one gets the socket. One whose request is broken never comes.
  if (before && !isBroken(socket, before)) before.once('close', () => onceAnswered(socket, run))
  else run()
}

/** Tells whether the request of a response is the one that the parser could not finish. */
const isBroken = ({ parser }: Busy, { req }: ServerResponse): boolean => parser?.incoming === req && !req.complete

/**
 * Answers what cannot be read as a request, as Go's server does: after the requests before it, and as the last of its
 * connection. By default, Node.js would drop the earlier responses.
 */
function answerUnreadable(server: Server): void {
  const answered = new WeakSet<Socket>()
  // With TCP and TLS it is a Socket, whatever the type says.
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // What follows a request with `Connection: close` is not read; the response to that request ends the connection.
    if (error.code === 'HPE_CLOSED_CONNECTION') return
    const line = statusLineOf(error.code)
    if (line === undefined || !socket.writable) return void socket.destroy(error)
    // All later bytes cause the same error.
    if (answered.has(socket)) return
    answered.add(socket)
    onceAnswered(socket, () => refuse(socket, line))
  })
}

function refuse(socket: Busy, line: string): void {
  // Nothing can be said within a response that has begun.
  if (!socket.writable || socket._httpMessage?.headersSent) return void socket.destroy()
  socket.end(`HTTP/1.1 ${line}\r\nConnection: close\r\n\r\n`, () => socket.destroy())
}

/** Returns the status for an error of the parser; undefined if the connection itself failed. */
function statusLineOf(code = ''): string | undefined {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return '431 Request Header Fields Too Large'
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return '413 Payload Too Large'
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return '408 Request Timeout'
    default:
      return code.startsWith('HPE_') ? '400 Bad Request' : undefined
  }
}
