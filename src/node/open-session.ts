import type { Socket } from 'node:net'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { Session, SessionInput } from '../api/session.js'
import { refuseHandshake } from '../http/websocket.js'
import type { Upgrade } from './pass-over.js'

/** A request for a WebSocket, and the subprotocols it names. */
type Opening = Upgrade & { readonly names: readonly string[] }

const LONGEST_MESSAGE = 32 * 1024 * 1024
const NORMAL = 1000

const sockets = new WebSocketServer({
  noServer: true,
  clientTracking: false,
  maxPayload: LONGEST_MESSAGE,
  perMessageDeflate: false,
  handleProtocols: ([name]) => name ?? false,
})

/** What sessions of one server have together. */
export type Together = {
  /** Bytes of messages that are not whole yet. */
  unfinished: number
}

/** Opens a WebSocket and holds a session over it, in the best subprotocol that both know, or refuses to. */
export function openSessionSocket(
  { incoming, socket, head, names }: Opening,
  session: Session,
  together: Together,
): void {
  const { headers } = incoming
  const { origin, 'sec-websocket-version': version, 'sec-websocket-key': key, host = '' } = headers
  const protocol = session.protocols.find((name) => names.includes(name))
  // Clients that are no browsers, as kubectl, send none.
  const given = origin ?? `http://${host}`
  const refused =
    refuseHandshake({ version, key, origin: given, names: [] }) ??
    (protocol === undefined ? { line: '403 Forbidden', text: '' } : undefined)
  if (refused) return void socket.end(`HTTP/1.1 ${refused.line}\r\n${refused.headers ?? ''}\r\n${refused.text}`)
  headers['sec-websocket-protocol'] = protocol
  sockets.handleUpgrade(incoming, socket, head, (opened) => {
    opened.on('error', () => socket.destroy())
    boundUnfinished(opened, socket, together)
    hold(opened, session, protocol ?? '')
  })
}

/**
 * Bytes of messages that are not whole yet, which may be of all sessions of a server and of each whatever others have.
 */
const [MOST_UNFINISHED, OWN_UNFINISHED] = [128 * 1024 * 1024, 1024 * 1024]

/** Ends a session that sends a long message at a time when others have too much of theirs. */
function boundUnfinished(opened: WebSocket, socket: Socket, together: Together): void {
  let own = 0
  const take = (bytes: number) => {
    own += bytes
    together.unfinished += bytes
    if (own > OWN_UNFINISHED && together.unfinished > MOST_UNFINISHED) opened.terminate()
  }
  const finish = () => take(-own)
  // Before the message is told that the bytes are the end of.
  socket.prependListener('data', (bytes: Buffer) => take(bytes.length))
  for (const whole of ['message', 'ping', 'pong', 'close'] as const) opened.on(whole, finish)
}

/** Milliseconds: client-go throws away what comes before it is ready to read, a moment after the WebSocket is open. */
const HEAD_START = 50

/** Bytes that may wait for their reader before nothing more is sent to him. */
const MOST_WAITING = 256 * 1024

function hold(opened: WebSocket, session: Session, protocol: string): void {
  let input: SessionInput | undefined
  const take = (bytes: Buffer) => {
    if (bytes.length > 0) input?.receive(bytes[0] ?? 0, bytes.subarray(1))
  }
  let isWaiting = false
  const isFull = () => opened.bufferedAmount > MOST_WAITING
  const begin = () => {
    input = session.open({
      protocol,
      send(channel, text) {
        if (opened.readyState !== opened.OPEN) return
        opened.send(Buffer.concat([Buffer.of(channel), Buffer.from(text)]), () => {
          if (isWaiting && !isFull()) {
            isWaiting = false
            input?.drained?.()
          }
        })
      },
      isFull: () => (isWaiting = isFull()),
      end: () => opened.close(NORMAL),
    })
    opened.resume()
  }
  const timer = setTimeout(() => {
    try {
      begin()
    } catch {
      // What it is about has gone in the meantime.
      opened.terminate()
    }
  }, HEAD_START)
  // What comes before it begins waits where it is.
  opened.pause()
  // Messages come in one piece unless others are asked for.
  opened.on('message', (data: RawData) => take(data as Buffer))
  opened.on('close', () => {
    clearTimeout(timer)
    input?.close()
  })
}
