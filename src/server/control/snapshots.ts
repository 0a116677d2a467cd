import { goQuote } from '../../base/go/printable.js'
import { failure } from '../../base/errors/status.js'
import type { Controlled, Saved } from './controlled.js'
import { unknownId } from './named.js'

/** The response for a snapshot. */
type SnapshotInfo = { readonly id: string; readonly resourceVersion: string; readonly time: string }

/** The snapshots taken by clients, by id. `start` always exists. */
export type Snapshots = {
  /** Takes a snapshot. @throws StatusError 409 for an id that is taken */
  readonly take: (id?: string) => SnapshotInfo
  /** Finds a snapshot. @throws StatusError 404 */
  readonly get: (id: string) => Saved
  readonly list: () => readonly SnapshotInfo[]
  /** Deletes a snapshot. @throws StatusError 404, or 409 for `start` */
  readonly drop: (id: string) => void
}

/** The id of the state that a cluster starts with. */
export const START = 'start'

/** Creates a set of snapshots with `start` only. */
export function createSnapshots(cluster: Controlled): Snapshots {
  const taken = new Map<string, Saved>()
  let count = 0
  const info = (id: string, { state, env }: Saved): SnapshotInfo => ({
    id,
    resourceVersion: String(state.revision),
    time: new Date(env.now).toISOString(),
  })
  const has = (id: string) => id === START || taken.has(id)
  const check = (id: string) => {
    if (!has(id)) throw unknownId('snapshot', id, [START, ...taken.keys()])
  }
  const free = (): string => {
    do count++
    while (taken.has(`snapshot-${count}`))
    return `snapshot-${count}`
  }
  return {
    take(id = free()) {
      if (has(id))
        throw failure(
          409,
          'AlreadyExists',
          `there is a snapshot ${goQuote(id)} already; choose another id, or drop that one`,
        )
      const saved = cluster.snapshot()
      taken.set(id, saved)
      return info(id, saved)
    },
    get(id) {
      check(id)
      return taken.get(id) ?? cluster.start()
    },
    list: () => [info(START, cluster.start()), ...[...taken].map(([id, saved]) => info(id, saved))],
    drop(id) {
      if (id === START) throw failure(409, 'Conflict', 'the snapshot "start" stays; it is what reset goes back to')
      check(id)
      taken.delete(id)
    },
  }
}
