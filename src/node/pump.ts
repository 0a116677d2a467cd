import type { Duplex, Writable } from 'node:stream'
import type { Reply } from '../wire/reply.js'

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

/**
 * Sends a watch with backpressure: while the target is full, nothing is read from the stream. After an exception,
 * `report` is called and the connection breaks.
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
