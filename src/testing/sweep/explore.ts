import { createEnv } from '../../base/env.js'
import type { Cluster } from '../../cluster.js'
import type { Scenario } from './run.js'
import { type Finding, type Placed, type SweepOptions, disturb, placesOf, undisturbed } from './sweep.js'

/** Options of {@link explore}. */
export type ExploreOptions = SweepOptions & {
  /** Decides which faults are tried together: the same seed tries the same. */
  readonly seed: number
  /** How many combinations to try (default 100). */
  readonly runs?: number
  /** Faults of one run at most (default 4). */
  readonly most?: number
}

/** What an exploration found: the first combination that came out otherwise, shrunk to the faults it takes. */
export type ExploreReport = { readonly runs: number; readonly finding: Finding | undefined }

/**
 * Tries several faults at once, at random under a seed, and stops at the first combination after which the scenario ends
 * otherwise than undisturbed. What it then reports is shrunk: without any one of its faults all is well.
 *
 * @throws Error when the undisturbed run fails or never ends
 * @example
 * const { finding } = await explore(cluster, (fork) => reconcile(fork.fetch), { seed: 7, runs: 200 })
 * expect(finding).toBeUndefined()
 */
export async function explore(
  cluster: Cluster,
  scenario: Scenario,
  { seed, runs = 100, most = 4, ...options }: ExploreOptions,
): Promise<ExploreReport> {
  const baseline = await undisturbed(cluster, scenario, options)
  const places = placesOf(baseline)
  const { random } = createEnv({ seed, clock: 'virtual' })
  for (let made = 1; made <= runs && places.length > 0; made++) {
    const chosen = choose(places, 1 + Math.floor(random() * most), random)
    const found = await disturb(baseline, chosen)
    if (found) return { runs: made, finding: await shrink(chosen, found, (fewer) => disturb(baseline, fewer)) }
  }
  return { runs, finding: undefined }
}

function choose(places: readonly Placed[], count: number, random: () => number): readonly Placed[] {
  const left = [...places]
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(Math.floor(random() * left.length), 1)[0]!,
  ).sort((a, b) => a.at - b.at)
}

/** Takes faults away one by one for as long as what is left still shows it. */
async function shrink(
  placed: readonly Placed[],
  finding: Finding,
  attempt: (fewer: readonly Placed[]) => Promise<Finding | undefined>,
): Promise<Finding> {
  for (const one of placed) {
    if (placed.length === 1) break
    const fewer = placed.filter((other) => other !== one)
    const found = await attempt(fewer)
    if (found) return shrink(fewer, found, attempt)
  }
  return finding
}
