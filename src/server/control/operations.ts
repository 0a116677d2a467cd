import type { Operation } from './operation.js'
import { accessOperations } from './operations/access.js'
import { aboutOperations } from './operations/about.js'
import { controllerOperations } from './operations/controllers.js'
import { clockOperations } from './operations/clock.js'
import { bundleOperations } from './operations/bundle.js'
import { fleetOperations } from './operations/fleet.js'
import { forkOperations } from './operations/forks.js'
import { hookOperations } from './operations/hooks.js'
import { journalOperations } from './operations/journal.js'
import { pastOperations } from './operations/past.js'
import { serverOperations } from './operations/server.js'
import { snapshotOperations } from './operations/snapshots.js'
import { stateOperations } from './operations/state.js'
import { watchOperations } from './operations/watches.js'

/** All operations: the source of the routes, the OpenAPI document and the `ctl` commands. */
export const operations: readonly Operation[] = [
  ...stateOperations,
  ...snapshotOperations,
  ...forkOperations,
  ...clockOperations,
  ...hookOperations,
  ...serverOperations,
  ...watchOperations,
  ...journalOperations,
  ...accessOperations,
  ...pastOperations,
  ...bundleOperations,
  ...controllerOperations,
  ...fleetOperations,
  ...aboutOperations(() => operations),
]
