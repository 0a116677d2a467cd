import type { ServerResponse } from 'node:http'
import { warningHeader } from '../../server/wire/encode.js'
import type { Reply } from '../../server/wire/reply.js'
import { halfOf } from '../../server/wire/spoil.js'
import { type Frame, type WatchSink, pump, sharedByWatches } from './pump.js'
import { atEnd } from './turn.js'

/**
 * Writes a reply to a Node.js response. `report` is called with an exception while a watch is sent, which then breaks
 * off.
 */
export function sendReply(
  outgoing: ServerResponse,
  { status, headers, warnings, body }: Reply,
  report: (error: unknown) => void,
): void {
  if (body.type === 'cut' || body.type === 'session' || body.type === 'forwarding') return void outgoing.destroy()
  const head = rawHeaders(headers, warnings)
  if (body.type === 'text') {
    const { text } = body
    if (text.length > LONG_TEXT) return sendBytes(outgoing, status, head, [Buffer.from(text)], report)
    const { length = Buffer.byteLength(text) } = body
    // These have no body, so there is no length to state.
    if (status !== 204 && status !== 304) head.push('Content-Length', String(length))
    // ASCII text is sent faster as latin1. For other text, Node.js would encode the head as UTF-8 too, so it is sent as
    // bytes.
    outgoing.writeHead(status, head)
    atEnd(() => endWith(outgoing, [length === text.length ? text : Buffer.from(text)]))
  } else if (body.type === 'bytes') sendBytes(outgoing, status, head, body.pieces, report)
  else if (body.type === 'torn') {
    outgoing.writeHead(status, [...head, 'Content-Length', String(body.length)])
    outgoing.write(body.bytes, () => outgoing.destroy())
  } else if (outgoing.destroyed) {
    body.stream.close()
  } else {
    const isCompressed = body.isCompressed === true && takesGzip(outgoing)
    outgoing.writeHead(status, isCompressed ? [...head, ...COMPRESSED, ...varied(head)] : head).flushHeaders()
    pump(sinkOf(outgoing, isCompressed), body, report)
  }
}

/**
 * Ends a response with pieces of bytes or ASCII text in a single write: `end` adds an empty write, unless all before it
 * has been written. With TLS, that is never so at once, and the empty write has to be part of the single one.
 */
function endWith(outgoing: ServerResponse, pieces: readonly (string | Uint8Array)[]): void {
  const socket = outgoing.destroyed ? null : outgoing.socket
  const isEncrypted = socket !== null && 'encrypted' in socket
  socket?.cork()
  for (const piece of pieces) if (piece.length > 0) outgoing.write(piece, 'latin1')
  if (isEncrypted) outgoing.end()
  socket?.uncork()
  if (!isEncrypted) outgoing.end()
}

// A longer text would be copied several times while it is sent, and the copies are promoted to the old generation;
// Buffers are outside the heap. A shorter text is below the limit for compression, whatever its characters.
const LONG_TEXT = 32 * 1024

function sendBytes(
  outgoing: ServerResponse,
  status: number,
  head: string[],
  pieces: readonly Uint8Array[],
  report: (error: unknown) => void,
): void {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (length > GZIP_ABOVE && takesGzip(outgoing))
    return void sendCompressed(outgoing, status, head, Buffer.concat(pieces, length), report)
  head.push('Content-Length', String(length))
  outgoing.writeHead(status, head)
  endWith(outgoing, pieces)
}

/**
 * Sends a watch as a chunked body. Chunks go straight to the socket, as `outgoing` would write each in three parts.
 * There is no socket while the client is owed replies to earlier requests, and there are no chunks for HTTP/1.0.
 */
function sinkOf(outgoing: ServerResponse, isCompressed: boolean): WatchSink {
  const encoded = (frame: Frame) => (isCompressed ? gzipped(bytesOf(frame)) : frame)
  const chunked = isCompressed ? gzippedChunkOf : chunkOf
  return {
    target: outgoing,
    full: () => {
      if (outgoing.writableNeedDrain) return outgoing
      return outgoing.socket?.writableNeedDrain ? outgoing.socket : undefined
    },
    send: (frame) => {
      if (outgoing.socket && outgoing.chunkedEncoding) outgoing.socket.write(chunked(frame))
      else outgoing.write(encoded(frame))
    },
    tear: (frame, then) => void outgoing.write(halfOf(encoded(frame)), then),
    end: () => void outgoing.end(),
  }
}

const chunk = (bytes: Uint8Array) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])

const chunkOf = sharedByWatches((frame) => chunk(bytesOf(frame)))
const gzippedChunkOf = sharedByWatches((frame) => chunk(gzipped(bytesOf(frame))))

/**
 * Returns bytes as a member of a gzip stream (RFC 1952) that is read at once. They are stored as they are: on the same
 * machine, to deflate them takes longer than to send them.
 */
function gzipped(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { crc32 } = process.getBuiltinModule('node:zlib') // most processes need it never
  const blocks: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += LONGEST_BLOCK) {
    const part = bytes.subarray(at, at + LONGEST_BLOCK)
    blocks.push(blockHead(part.length, false), part)
  }
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(bytes), 0)
  trailer.writeUInt32LE(bytes.length >>> 0, 4)
  // The first empty block makes readers give out what they have, before they look for the end of the member.
  return Buffer.concat([GZIP_HEAD, ...blocks, blockHead(0, false), blockHead(0, true), trailer])
}

const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
const LONGEST_BLOCK = 0xffff

function blockHead(length: number, isLast: boolean): Uint8Array {
  const head = Buffer.alloc(5)
  head.writeUInt8(isLast ? 1 : 0, 0)
  head.writeUInt16LE(length, 1)
  head.writeUInt16LE(length ^ 0xffff, 3)
  return head
}

const bytesOf = (frame: Frame): Uint8Array => (typeof frame === 'string' ? Buffer.from(frame) : frame)

const GZIP_ABOVE = 128 * 1024

/** Tells whether a client accepts gzip without a quality value. */
const takesGzip = ({ req }: ServerResponse): boolean =>
  String(req.headers['accept-encoding'])
    .split(',')
    .some((token) => token.trim() === 'gzip')

const COMPRESSED = ['Content-Encoding', 'gzip']

/** Returns the header that tells caches of it, unless it is there. */
const varied = (head: readonly string[]): readonly string[] =>
  head.some((value) => value.startsWith('Accept-Encoding')) ? [] : ['Vary', 'Accept-Encoding']

/** Compresses with the fastest level, as kube-apiserver does, outside of the event loop. */
async function sendCompressed(
  outgoing: ServerResponse,
  status: number,
  head: readonly string[],
  bytes: Uint8Array,
  report: (error: unknown) => void,
): Promise<void> {
  const { gzip } = await import('node:zlib')
  gzip(bytes, { level: 1 }, (error, compressed) => {
    if (error) {
      report(error)
      outgoing.destroy()
      return
    }
    outgoing
      .writeHead(status, [...head, ...COMPRESSED, ...varied(head), 'Content-Length', String(compressed.length)])
      .end(compressed)
  })
}

/** Returns names and values in turn, which Node.js writes faster than an object. */
function rawHeaders(headers: Reply['headers'], warnings: readonly string[]): string[] {
  const raw: string[] = []
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) raw.push(name, value)
  }
  for (const warning of warnings) raw.push('Warning', warningHeader(warning))
  return raw
}
