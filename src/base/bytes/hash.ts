/** Returns a fingerprint of a text: 128 bits in upper-case hex, the same on every platform; not cryptographic. */
export const contentHash = (text: string): string => createContentHash().add(text).digest()

/** Returns a number from 0 (inclusive) to 1 (exclusive) derived from a text: the same for whoever asks. */
export const chanceOf = (text: string): number => Number.parseInt(contentHash(text).slice(0, 8), 16) / 0x1_0000_0000

/** The {@link contentHash} of a text that arrives in pieces. */
type ContentHash = { readonly add: (piece: string) => ContentHash; readonly digest: () => string }

/** Starts the hash of an empty text. */
export function createContentHash(): ContentHash {
  // Four lanes of 32 bits, computed side by side in one pass over the text.
  let a = 0x811c9dc5
  let b = 0x9e3779b9
  let c = 0x243f6a88
  let d = 0xb7e15162
  const hash: ContentHash = {
    add(piece) {
      for (let i = 0; i < piece.length; i++) {
        const unit = piece.charCodeAt(i)
        a = Math.imul(a ^ unit, 0x01000193)
        b = Math.imul(b ^ unit, 0x85ebca6b)
        c = Math.imul(c ^ unit, 0xc2b2ae35)
        d = Math.imul(d ^ unit, 0x27d4eb2f)
      }
      return hash
    },
    digest: () => `${ended(a)}${ended(b)}${ended(c)}${ended(d)}`,
  }
  return hash
}

// A table, because a number's toString() takes five times as long.
const BYTES = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0').toUpperCase())

/** Finalises a lane: its 32 bits, mixed, as eight hex digits. */
function ended(lane: number): string {
  let hash = lane
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  hash ^= hash >>> 16
  return `${BYTES[hash >>> 24]}${BYTES[(hash >>> 16) & 0xff]}${BYTES[(hash >>> 8) & 0xff]}${BYTES[hash & 0xff]}`
}
