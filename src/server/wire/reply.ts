import type { Forwarding } from '../../model/call/forwarding.js'
import type { Session } from '../../model/call/session.js'
import type { WatchEvent, WatchStream } from '../../model/call/watch-event.js'
import type { KubeObject } from '../../schema/object.js'
import type { ReplyFormat } from './accept.js'

/** A reply, independent of the transport. */
export type Reply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Each is sent as a Warning header. */
  readonly warnings: readonly string[]
  readonly body:
    /** With its length in bytes, if it is known. */
    | { readonly type: 'text'; readonly text: string; readonly length?: number }
    /** Encoded text from a cache, in pieces. */
    | { readonly type: 'bytes'; readonly pieces: readonly Uint8Array<ArrayBuffer>[] }
    | {
        readonly type: 'watch'
        readonly stream: WatchStream
        readonly format: ReplyFormat
        readonly encode: FrameEncoder
        /** Whether it is sent compressed, to a client that takes that. */
        readonly isCompressed?: boolean
      }
    /** A session with a container, which requires a WebSocket. */
    | { readonly type: 'session'; readonly session: Session }
    /** Ports of a pod that are forwarded, over a WebSocket or SPDY. */
    | { readonly type: 'forwarding'; readonly forwarding: Forwarding }
    /** Bytes after which the connection breaks, of a body with the stated length. */
    | { readonly type: 'torn'; readonly bytes: Uint8Array<ArrayBuffer>; readonly length: number }
    /** The connection breaks before anything is sent. */
    | { readonly type: 'cut' }
}

/** Size of the length prefix of a binary frame. */
export const LENGTH_BYTES = 4

/** Encodes a watch event as a frame: a line of text, or bytes with a length prefix. */
export type FrameEncoder = (event: WatchEvent) => string | Uint8Array<ArrayBuffer>

/** Transforms an object into what is sent in its place. */
export type Transformer = (object: KubeObject) => unknown
