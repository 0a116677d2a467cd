import { type Inflate, createInflate } from 'node:zlib'

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
export type Frame =
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
export function createFrameReader(take: (frame: Frame) => void, fail: () => void): (bytes: Uint8Array) => void {
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
export function dataFrame(stream: number, bytes: Uint8Array, isLast: boolean): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32BE(stream, 0)
  head[4] = isLast ? FIN : 0
  head.writeUIntBE(bytes.length, 5, 3)
  return Buffer.concat([head, bytes])
}

const CANCEL = 5

export const resetFrame = (stream: number): Buffer => control(TYPES.reset, uint32(stream), uint32(CANCEL))

export const pingFrame = (bytes: Uint8Array): Buffer => control(TYPES.ping, bytes)

// A zlib stream with that dictionary, of stored blocks: no headers, and an empty block, at which a reader stops.
const ZLIB_HEAD = Buffer.from('7820e3c6a7c2', 'hex')
const NO_HEADERS = Buffer.from('000400fbff00000000000000ffff', 'hex')

/** The answer to a new stream, without headers; the first of a connection begins their compression. */
export const replyFrame = (stream: number, isFirst: boolean): Buffer =>
  control(TYPES.synReply, uint32(stream), ...(isFirst ? [ZLIB_HEAD] : []), NO_HEADERS)
