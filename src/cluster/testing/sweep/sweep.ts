import { publicAsync } from '../../../base/errors/call-site.js'
import { checkArguments } from '../../../base/check/arguments.js'
import { sweepParameters } from '../shapes.js'
import type { Cluster } from '../../types.js'
import type { JournalEntry } from '../../../server/journal/types.js'
import { type Fault, sweepFaults } from './faults.js'
import type { PlayOptions, Scenario } from './run.js'
import type { Swept } from './trial.js'

/** Options of {@link sweep}. */
export type SweepOptions = PlayOptions & {
  /** The faults to inject (default {@link sweepFaults}). */
  readonly faults?: readonly Fault[]
}

/** The result of a sweep. */
export type SweepReport = Swept & {
  /** The scenario's own requests for objects in the undisturbed run. */
  readonly requests: readonly JournalEntry[]
}

/**
 * Runs a scenario undisturbed on a fork of the cluster, then once more for each of its requests and each fault that
 * applies to it, each time on a new fork with that one fault. Reports the runs that end differently, apart from ids,
 * resourceVersions, times and managedFields. The cluster itself stays unchanged; on a virtual clock no run takes real
 * time. A client that needs a URL gets one with `serve(fork)` of `fakecluster/node`.
 *
 * @throws Error if the undisturbed run fails or never ends
 * @example
 * const report = await sweep(cluster, (fork) => reconcile(fork.fetch))
 * expect(report).toHaveNoFindings()
 */
export const sweep = publicAsync(
  async (cluster: Cluster, scenario: Scenario, options: SweepOptions = {}): Promise<SweepReport> => {
    checkArguments('sweep', sweepParameters, [cluster, scenario, options])
    const { faults = sweepFaults, ...play } = options
    // Loaded on demand, as most programs never sweep.
    const { conductSweep } = await import('./conduct.js')
    return conductSweep(cluster, scenario, play, faults)
  },
)
