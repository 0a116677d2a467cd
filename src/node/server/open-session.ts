import type { Socket } from 'node:net'
import type { RawData, WebSocket } from 'ws'
import type { Session, SessionInput } from '../../model/call/session.js'
import { NORMAL, type Opening, createSockets, isRefused, refuseSocket } from './websocket.js'

const LONGEST_MESSAGE = 32 * 1024 * 1024
const sockets = createSockets(LONGEST_MESSAGE)

/** The state that the sessions of a server share. */
export type Together = {
  /** Bytes of incomplete messages. */
  unfinished: number
}

/** Opens a WebSocket for a session in the first subprotocol that both sides support, or refuses the request. */
export function openSessionSocket(opening: Opening, session: Session, together: Together): void {
  if (isRefused(opening, 'container')) return
  const { incoming, socket, head, names } = opening
  const protocol = session.protocols.find((name) => names.includes(name))
  if (protocol === undefined) return refuseSocket(socket, '403 Forbidden')
  incoming.headers['sec-websocket-protocol'] = protocol
  sockets.handleUpgrade(incoming, socket, head, (opened) => {
    opened.on('error', () => socket.destroy())
    boundUnfinished(opened, socket, together)
    hold(opened, session, protocol)
  })
}

/** Maximum bytes of incomplete messages: of all sessions of a server, and what each session may always have. */
const [MOST_UNFINISHED, OWN_UNFINISHED] = [128 * 1024 * 1024, 1024 * 1024]

/**
 * Terminates a session that sends a long message while all sessions together have too many bytes of incomplete ones.
 */
function boundUnfinished(opened: WebSocket, socket: Socket, together: Together): void {
  let own = 0
  const take = (bytes: number) => {
    own += bytes
    together.unfinished += bytes
    if (own > OWN_UNFINISHED && together.unfinished > MOST_UNFINISHED) opened.terminate()
  }
  const finish = () => take(-own)
  // Counts the bytes before the event of the message that they complete.
  socket.prependListener('data', (bytes: Buffer) => take(bytes.length))
  for (const whole of ['message', 'ping', 'pong', 'close'] as const) opened.on(whole, finish)
}

/** Milliseconds: client-go drops data that arrives before it starts to read, shortly after the WebSocket is open. */
const HEAD_START = 50

/** Bytes that may be buffered for a client before sending is paused. */
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
      // The container is gone by now.
      opened.terminate()
    }
  }, HEAD_START)
  // Messages that arrive earlier stay in the buffer.
  opened.pause()
  // By default, `ws` passes a message as a single Buffer.
  opened.on('message', (data: RawData) => take(data as Buffer))
  opened.on('close', () => {
    clearTimeout(timer)
    input?.close()
  })
}
