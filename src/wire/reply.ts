import type { Session } from '../api/session.js'
import type { WatchEvent, WatchStream } from '../api/watch-event.js'
import type { KubeObject } from '../schema/object.js'
import type { ReplyFormat } from './accept.js'

/** A reply ready for any transport. */
export type Reply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Sent as one Warning header each. */
  readonly warnings: readonly string[]
  readonly body:
    | { readonly type: 'text'; readonly text: string }
    /** Text in the form it was kept in: bytes, in pieces. */
    | { readonly type: 'bytes'; readonly pieces: readonly Uint8Array<ArrayBuffer>[] }
    | {
        readonly type: 'watch'
        readonly stream: WatchStream
        readonly format: ReplyFormat
        readonly encode: FrameEncoder
      }
    /** A conversation, which takes a WebSocket. */
    | { readonly type: 'session'; readonly session: Session }
    /** Bytes after which the connection breaks, of a body that was to have so many. */
    | { readonly type: 'torn'; readonly bytes: Uint8Array<ArrayBuffer>; readonly length: number }
    /** The connection breaks, with nothing sent. */
    | { readonly type: 'cut' }
}

/** The length that a frame of bytes begins with. */
export const LENGTH_BYTES = 4

/** Turns the next event of a watch into its frame: a line of text, or bytes after their length. */
export type FrameEncoder = (event: WatchEvent) => string | Uint8Array<ArrayBuffer>

/** Makes of an object what is told of it in its place. */
export type Transformer = (object: KubeObject) => unknown
