import type { Duplex, Writable } from 'node:stream'
import type { Reply } from '../wire/reply.js'

/** Where the frames of a watch go. */
export type WatchSink = {
  /** What they are written to in the end: full or not, and destroyed where the watch breaks. */
  readonly target: Writable | Duplex
  readonly send: (frame: Frame) => void
  /** Sends the first half of a frame, and calls back once it has left. */
  readonly tear: (frame: Frame, then: () => void) => void
  /** Nothing follows, and nothing is wrong. */
  readonly end: () => void
}

type Watch = Extract<Reply['body'], { type: 'watch' }>

/** One event as it is written. */
export type Frame = ReturnType<Watch['encode']>

/**
 * Sends a watch as fast as its reader takes it: while the target is full nothing is read from the stream. `report` is
 * told of an exception, after which it breaks off.
 */
export function pump(sink: WatchSink, { stream, encode }: Watch, report: (error: unknown) => void): void {
  const { target } = sink
  const send = () => {
    while (!target.destroyed && !target.writableNeedDrain) {
      const event = stream.next()
      if (event === undefined) return
      if (event === 'end') return sink.end()
      if (event === 'cut') return void target.destroy()
      if (event.type === 'torn') return sink.tear(encode(event.event), () => target.destroy())
      sink.send(encode(event))
    }
  }
  // Whoever writes an object runs this: a fault in it must not become theirs.
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
