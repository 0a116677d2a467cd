/** The fingerprint of a text, 128 bits in upper-case hex: the same wherever it is computed, and no protection against forgery. */
export const contentHash = (text: string): string => createContentHash().add(text).digest()

/** The {@link contentHash} of a text that comes in pieces. */
export type ContentHash = { readonly add: (piece: string) => ContentHash; readonly digest: () => string }

/** Starts with no text. */
export function createContentHash(): ContentHash {
  // Four lanes of 32 bits, side by side: a text is gone through once.
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
    digest: () => (ended(a) + ended(b) + ended(c) + ended(d)).toUpperCase(),
  }
  return hash
}

function ended(lane: number): string {
  let hash = lane
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0).toString(16).padStart(8, '0')
}
