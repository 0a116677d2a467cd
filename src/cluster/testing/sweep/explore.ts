import { publicAsync } from '../../../base/errors/call-site.js'
import { checkArguments } from '../../../base/check/arguments.js'
import { exploreParameters } from '../shapes.js'
import type { Cluster } from '../../types.js'
import type { Combinations, ExploreReport } from './combinations.js'
import { sweepFaults } from './faults.js'
import type { Scenario } from './run.js'
import type { SweepOptions } from './sweep.js'

/** Options of {@link explore}. */
export type ExploreOptions = SweepOptions & Combinations

/**
 * Runs a scenario with random combinations of faults, and stops at the first combination with which it ends differently
 * from the undisturbed run. The reported combination is minimal: without any one of its faults, the finding disappears.
 *
 * @throws Error if the undisturbed run fails or never ends
 * @example
 * const report = await explore(cluster, (fork) => reconcile(fork.fetch), { seed: 7, runs: 200 })
 * expect(report).toHaveNoFindings()
 */
export const explore = publicAsync(
  async (cluster: Cluster, scenario: Scenario, options: ExploreOptions): Promise<ExploreReport> => {
    checkArguments('explore', exploreParameters, [cluster, scenario, options])
    const { faults = sweepFaults } = options
    const { conductExploration } = await import('./conduct.js')
    return conductExploration(cluster, scenario, options, faults)
  },
)
