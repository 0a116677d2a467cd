import type { SortedMap } from '../base/btree.js'
import { firstPlace } from '../base/first-place.js'

/** The objects of one table in byte order of their keys; never changed after it was published. */
export type ObjectTable<T> = SortedMap<T>

/** One committed write of one object. */
export type Change<T> = {
  readonly revision: number
  readonly table: string
  readonly key: string
  /** The object before, undefined when this change made it. */
  readonly prev: T | undefined
  /** The object after, undefined when this change removed it. */
  readonly next: T | undefined
  /** Who caused it; opaque to the store. */
  readonly cause: unknown
  /** Rough bytes of the object after. */
  readonly bytes?: number
  /** Rough bytes of the object before. */
  readonly bytesBefore?: number
}

/** The changes of one table, oldest first, bounded. */
export type ChangeLog<T> = {
  /** Adds a change, dropping the oldest beyond the bound. */
  readonly append: (change: Change<T>) => void
  /**
   * Position after the last change held with that revision or a lower one; undefined where changes after it were
   * dropped.
   */
  readonly positionAfter: (revision: number) => number | undefined
  /** The change at a position: undefined past the end, `expired` where it was dropped. */
  readonly at: (position: number) => Change<T> | undefined | 'expired'
  /** Position past the newest change. */
  readonly end: () => number
  /** Every revision above this one is held. */
  readonly floor: () => number
  /** The oldest change held; undefined where there is none. */
  readonly oldest: () => Change<T> | undefined
  /** Drops the oldest change. */
  readonly drop: () => void
}

/**
 * Makes a log that holds at most `limit` changes and nothing at or below revision `start`. It tells of each change it
 * drops.
 */
export function createChangeLog<T>(
  limit: number,
  start: number,
  onDrop: (change: Change<T>) => void = () => undefined,
): ChangeLog<T> {
  let changes: (Change<T> | undefined)[] = []
  let first = 0 // position of changes[dropped]
  let dropped = 0 // leading entries of the array that no longer count
  let floor = start
  const length = () => changes.length - dropped
  const drop = () => {
    const oldest = changes[dropped]
    if (!oldest) return
    floor = oldest.revision
    // Its place stays for a while, the objects it holds do not.
    changes[dropped] = undefined
    dropped++
    first++
    if (dropped >= limit) {
      changes = changes.slice(dropped)
      dropped = 0
    }
    onDrop(oldest)
  }
  return {
    append(change) {
      changes.push(change)
      if (length() > limit) drop()
    },
    positionAfter(revision) {
      if (revision < floor) return undefined
      return first + firstPlace(length(), (place) => (changes[dropped + place]?.revision ?? 0) > revision)
    },
    at(position) {
      return position < first ? 'expired' : changes[position - first + dropped]
    },
    end: () => first + length(),
    floor: () => floor,
    oldest: () => changes[dropped],
    drop,
  }
}
