import type { Cluster } from '../../types.js'
import { type Combinations, type ExploreReport, explorePlaces } from './combinations.js'
import type { Fault } from './faults.js'
import { placesOf } from './places.js'
import { type PlayOptions, type Scenario, createPlay } from './run.js'
import { begin, sweepPlaces } from './trial.js'

/** Runs a scenario undisturbed, then once for each place of a fault. */
export async function conductSweep(cluster: Cluster, scenario: Scenario, play: PlayOptions, faults: readonly Fault[]) {
  const trial = await begin(createPlay(cluster, scenario, play))
  const { requests } = trial.first
  return { requests, ...(await sweepPlaces(trial, placesOf(requests, faults))) }
}

/** Runs a scenario undisturbed, then with several faults at once. */
export async function conductExploration(
  cluster: Cluster,
  scenario: Scenario,
  options: PlayOptions & Combinations,
  faults: readonly Fault[],
): Promise<ExploreReport> {
  const trial = await begin(createPlay(cluster, scenario, options))
  return explorePlaces(trial, placesOf(trial.first.requests, faults), options)
}
