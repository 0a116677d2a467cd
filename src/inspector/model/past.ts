import { firstPlace } from '../../base/first-place.js'
import type { Bundle, BundleChange } from '../../bundle/types.js'
import { type World, changedWorld, worldOf } from './rows.js'

/** Shows the world at any revision of a bundle. */
export type Past = {
  readonly at: (revision: number) => World
  /** Worlds made on the way, one for every so many changes. */
  readonly kept: readonly World[]
}

/** How many changes lie between worlds that are kept, so that going back does not begin at the start. */
const STEP = 500

/**
 * Makes what shows the past of a start and the changes after it. What an earlier past of the same start has made is
 * taken over.
 */
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

/** How many changes there are up to a revision, that one among them. */
export const countUpTo = (changes: readonly BundleChange[], revision: number): number =>
  firstPlace(changes.length, (place) => (changes[place]?.revision ?? Infinity) > revision)
