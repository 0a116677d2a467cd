import { createEnv } from '../../../base/time/env.js'
import type { Place } from './places.js'
import { type Finding, type Trial, disturb } from './trial.js'

/** Which combinations of faults to try. */
export type Combinations = {
  /** The seed of the choice: the same seed tries the same combinations. */
  readonly seed: number
  /** Number of combinations to try (default 100). */
  readonly runs?: number
  /** Maximum number of faults in one run (default 4). */
  readonly most?: number
}

/**
 * The result of an exploration: the first combination with a different outcome, reduced to the faults that are needed.
 */
export type ExploreReport = { readonly runs: number; readonly finding: Finding | undefined }

/** Tries random combinations of places until the first finding, and shrinks that. */
export async function explorePlaces(
  trial: Trial,
  places: readonly Place[],
  { seed, runs = 100, most = 4 }: Combinations,
): Promise<ExploreReport> {
  const { random } = createEnv({ seed, clock: 'virtual' })
  for (let made = 1; made <= runs && places.length > 0; made++) {
    const chosen = choose(places, 1 + Math.floor(random() * most), random)
    const { finding: found } = await disturb(trial, chosen)
    if (found)
      return {
        runs: made,
        finding: await shrink(chosen, found, async (fewer) => (await disturb(trial, fewer)).finding),
      }
  }
  return { runs, finding: undefined }
}

function choose(places: readonly Place[], count: number, random: () => number): readonly Place[] {
  const left = [...places]
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(Math.floor(random() * left.length), 1))
    .flat()
    .sort((a, b) => a.at - b.at)
}

/** Removes faults one by one, as long as the remaining ones still reproduce the finding. */
async function shrink(
  places: readonly Place[],
  finding: Finding,
  attempt: (fewer: readonly Place[]) => Promise<Finding | undefined>,
): Promise<Finding> {
  for (const one of places) {
    if (places.length === 1) break
    const fewer = places.filter((other) => other !== one)
    const found = await attempt(fewer)
    if (found) return shrink(fewer, found, attempt)
  }
  return finding
}
