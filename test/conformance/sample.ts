import type { Chosen } from './replay.js'

/** Chooses about a tenth of all stories by their names; another seed chooses another tenth. */
export const tenth =
  (seed: string): Chosen =>
  (story) =>
    hash(`${seed}/${story}`) % 10 === 0

/** FNV-1a, whose low digits depend on all characters. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (value ^ (value >>> 15)) >>> 0
}
