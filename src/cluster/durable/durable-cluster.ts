import { seedObjects } from '../../kinds/bootstrap/tables.js'
import type { Keyring } from '../../server/accounts/credentials.js'
import { type Composed, composed } from '../compose.js'
import { type ClusterOptions, checkClusterOptions } from '../options.js'
import { makeParts } from '../parts-from-options.js'
import type { Cluster } from '../types.js'
import type { StateEntry } from './entries.js'
import { type StateLog, recordTo } from './recording.js'
import { recover } from './recovery.js'

/** A cluster that outlives its process. */
export type DurableCluster = {
  readonly cluster: Cluster
  readonly keyring: Keyring
  /** Keeps what changed without a write, such as a time that control has moved. */
  readonly rest: () => void
  /** Keeps nothing from then on. */
  readonly end: () => void
}

/**
 * Creates the cluster of a log: the one that it holds, or a new one, and keeps it there. `prepare` is run before that,
 * and told whether the cluster is new.
 *
 * @throws OtherCluster if the log holds a cluster that the options are not for
 */
export async function durableCluster(
  log: StateLog & { readonly read: () => readonly StateEntry[] },
  options: ClusterOptions,
  prepare: (cluster: Cluster, isNew: boolean) => Promise<unknown>,
): Promise<DurableCluster> {
  checkClusterOptions(options)
  const found = await recover(log.read(), options)
  const { cluster, server } = found ?? newComposed(options)
  try {
    await prepare(cluster, found === undefined)
    const { rest, end } = recordTo(log, server)
    return { cluster, keyring: server.parts.keyring, rest, end }
  } catch (error) {
    server.engine.stop()
    throw error
  }
}

function newComposed(options: ClusterOptions): Composed {
  const parts = makeParts(options)
  return composed(parts, { seeds: seedObjects(parts.registry.profile), inputs: options })
}
