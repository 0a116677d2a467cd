import type { Duplex, Writable } from 'node:stream'
import type { Reply } from '../wire/reply.js'
import { continueLater, isTurnFull, noteSent } from './watch-turns.js'

/** The destination of the frames of a watch. */
export type WatchSink = {
  /** The stream they are written to: a source of backpressure, and destroyed if the watch breaks. */
  readonly target: Writable | Duplex
  readonly send: (frame: Frame) => void
  /** Sends the first half of a frame, and calls back once it is flushed. */
  readonly tear: (frame: Frame, then: () => void) => void
  /** Ends the stream cleanly. */
  readonly end: () => void
}

type Watch = Extract<Reply['body'], { type: 'watch' }>

/** An encoded event. */
export type Frame = ReturnType<Watch['encode']>

// Node.js encodes the text of each write anew, for every watch that it is sent to.
const LONG_TEXT = 16 * 1024
let last: { readonly frame: string; readonly bytes: Buffer<ArrayBuffer> } | undefined

/** Returns what to write for a frame: of a long text its bytes, which the watches that send it in this turn share. */
export function written(frame: Frame): Frame {
  if (typeof frame !== 'string' || frame.length < LONG_TEXT) return frame
  if (last?.frame === frame) return last.bytes
  if (!last) setImmediate(() => (last = undefined))
  const bytes = Buffer.from(frame)
  last = { frame, bytes }
  return bytes
}

/**
 * Sends a watch with backpressure: while the target is full, nothing is read from the stream. After an exception,
 * `report` is called and the connection breaks.
 */
export function pump(sink: WatchSink, { stream, encode }: Watch, report: (error: unknown) => void): void {
  const { target } = sink
  const send = () => {
    while (!target.destroyed && !target.writableNeedDrain) {
      if (isTurnFull()) return continueLater(flush)
      const event = stream.next()
      if (event === undefined) return
      if (event === 'end') return sink.end()
      if (event === 'cut') return void target.destroy()
      if (event.type === 'torn') return sink.tear(encode(event.event), () => target.destroy())
      const frame = encode(event)
      noteSent(frame.length)
      sink.send(frame)
    }
  }
  // This runs inside the write that caused the event, which must not fail because of an exception here.
  const flush = () => {
    try {
      send()
    } catch (error) {
      report(error)
      target.destroy()
    }
  }
  target.on('drain', flush)
  target.on('close', () => stream.close())
  stream.onReady(flush)
  flush()
}
