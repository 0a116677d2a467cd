import type { Forwarding, PortConnection } from '../../../model/call/forwarding.js'
import { connectPort } from './connect-port.js'
import { createFrameReader, dataFrame, type Frame, pingFrame, replyFrame, resetFrame } from './spdy-frames.js'

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
export function createSpdyConnection(forwarding: Forwarding, { write, close }: Line): SpdyConnection {
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
