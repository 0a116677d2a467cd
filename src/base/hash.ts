const LANES = [
  [0x811c9dc5, 0x01000193],
  [0x9e3779b9, 0x85ebca6b],
  [0x243f6a88, 0xc2b2ae35],
  [0xb7e15162, 0x27d4eb2f],
] as const

/** The fingerprint of a text, 128 bits in upper-case hex: the same wherever it is computed, and no protection against forgery. */
export const contentHash = (text: string): string => LANES.map(([start, factor]) => lane(text, start, factor)).join('')

function lane(text: string, start: number, factor: number): string {
  let hash = start
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), factor)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0).toString(16).toUpperCase().padStart(8, '0')
}
