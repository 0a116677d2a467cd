import { fnv1a } from '../../src/base/go/fnv.js'
import type { Chosen } from './replay.js'

/** Chooses about a tenth of all stories by their names; another seed chooses another tenth. */
export const tenth =
  (seed: string): Chosen =>
  (story) =>
    hash(`${seed}/${story}`) % 10 === 0

/** A number whose low digits depend on all characters. */
function hash(text: string): number {
  const value = fnv1a(new TextEncoder().encode(text))
  return (value ^ (value >>> 15)) >>> 0
}
