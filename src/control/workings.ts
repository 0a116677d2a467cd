import type { Controlled, Controls, Forks, Listener } from './controlled.js'
import type { Scripts } from './scripts.js'
import type { Snapshots } from './snapshots.js'

/** What operations work with. */
export type Workings = {
  readonly cluster: Controlled
  readonly parts: Controls['parts']
  readonly load: Controls['load']
  readonly snapshots: Snapshots
  readonly scripts: Scripts
  /** Undefined where no server runs that could serve forks. */
  readonly forks: Forks | undefined
  /** Undefined where nothing listens on a port of its own. */
  readonly listener: Listener | undefined
}
