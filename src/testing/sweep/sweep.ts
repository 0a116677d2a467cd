import { publicAsync } from '../../base/call-site.js'
import { checkArguments } from '../../check/arguments.js'
import { sweepParameters } from '../shapes.js'
import type { Cluster } from '../../cluster/types.js'
import type { JournalEntry } from '../../journal/types.js'
import { type Fault, sweepFaults } from './faults.js'
import type { PlayOptions, Scenario } from './run.js'
import type { Swept } from './trial.js'

/** Options of {@link sweep}. */
export type SweepOptions = PlayOptions & {
  /** What is tried on each request (default {@link sweepFaults}). */
  readonly faults?: readonly Fault[]
}

/** What a sweep found. */
export type SweepReport = Swept & {
  /** The scenario's own requests for objects in the undisturbed run. */
  readonly requests: readonly JournalEntry[]
}

/**
 * Runs a scenario undisturbed on a fork of the cluster, then once more for each request it made and each fault that
 * fits it, each time on a new fork with that fault on that request; tells which runs end otherwise. Ids, revisions,
 * times and who wrote are not compared. The cluster itself stays as it is; on a virtual clock no run takes real time. A
 * client that needs an address gets one with `serve(fork)` of `fakecluster/node`.
 *
 * @throws Error when the undisturbed run fails or never ends
 * @example
 * const report = await sweep(cluster, (fork) => reconcile(fork.fetch))
 * expect(report).toHaveNoFindings()
 */
export const sweep = publicAsync(
  async (cluster: Cluster, scenario: Scenario, options: SweepOptions = {}): Promise<SweepReport> => {
    checkArguments('sweep', sweepParameters, [cluster, scenario, options])
    const { faults = sweepFaults, ...play } = options
    // Who sweeps nothing does not load it.
    const { conductSweep } = await import('./conduct.js')
    return conductSweep(cluster, scenario, play, faults)
  },
)
