import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { StatusError } from '../base/status.js'
import type { Fetch } from '../http/app.js'
import { refusalReply } from '../http/foreign.js'
import { type Subprotocols, readSubprotocols } from '../http/websocket.js'
import type { Reply } from '../wire/reply.js'
import type { Together } from './open-session.js'
import { type Upgrade, passOver } from './pass-over.js'
import { sendReply } from './send.js'

/** What answers upgrades. */
type UpgradeOptions = {
  readonly fetch: Fetch
  readonly scheme: 'http' | 'https'
  /** Told of exceptions, which are faults of our own, and of the request that met them. */
  readonly report: (error: unknown, request: string) => void
}

/**
 * Opens watches over WebSocket. As on a real server every other upgrade is passed over: the request is answered as one
 * that asks for none, which a client that wanted a WebSocket takes for a refusal.
 */
export function takeUpgrades(server: Server, { fetch, scheme, report }: UpgradeOptions): void {
  const together = { unfinished: 0 }
  // Over TCP and TLS it is a Socket, whatever the type says.
  server.on('upgrade', (incoming, socket: Socket, head) => {
    const upgrade: Upgrade = { incoming, socket, head }
    // Node listens no more, not even while the replies before are on their way: what breaks a connection would end the
    // process.
    const leave = () => void socket.destroy()
    socket.on('error', leave)
    onceAnswered(socket, () => {
      if (socket.destroyed) return
      // Whoever goes on with it listens himself.
      socket.off('error', leave)
      if (!isWebSocket(incoming, scheme)) return passOver(server, scheme, upgrade)
      const tell = (error: unknown) => report(error, `${incoming.method} ${incoming.url}`)
      answer({ fetch, scheme, report: tell, together }, upgrade).catch((error: unknown) => {
        tell(error)
        socket.destroy()
      })
    })
  })
}

/** Goes on once the replies to all requests before have been sent, for clients that do not wait for them. */
function onceAnswered(socket: Socket, run: () => void): void {
  // Node knows it under this name alone.
  const { _httpMessage: before } = socket as { _httpMessage?: ServerResponse | null }
  // When one has gone the next has the socket.
  if (before) before.once('close', () => onceAnswered(socket, run))
  else run()
}

const PLAIN_HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i

/** Tells whether it is a WebSocket that is asked for, by a request that can be read at all. */
const isWebSocket = ({ method, url = '', headers: { upgrade, host = '' } }: IncomingMessage, scheme: string): boolean =>
  method === 'GET' &&
  upgrade?.toLowerCase() === 'websocket' &&
  url.startsWith('/') &&
  PLAIN_HOST.test(host) &&
  URL.canParse(`${scheme}://${host}${url}`)

type Answering = Pick<UpgradeOptions, 'fetch' | 'scheme'> & {
  readonly report: (error: unknown) => void
  readonly together: Together
}

async function answer({ fetch, scheme, report, together }: Answering, upgrade: Upgrade): Promise<void> {
  const { incoming, socket } = upgrade
  const leave = () => void socket.destroy()
  // Node listens no more: whoever goes while a script holds the reply back is gone.
  socket.on('error', leave).on('end', leave)
  const protocols = subprotocolsOf(incoming)
  const reply = 'status' in protocols ? protocols : await ask(fetch, requestOf(incoming, scheme, protocols))
  socket.off('end', leave)
  if (reply.body.type === 'cut') return leave()
  if (reply.body.type === 'session') {
    if (socket.destroyed) return
    const { openSessionSocket } = await import('./open-session.js')
    const names = 'status' in protocols ? [] : protocols.names
    return openSessionSocket({ ...upgrade, names }, reply.body.session, together)
  }
  if (reply.body.type !== 'watch') return sendPlainly(upgrade, reply, report)
  const { stream } = reply.body
  socket.on('close', () => stream.close())
  if (socket.destroyed) return stream.close()
  // What opens WebSockets is loaded with the first.
  const { openWebSocket } = await import('./open-websocket.js')
  openWebSocket({ ...upgrade, names: 'status' in protocols ? [] : protocols.names }, reply.body, report)
}

/** What is asked for in subprotocols, or the refusal of it. */
function subprotocolsOf({ headers }: IncomingMessage): Subprotocols | Reply {
  try {
    return readSubprotocols(headers['sec-websocket-protocol'] ?? '')
  } catch (error) {
    if (error instanceof StatusError) return refusalReply(error)
    throw error
  }
}

/** The request without its body, which a watch has none of, and with its token where every other has it. */
function requestOf(
  { rawHeaders, headers, url = '/' }: IncomingMessage,
  scheme: string,
  { token }: Subprotocols,
): Request {
  const given = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) given.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  if (token !== undefined && headers.authorization === undefined) given.set('Authorization', `Bearer ${token}`)
  return new Request(`${scheme}://${headers.host ?? ''}${url}`, { headers: given })
}

/** Asks for the reply itself, in place of a Response made of it. */
async function ask(fetch: Fetch, request: Request): Promise<Reply> {
  const sent: Reply[] = []
  const send = (reply: Reply): Response => {
    sent.push(reply)
    // Nobody reads it.
    return new Response()
  }
  const response = await fetch(request, { send })
  const [reply] = sent
  // Control, of which nobody can open a watch, answers with a Response.
  return reply ?? plainReply(response)
}

const plainReply = async (response: Response): Promise<Reply> => ({
  status: response.status,
  headers: Object.fromEntries(response.headers),
  warnings: [],
  body: { type: 'text', text: await response.text() },
})

/** Sends a reply that opens no WebSocket, after which the connection ends: what follows may be no HTTP. */
function sendPlainly({ incoming, socket }: Upgrade, reply: Reply, report: (error: unknown) => void): void {
  const outgoing = new ServerResponse(incoming)
  outgoing.shouldKeepAlive = false
  outgoing.assignSocket(socket)
  outgoing.on('finish', () => socket.end())
  sendReply(outgoing, reply, report)
}
