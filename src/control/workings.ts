import type { Controlled, Forks } from './controlled.js'
import type { Snapshots } from './snapshots.js'

/** What operations work with. */
export type Workings = {
  readonly cluster: Controlled
  readonly snapshots: Snapshots
  /** Undefined where no server runs that could serve forks. */
  readonly forks: Forks | undefined
}
