import type { Duplex, Writable } from 'node:stream'
import type { Reply } from '../../server/wire/reply.js'

/** The most frames and bytes that watches send in one turn of the event loop; other requests arrive in between. */
const MOST = { frames: 1000, bytes: 8 * 1024 * 1024 }

/** Counts what watches send in each turn of the event loop. */
function createSendingTurns() {
  let frames = 0
  let bytes = 0
  let waiting = new Set<() => void>()
  let isPlanned = false
  const plan = () => {
    if (isPlanned) return
    isPlanned = true
    setImmediate(() => {
      isPlanned = false
      frames = 0
      bytes = 0
      const due = waiting
      waiting = new Set()
      // Those for which there is no room wait again, in the same order.
      for (const send of due) send()
    })
  }
  return {
    /** Counts a frame that is sent in this turn, by its length. */
    noteSent(length: number): void {
      frames++
      bytes += length
      plan()
    },
    /** Tells whether as many frames as one turn may send have been sent in this one. */
    isFull: (): boolean => frames >= MOST.frames || bytes >= MOST.bytes,
    /** Continues a watch in the next turn that has room, after those that wait already. */
    continueLater(send: () => void): void {
      waiting.add(send)
      plan()
    },
  }
}

/** The turns of this process, which the watches of all its servers share as they share its event loop. */
const turns = createSendingTurns()

/** The destination of the frames of a watch. */
export type WatchSink = {
  /** The stream that ends with the watch, and is destroyed if the watch breaks. */
  readonly target: Writable | Duplex
  /** The stream for which a frame would have to wait at present, and which emits `drain` afterwards. */
  readonly full: () => Writable | Duplex | undefined
  readonly send: (frame: Frame) => void
  /** Sends the first half of a frame, and calls back once it is flushed. */
  readonly tear: (frame: Frame, then: () => void) => void
  /** Ends the stream cleanly. */
  readonly end: () => void
}

type Watch = Extract<Reply['body'], { type: 'watch' }>

/** An encoded event. */
export type Frame = ReturnType<Watch['encode']>

/** Returns a function that makes the bytes for a frame once for all watches that send it in the same turn. */
export function sharedByWatches(make: (frame: Frame) => Uint8Array): (frame: Frame) => Uint8Array {
  const made = new Map<Frame, Uint8Array>()
  return (frame) => {
    const shared = made.get(frame)
    if (shared) return shared
    if (made.size === 0) setImmediate(() => made.clear())
    const bytes = make(frame)
    made.set(frame, bytes)
    return bytes
  }
}

/**
 * Sends a watch with backpressure: while the sink is full, nothing is read from the stream. After an exception,
 * `report` is called and the connection breaks.
 */
export function pump(sink: WatchSink, { stream, encode }: Watch, report: (error: unknown) => void): void {
  const { target } = sink
  let awaited: Writable | undefined
  const waitFor = (full: Writable) => {
    if (full === awaited) return
    awaited = full
    full.once('drain', () => {
      awaited = undefined
      flush()
    })
  }
  let isCorked = false
  /** Sends what there is to send; returns how the connection ends, if it does. */
  const sendAll = (): (() => void) | undefined => {
    for (let sent = 0; !target.destroyed; sent++) {
      const full = sink.full()
      if (full) return void waitFor(full)
      if (turns.isFull()) return void turns.continueLater(flush)
      const event = stream.next()
      if (event === undefined) return
      if (event === 'end') return sink.end
      if (event === 'cut') return () => target.destroy()
      if (event.type === 'torn') return () => sink.tear(encode(event.event), () => target.destroy())
      const frame = encode(event)
      turns.noteSent(frame.length)
      // Those after the first are sent together: each write is a system call.
      if (sent === 1) {
        target.cork()
        isCorked = true
      }
      sink.send(frame)
    }
    return
  }
  const send = () => {
    const end = sendAll()
    if (isCorked) target.uncork()
    isCorked = false
    end?.()
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
  target.on('close', () => stream.close())
  stream.onReady(flush)
  flush()
}
