import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { LENGTH_BYTES, type Reply } from '../../server/wire/reply.js'
import { type Frame, type WatchSink, pump, sharedByWatches } from './pump.js'
import { NORMAL, type Opening, createSockets, isRefused } from './websocket.js'

/** Clients have nothing to send on a watch. */
const LONGEST_MESSAGE = 64 * 1024
const sockets = createSockets(LONGEST_MESSAGE)

/**
 * Opens a WebSocket and sends a watch over it, one message per event. If the request is refused, the socket ends, and
 * with it the watch.
 */
export function openWebSocket(
  opening: Opening,
  watch: Extract<Reply['body'], { type: 'watch' }>,
  report: (error: unknown) => void,
): void {
  if (isRefused(opening, 'watch')) return
  const { incoming, socket, head, names } = opening
  incoming.headers['sec-websocket-protocol'] = names[0]
  sockets.handleUpgrade(incoming, socket, head, (opened) => {
    // `ws` has already answered a protocol violation.
    opened.on('error', () => socket.destroy())
    pump(sinkOf(opened, socket), watch, report)
  })
}

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
