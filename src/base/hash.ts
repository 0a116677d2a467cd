const LANES = [
  [0x811c9dc5, 0x01000193],
  [0x9e3779b9, 0x85ebca6b],
  [0x243f6a88, 0xc2b2ae35],
  [0xb7e15162, 0x27d4eb2f],
] as const

/** The fingerprint of a text, 128 bits in upper-case hex: the same wherever it is computed, and no protection against forgery. */
export const contentHash = (text: string): string => createContentHash().add(text).digest()

/** The {@link contentHash} of a text that comes in pieces. */
export type ContentHash = { readonly add: (piece: string) => ContentHash; readonly digest: () => string }

/** Starts with no text. */
export function createContentHash(): ContentHash {
  let lanes = LANES.map(([start]): number => start)
  const hash: ContentHash = {
    add(piece) {
      lanes = LANES.map(([, factor], i) => continued(piece, lanes[i] ?? 0, factor))
      return hash
    },
    digest: () => lanes.map(ended).join(''),
  }
  return hash
}

function continued(text: string, start: number, factor: number): number {
  let hash = start
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), factor)
  return hash
}

function ended(lane: number): string {
  let hash = lane
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0).toString(16).toUpperCase().padStart(8, '0')
}
