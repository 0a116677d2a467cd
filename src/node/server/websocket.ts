import type { Socket } from 'node:net'
import { WebSocketServer } from 'ws'
import { refuseHandshake } from '../../server/http/websocket.js'
import type { Upgrade } from './pass-over.js'

/** A WebSocket request, and the subprotocols it offers. */
export type Opening = Upgrade & { readonly names: readonly string[] }

/** The code with which a WebSocket is closed that has done what it was for. */
export const NORMAL = 1000

/**
 * Makes what opens WebSockets whose clients send messages of at most so many bytes. It selects the subprotocol that the
 * header of the request is left with.
 */
export const createSockets = (maxPayload: number): WebSocketServer =>
  new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload,
    perMessageDeflate: false,
    handleProtocols: ([name]) => name ?? false,
  })

/** Refuses a socket with a status line, and ends it. */
export const refuseSocket = (socket: Socket, line: string, text = '', headers = ''): void =>
  void socket.end(`HTTP/1.1 ${line}\r\n${headers}\r\n${text}`)

/**
 * Refuses a handshake that fails; tells whether it has. Where requests connect to a container, clients other than
 * browsers, such as kubectl, send no Origin and may offer several subprotocols.
 */
export function isRefused({ incoming, socket, names }: Opening, to: 'watch' | 'container'): boolean {
  const { origin, 'sec-websocket-version': version, 'sec-websocket-key': key, host = '' } = incoming.headers
  const refused = refuseHandshake(
    to === 'watch' ? { version, key, origin, names } : { version, key, origin: origin ?? `http://${host}`, names: [] },
  )
  if (refused) refuseSocket(socket, refused.line, refused.text, refused.headers)
  return refused !== undefined
}
