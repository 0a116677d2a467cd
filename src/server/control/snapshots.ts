import { goQuote } from '../../base/go/printable.js'
import { failure } from '../../base/errors/status.js'
import { unknownId } from './named.js'

/** The snapshots taken by clients, by id, and what a response tells of each. `start` always exists. */
export type Snapshots<Saved, Info extends object> = {
  /** Takes a snapshot. @throws StatusError 409 for an id that is taken */
  readonly take: (id?: string) => WithId<Info>
  /** Finds a snapshot. @throws StatusError 404 */
  readonly get: (id: string) => Saved
  readonly list: () => readonly WithId<Info>[]
  /** Deletes a snapshot. @throws StatusError 404, or 409 for `start` */
  readonly drop: (id: string) => void
}

type WithId<Info> = { readonly id: string } & Info

/** What snapshots are taken of: a cluster, or a fleet. */
type Source<Saved> = { readonly start: () => Saved; readonly snapshot: () => Saved }

/** The id of the state that a cluster starts with. */
export const START = 'start'

/** Creates a set of snapshots with `start` only. */
export function createSnapshots<Saved, Info extends object>(
  source: Source<Saved>,
  infoOf: (saved: Saved) => Info,
): Snapshots<Saved, Info> {
  const taken = new Map<string, Saved>()
  let count = 0
  const info = (id: string, saved: Saved): WithId<Info> => ({ id, ...infoOf(saved) })
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
      const saved = source.snapshot()
      taken.set(id, saved)
      return info(id, saved)
    },
    get(id) {
      check(id)
      return taken.get(id) ?? source.start()
    },
    list: () => [info(START, source.start()), ...[...taken].map(([id, saved]) => info(id, saved))],
    drop(id) {
      if (id === START) throw failure(409, 'Conflict', 'the snapshot "start" stays; it is what reset goes back to')
      check(id)
      taken.delete(id)
    },
  }
}
