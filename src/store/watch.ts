import type { Change } from './history.js'
import type { Store } from './store.js'

/** A position in the change log of one table. It holds no changes itself, so a slow reader costs nothing. */
export type Cursor<T> = {
  /**
   * Returns the next change; undefined when all are read; `expired` if unread changes were dropped or the state was
   * replaced.
   */
  readonly next: () => Change<T> | undefined | 'expired'
  /** The revision up to which everything has been read. */
  readonly revision: () => number
  /** Tells whether all changes have been read. */
  readonly isRead: () => boolean
  /** Tells whether the state was replaced since the cursor was opened. */
  readonly isLost: () => boolean
}

/** Opens a cursor after a revision; undefined if the changes after it are no longer held. */
export function openCursor<T>(store: Store<T>, table: string, after: number): Cursor<T> | undefined {
  const log = store.log(table)
  const start = log.positionAfter(after)
  if (start === undefined) return undefined
  let position = start
  let seen = after
  return {
    next() {
      if (store.log(table) !== log) return 'expired'
      for (let change = log.at(position); change; change = log.at(position)) {
        if (change === 'expired') return change
        position++
        // A watch from a future revision skips what happens before it.
        if (change.revision <= after) continue
        seen = change.revision
        return change
      }
      return undefined
    },
    isRead: () => store.log(table) === log && position >= log.end(),
    isLost: () => store.log(table) !== log,
    revision: () => Math.max(seen, position >= log.end() && store.log(table) === log ? store.revision() : seen),
  }
}
