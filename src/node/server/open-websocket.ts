import type { Socket } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { refuseHandshake } from '../../server/http/websocket.js'
import { LENGTH_BYTES, type Reply } from '../../server/wire/reply.js'
import type { Upgrade } from './pass-over.js'
import { type Frame, type WatchSink, pump, sharedByWatches } from './pump.js'

/** A WebSocket request, and the subprotocols it offers. */
type Opening = Upgrade & { readonly names: readonly string[] }

/** Clients have nothing to send on a watch. */
const LONGEST_MESSAGE = 64 * 1024

const sockets = new WebSocketServer({
  noServer: true,
  clientTracking: false,
  maxPayload: LONGEST_MESSAGE,
  perMessageDeflate: false,
  handleProtocols: ([name]) => name ?? false,
})

/**
 * Opens a WebSocket and sends a watch over it, one message per event. If the request is refused, the socket ends, and
 * with it the watch.
 */
export function openWebSocket(
  { incoming, socket, head, names }: Opening,
  watch: Extract<Reply['body'], { type: 'watch' }>,
  report: (error: unknown) => void,
): void {
  const { headers } = incoming
  const { origin, 'sec-websocket-version': version, 'sec-websocket-key': key } = headers
  const refused = refuseHandshake({ version, key, origin, names })
  if (refused) return void socket.end(`HTTP/1.1 ${refused.line}\r\n${refused.headers ?? ''}\r\n${refused.text}`)
  headers['sec-websocket-protocol'] = names[0]
  sockets.handleUpgrade(incoming, socket, head, (opened) => {
    // `ws` has already answered a protocol violation.
    opened.on('error', () => socket.destroy())
    pump(sinkOf(opened, socket), watch, report)
  })
}

const NORMAL = 1000

const sinkOf = (opened: WebSocket, socket: Socket): WatchSink => ({
  target: socket,
  full: () => (socket.writableNeedDrain ? socket : undefined),
  send: (frame) => opened.send(payloadOf(frame), { binary: typeof frame !== 'string' }),
  tear: (frame, then) => void socket.write(halfMessage(frame), then),
  end: () => opened.close(NORMAL),
})

/** The payload of a frame's message: a frame of bytes without the length prefix, as messages have their own length. */
const payloadOf = sharedByWatches((frame) =>
  typeof frame === 'string' ? Buffer.from(frame) : frame.subarray(LENGTH_BYTES),
)

/** Returns the head of a message and the first half of its payload. */
function halfMessage(frame: Frame): Buffer {
  const payload = payloadOf(frame)
  const type = typeof frame === 'string' ? 0x81 : 0x82
  return Buffer.concat([headOf(type, payload.length), payload.subarray(0, payload.length >> 1)])
}

/** Returns the head of a message (RFC 6455, section 5.2). */
function headOf(type: number, length: number): Buffer {
  if (length < 126) return Buffer.of(type, length)
  if (length < 0x1_0000) return Buffer.of(type, 126, length >> 8, length & 0xff)
  const head = Buffer.alloc(10)
  head.writeUInt16BE((type << 8) | 127)
  head.writeBigUInt64BE(BigInt(length), 2)
  return head
}
