import type { Outcome } from '../../model/call/outcome.js'
import type { Reply } from './reply.js'
import { joined } from './joined.js'

const utf8 = new TextEncoder()

/** Corrupts the body of a reply: makes it invalid JSON, or truncates it. */
export function spoil(
  reply: Reply,
  { malformed, truncate = true }: Pick<Extract<Outcome, { type: 'spoilt' }>, 'malformed' | 'truncate'>,
): Reply {
  const bytes = bytesOf(reply.body)
  if (!bytes) return reply
  const half = bytes.length >> 1
  if (malformed !== undefined)
    return {
      ...reply,
      body: {
        type: 'bytes',
        pieces: [typeof malformed === 'string' ? utf8.encode(malformed) : bytes.subarray(0, half)],
      },
    }
  const kept = truncate === true ? half : Math.min(truncate, bytes.length)
  return { ...reply, body: { type: 'torn', bytes: bytes.subarray(0, kept), length: bytes.length } }
}

/** Returns the first half of an event's frame. */
export const halfOf = <F extends string | Uint8Array<ArrayBuffer>>(frame: F): F =>
  frame.slice(0, frame.length >> 1) as F // each slices to its own kind

function bytesOf(body: Reply['body']): Uint8Array<ArrayBuffer> | undefined {
  if (body.type === 'text') return utf8.encode(body.text)
  return body.type === 'bytes' ? joined(body.pieces) : undefined
}
