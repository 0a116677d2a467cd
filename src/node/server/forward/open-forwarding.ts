import type { Socket } from 'node:net'
import type { RawData, WebSocket } from 'ws'
import type { Forwarding, PortConnection, PortOutput, PortServer } from '../../../model/call/forwarding.js'
import { http } from '../../http.js'
import type { Upgrade } from '../pass-over.js'
import { NORMAL, type Opening, createSockets, isRefused, refuseSocket } from '../websocket.js'
import { type Inflate, createInflate } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import stream from 'node:stream'

// The words and the rest of the dictionary that headers are compressed with (SPDY/3, section 2.6.10.1).
const WORDS =
  'options head post put delete trace accept accept-charset accept-encoding accept-language accept-ranges age allow authorization cache-control connection content-base content-encoding content-language content-length content-location content-md5 content-range content-type date etag expect expires from host if-match if-modified-since if-none-match if-range if-unmodified-since last-modified location max-forwards pragma proxy-authenticate proxy-authorization range referer retry-after server te trailer transfer-encoding upgrade user-agent vary via warning www-authenticate method get status 200_OK version HTTP/1.1 url public set-cookie keep-alive origin'
const REST =
  '100101201202205206300302303304305306307402405406407408409410411412413414415416417502504505203 Non-Authoritative Information204 No Content301 Moved Permanently400 Bad Request401 Unauthorized403 Forbidden404 Not Found500 Internal Server Error501 Not Implemented503 Service UnavailableJan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec 00:00:00 Mon, Tue, Wed, Thu, Fri, Sat, Sun, GMTchunked,text/html,image/png,image/jpg,image/gif,application/xml,application/xhtml+xml,text/plain,text/javascript,publicprivatemax-age=gzip,deflate,sdchcharset=utf-8charset=iso-8859-1,utf-,*,enq=0.'

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}

const DICTIONARY = Buffer.concat([
  ...WORDS.split(' ').flatMap((word) => [uint32(word.length), Buffer.from(word.replace('_', ' '))]),
  Buffer.from(REST),
])

const VERSION = 0x8003
const HEAD_BYTES = 8
/** The most bytes of a frame that is accepted; clients send at most 32 KiB of data in one. */
const LONGEST_FRAME = 1024 * 1024

const TYPES = { synStream: 1, synReply: 2, reset: 3, ping: 6, goAway: 7 } as const
const FIN = 1

/** A frame from a client; those of other types are ignored. */
type Frame =
  | {
      readonly type: 'open'
      readonly stream: number
      readonly headers: ReadonlyMap<string, string>
      readonly isLast: boolean
    }
  | { readonly type: 'data'; readonly stream: number; readonly bytes: Buffer; readonly isLast: boolean }
  | { readonly type: 'reset'; readonly stream: number }
  | { readonly type: 'ping'; readonly bytes: Buffer }
  | { readonly type: 'leave' }

type RawFrame = {
  readonly control: number | undefined
  readonly stream: number
  readonly flags: number
  readonly body: Buffer
}

/** Splits a byte stream into the frames of SPDY/3.1, in order; `fail` is called for bytes that are none. */
function createFrameReader(take: (frame: Frame) => void, fail: () => void): (bytes: Uint8Array) => void {
  const headersOf = createHeaderReader()
  let rest = Buffer.alloc(0)
  let hasFailed = false
  let turn = Promise.resolve()
  const stop = () => {
    if (!hasFailed) fail()
    hasFailed = true
  }
  return (bytes) => {
    if (hasFailed) return
    rest = Buffer.concat([rest, bytes])
    for (let frame = nextFrame(rest); frame; frame = nextFrame(rest)) {
      if (frame === 'malformed') return stop()
      rest = rest.subarray(HEAD_BYTES + frame.body.length)
      const raw = frame
      // Headers are decompressed asynchronously, by one state for the whole connection.
      turn = turn.then(async () => {
        const read = hasFailed ? undefined : await readFrame(raw, headersOf)
        if (read) take(read)
      })
    }
    turn.catch(stop)
  }
}

function nextFrame(bytes: Buffer): RawFrame | 'malformed' | undefined {
  if (bytes.length < HEAD_BYTES) return undefined
  const first = bytes.readUInt16BE(0)
  const isControl = first >= 0x8000
  const length = bytes.readUIntBE(5, 3)
  if (length > LONGEST_FRAME || (isControl && first !== VERSION)) return 'malformed'
  if (bytes.length < HEAD_BYTES + length) return undefined
  return {
    control: isControl ? bytes.readUInt16BE(2) : undefined,
    stream: bytes.readUInt32BE(0),
    flags: bytes[4] ?? 0,
    body: bytes.subarray(HEAD_BYTES, HEAD_BYTES + length),
  }
}

async function readFrame(
  { control, stream, flags, body }: RawFrame,
  headersOf: (block: Buffer) => Promise<ReadonlyMap<string, string>>,
): Promise<Frame | undefined> {
  const isLast = (flags & FIN) !== 0
  const named = () => body.readUInt32BE(0) & 0x7fff_ffff
  switch (control) {
    case undefined:
      return { type: 'data', stream, bytes: body, isLast }
    case TYPES.synStream:
      // Behind the id: the associated stream, a priority and a slot.
      return { type: 'open', stream: named(), headers: await headersOf(body.subarray(10)), isLast }
    case TYPES.reset:
      return { type: 'reset', stream: named() }
    case TYPES.ping:
      return { type: 'ping', bytes: body }
    case TYPES.goAway:
      return { type: 'leave' }
    default:
      return undefined
  }
}

/** Decompresses the blocks of headers of a connection, one after the other. */
function createHeaderReader(): (block: Buffer) => Promise<ReadonlyMap<string, string>> {
  let inflate: Inflate | undefined
  let pieces: Buffer[] = []
  return (block) =>
    new Promise((resolve, reject) => {
      inflate ??= createInflate({ dictionary: DICTIONARY }).on('data', (piece: Buffer) => void pieces.push(piece))
      inflate.once('error', reject)
      inflate.write(block, () => {
        inflate?.off('error', reject)
        const bytes = Buffer.concat(pieces)
        pieces = []
        try {
          resolve(parseHeaders(bytes))
        } catch (error) {
          reject(error)
        }
      })
    })
}

/** @throws RangeError for a truncated block */
function parseHeaders(bytes: Buffer): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  let at = 4
  const text = () => {
    const length = bytes.readUInt32BE(at)
    at += 4 + length
    return bytes.toString('utf8', at - length, at)
  }
  for (let count = bytes.readUInt32BE(0); count > 0; count--) headers.set(text().toLowerCase(), text())
  return headers
}

function control(type: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt16BE(VERSION, 0)
  head.writeUInt16BE(type, 2)
  head.writeUIntBE(body.length, 5, 3)
  return Buffer.concat([head, body])
}

/** A frame with data of a stream. */
function dataFrame(stream: number, bytes: Uint8Array, isLast: boolean): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32BE(stream, 0)
  head[4] = isLast ? FIN : 0
  head.writeUIntBE(bytes.length, 5, 3)
  return Buffer.concat([head, bytes])
}

const CANCEL = 5

const resetFrame = (stream: number): Buffer => control(TYPES.reset, uint32(stream), uint32(CANCEL))

const pingFrame = (bytes: Uint8Array): Buffer => control(TYPES.ping, bytes)

// A zlib stream with that dictionary, of stored blocks: no headers, and an empty block, at which a reader stops.
const ZLIB_HEAD = Buffer.from('7820e3c6a7c2', 'hex')
const NO_HEADERS = Buffer.from('000400fbff00000000000000ffff', 'hex')

/** The answer to a new stream, without headers; the first of a connection begins their compression. */
const replyFrame = (stream: number, isFirst: boolean): Buffer =>
  control(TYPES.synReply, uint32(stream), ...(isFirst ? [ZLIB_HEAD] : []), NO_HEADERS)

/** A byte stream to a client; `write` returns false if no more should be written until it is resumed. */
type Line = { readonly write: (bytes: Buffer) => boolean; readonly close: () => void }

/** A client's connection: a stream for data, and one for the error. */
type Pair = { data?: number; error?: number; port: number; connection?: PortConnection }

/** The server's end of SPDY. */
type SpdyConnection = {
  readonly receive: (bytes: Uint8Array) => void
  /** The client takes more again. */
  readonly resume: () => void
  readonly close: () => void
}

/** Forwards ports over SPDY/3.1: each connection has two streams with one request id, one of them for its error. */
function createSpdyConnection(forwarding: Forwarding, { write, close }: Line): SpdyConnection {
  const pairs = new Map<string, Pair>()
  const byStream = new Map<number, Pair>()
  let isFirst = true
  const forget = (id: string, pair: Pair) => {
    pairs.delete(id)
    for (const stream of [pair.data, pair.error]) if (stream !== undefined) byStream.delete(stream)
  }
  const open = ({ stream, headers }: Extract<Frame, { type: 'open' }>) => {
    const type = headers.get('streamtype')
    const port = headers.get('port') ?? ''
    if ((type !== 'data' && type !== 'error') || !isPort(port)) return void write(resetFrame(stream))
    write(replyFrame(stream, isFirst))
    isFirst = false
    // Old clients send no id; the stream for data follows the one for the error.
    const id = headers.get('requestid') ?? String(type === 'error' ? stream : stream - 2)
    const pair: Pair = pairs.get(id) ?? { port: Number(port) }
    pairs.set(id, pair)
    byStream.set(stream, pair)
    pair[type] = stream
    const { data, error } = pair
    if (data === undefined || error === undefined) return
    const listening = forwarding.connect(Number(port))
    if (typeof listening === 'string') {
      forget(id, pair)
      return void write(refusalFrames({ data, error }, listening))
    }
    pair.connection = connectPort(listening, {
      send: (bytes) => write(dataFrame(data, bytes, false)),
      end(words = '') {
        forget(id, pair)
        write(lastFrames({ data, error }, words))
      },
    })
  }
  const take = (frame: Frame) => {
    if (frame.type === 'open') open(frame)
    else if (frame.type === 'ping') write(pingFrame(frame.bytes))
    else if (frame.type === 'leave') close()
    else {
      const pair = byStream.get(frame.stream)
      if (!pair || pair.data !== frame.stream) return
      if (frame.type === 'reset') return pair.connection?.close()
      if (frame.bytes.length > 0) pair.connection?.receive(frame.bytes)
      if (frame.isLast) pair.connection?.end()
    }
  }
  return {
    receive: createFrameReader(take, close),
    resume() {
      for (const { connection } of pairs.values()) connection?.resume()
    },
    close() {
      for (const { connection } of pairs.values()) connection?.close()
      pairs.clear()
    },
  }
}

type Streams = { readonly data: number; readonly error: number }

const lastFrames = ({ data, error }: Streams, words: string): Buffer =>
  Buffer.concat([dataFrame(data, Buffer.alloc(0), true), dataFrame(error, Buffer.from(words), true)])

const refusalFrames = ({ data, error }: Streams, words: string): Buffer =>
  Buffer.concat([dataFrame(error, Buffer.from(words), false), resetFrame(data), resetFrame(error)])

const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) <= 65_535

const PROTOCOL = 'portforward.k8s.io'
/** What kubectl asks for since v1.31: SPDY in the messages of a WebSocket. */
const TUNNEL = `SPDY/3.1+${PROTOCOL}`
const BINARY = 'v4.channel.k8s.io'
const BASE64 = 'v4.base64.channel.k8s.io'
const LONGEST_MESSAGE = 1024 * 1024
/** The most bytes that wait for a client to read them: answers to its frames, as ports pause before. */
const MOST_UNREAD_BY_CLIENT = 8 * 1024 * 1024

const sockets = createSockets(LONGEST_MESSAGE)
// The library refuses the name, which has a `/`.
const tunnels = createSockets(LONGEST_MESSAGE).on('headers', (lines) => {
  lines.push(`Sec-WebSocket-Protocol: ${TUNNEL}`)
})

const refuse = (socket: Socket, line: string, text: string, headers = '') =>
  refuseSocket(
    socket,
    line,
    text,
    `${headers}Content-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n`,
  )

/** Tells whether a client takes more at once. One that reads nothing, however much there is, is left. */
function takesMore(socket: Socket): boolean {
  if (socket.writableLength > MOST_UNREAD_BY_CLIENT) socket.destroy()
  return !socket.writableNeedDrain
}

/** Forwards ports over a WebSocket: a tunnel of SPDY, or two channels for each port in the query. */
export function openForwardingSocket(opening: Opening, forwarding: Forwarding): void {
  if (isRefused(opening, 'container')) return
  const { incoming, socket, head, names } = opening
  const { headers } = incoming
  const protocol = [TUNNEL, BINARY, BASE64].find((name) => names.includes(name))
  if (protocol === undefined && names.length > 0) return refuse(socket, '403 Forbidden', '')
  if (protocol !== TUNNEL && forwarding.ports.length === 0)
    return refuse(socket, '400 Bad Request', 'query parameter "port" is required')
  if (protocol === undefined || protocol === TUNNEL) delete headers['sec-websocket-protocol']
  else headers['sec-websocket-protocol'] = protocol
  const server = protocol === TUNNEL ? tunnels : sockets
  server.handleUpgrade(incoming, socket, head, (opened) => {
    opened.on('error', () => socket.destroy())
    if (protocol === TUNNEL) tunnel(opened, socket, forwarding)
    else holdChannels(opened, socket, forwarding, protocol === BASE64)
  })
}

function tunnel(opened: WebSocket, socket: Socket, forwarding: Forwarding): void {
  const connection = createSpdyConnection(forwarding, {
    write(bytes) {
      opened.send(bytes)
      return takesMore(socket)
    },
    close: () => opened.close(NORMAL),
  })
  socket.on('drain', connection.resume)
  // By default, `ws` passes a message as a single Buffer.
  opened.on('message', (data: RawData) => connection.receive(data as Buffer))
  opened.on('close', connection.close)
}

/** Each port has a channel for data and one for its error, which both begin with the port, in little endian. */
function holdChannels(opened: WebSocket, socket: Socket, { ports, connect }: Forwarding, isText: boolean): void {
  const send = (channel: number, bytes: Uint8Array) => {
    if (opened.readyState !== opened.OPEN) return true
    if (isText) opened.send(`${channel}${Buffer.from(bytes).toString('base64')}`)
    else opened.send(Buffer.concat([Buffer.of(channel), bytes]))
    return takesMore(socket)
  }
  let open = ports.length
  const end = (channel: number, words = '') => {
    if (words) send(channel, Buffer.from(words))
    if (--open === 0) opened.close(NORMAL)
  }
  const connections = new Map<number, PortConnection>()
  for (const [index, port] of ports.entries()) {
    const [data, error] = [2 * index, 2 * index + 1]
    for (const channel of [data, error]) send(channel, Buffer.of(port & 0xff, port >> 8))
    const listening = connect(port)
    if (typeof listening === 'string') {
      end(error, listening)
      continue
    }
    const output = { send: (bytes: Uint8Array) => send(data, bytes), end: (words?: string) => end(error, words) }
    connections.set(data, connectPort(listening, output))
  }
  opened.on('message', (message: RawData) => {
    const bytes = message as Buffer // as `ws` passes it by default
    const [first = 0] = bytes
    const payload = isText ? Buffer.from(bytes.toString('latin1', 1), 'base64') : bytes.subarray(1)
    connections.get(isText ? first - '0'.charCodeAt(0) : first)?.receive(payload)
  })
  socket.on('drain', () => {
    for (const connection of connections.values()) connection.resume()
  })
  opened.on('close', () => {
    for (const connection of connections.values()) connection.close()
  })
}

/** Forwards ports over a connection that is upgraded to SPDY, as older clients ask for. */
export function openForwardingSpdy({ incoming, socket, head }: Upgrade, forwarding: Forwarding): void {
  const named = [incoming.headers['x-stream-protocol-version'] ?? []].flat().flatMap((list) => list.split(/,\s*/))
  if (named.length > 0 && !named.includes(PROTOCOL))
    return refuse(
      socket,
      '403 Forbidden',
      `unable to upgrade: unable to negotiate protocol: client supports [${named.join(' ')}], server accepts [${PROTOCOL}]\n`,
      `X-Accepted-Stream-Protocol-Versions: ${PROTOCOL}\r\n`,
    )
  const chosen = named.length > 0 ? `X-Stream-Protocol-Version: ${PROTOCOL}\r\n` : ''
  socket.write(`HTTP/1.1 101 Switching Protocols\r\n${chosen}Connection: Upgrade\r\nUpgrade: SPDY/3.1\r\n\r\n`)
  const connection = createSpdyConnection(forwarding, {
    write(bytes) {
      if (socket.writable) socket.write(bytes)
      return takesMore(socket)
    },
    close: () => void socket.end(),
  })
  socket
    .on('drain', connection.resume)
    .on('data', connection.receive)
    .on('end', () => socket.end())
    .on('close', connection.close)
  connection.receive(head)
}

const MIB = 1024 * 1024
/** The most bytes that wait for a script to read them. */
const MOST_UNREAD_BY_SCRIPT = 8 * MIB
const TOO_MUCH = `fakecluster keeps no more than ${MOST_UNREAD_BY_SCRIPT / MIB} MiB of what is sent to a forwarded port and not read there\n`

/** Connects to a port at which a script answers HTTP/1.1: a connection of its own, without a network. */
function connectPort(answer: PortServer, output: PortOutput): PortConnection {
  const server = http.createServer(getRequestListener(answer, { overrideGlobalObjects: false, hostname: 'localhost' }))
  const [near, far] = stream.duplexPair()
  let isOver = false
  const finish = (words?: string) => {
    if (!isOver) output.end(words)
    isOver = true
  }
  const over = () => finish()
  near.on('data', (bytes: Buffer) => {
    if (!isOver && !output.send(bytes)) near.pause()
  })
  near.on('end', over).on('close', over).on('error', over)
  far.on('error', over)
  // When the server ends the connection, it is over for the client too.
  far.on('close', () => setImmediate(() => near.destroy()))
  server.emit(
    'connection',
    Object.assign(far, { setKeepAlive: same, setNoDelay: same, setTimeout: same, ref: same, unref: same }),
  )
  const close = () => {
    isOver = true
    near.destroy()
    far.destroy()
  }
  return {
    receive(bytes) {
      near.write(bytes)
      if (near.writableLength <= MOST_UNREAD_BY_SCRIPT) return
      finish(TOO_MUCH)
      close()
    },
    end: () => void near.end(),
    resume: () => void near.resume(),
    close,
  }
}

// Settings of a socket, which have no effect without a network.
function same<T>(this: T): T {
  return this
}
