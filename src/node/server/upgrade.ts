import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { StatusError } from '../../base/errors/status.js'
import type { Fetch } from '../../server/http/app.js'
import { asSent } from '../../server/http/as-sent.js'
import { refusalReply } from '../../server/http/foreign.js'
import { type Subprotocols, readSubprotocols } from '../../server/http/websocket.js'
import type { Reply } from '../../server/wire/reply.js'
import { onceAnswered } from './answer-unreadable.js'
import { type ClientOf, type Peer, peerOf, urlSent } from './sent-url.js'
import type { Together } from './open-session.js'
import { type Upgrade, passOver } from './pass-over.js'
import { sendReply } from './send.js'

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
  const outgoing = new ServerResponse(incoming)
  outgoing.shouldKeepAlive = false
  outgoing.assignSocket(socket)
  outgoing.on('finish', () => socket.end())
  sendReply(outgoing, reply, report)
}
