import { binarySearch } from '../../base/lists/lists.js'
import type { Bundle, BundleChange } from '../../cluster/bundle/types.js'
import { type World, changedWorld, worldOf } from './rows.js'

/** The world at any revision of a Bundle. */
export type Past = {
  readonly at: (revision: number) => World
  /** Cached worlds, one every `STEP` changes. */
  readonly kept: readonly World[]
}

/** Number of changes between cached worlds, so that earlier revisions need not be computed from the start. */
const STEP = 500

/** Creates the past of a Bundle. The cached worlds of an earlier past with the same start are reused. */
export function createPast({ start, changes }: Pick<Bundle, 'start' | 'changes'>, before?: Past): Past {
  const kept = [...(before?.kept ?? [])]
  const keptAt = (step: number): World => {
    const known = kept[step]
    if (known) return known
    const made =
      step === 0 ? worldOf(start) : changedWorld(keptAt(step - 1), changes.slice((step - 1) * STEP, step * STEP))
    kept[step] = made
    return made
  }
  let last: { readonly count: number; readonly world: World } | undefined
  return {
    kept,
    at(revision) {
      const count = countUpTo(changes, revision)
      if (last?.count === count) return last.world
      const step = Math.floor(count / STEP)
      last = { count, world: changedWorld(keptAt(step), changes.slice(step * STEP, count)) }
      return last.world
    },
  }
}

/** Returns the number of changes up to and including a revision. */
export const countUpTo = (changes: readonly BundleChange[], revision: number): number =>
  binarySearch(changes.length, (place) => (changes[place]?.revision ?? Infinity) > revision)
