import type { SortedMap } from '../base/lists/sorted-map.js'
import { binarySearch } from '../base/lists/lists.js'

/** The objects of one table in byte order of their keys; immutable once published. */
export type ObjectTable<T> = SortedMap<T>

/** One committed write of one object. */
export type Change<T> = {
  readonly revision: number
  readonly table: string
  readonly key: string
  /** The object before the change; undefined for a create. */
  readonly prev: T | undefined
  /** The object after the change; undefined for a delete. */
  readonly next: T | undefined
  /** Who made the change; opaque to the store. */
  readonly cause: unknown
  /** Approximate size in bytes of the object after the change. */
  readonly bytes?: number
  /** Approximate size in bytes of the object before the change. */
  readonly bytesBefore?: number
}

/** The changes of one table, oldest first, bounded in number. */
export type ChangeLog<T> = {
  /** Appends a change, and drops the oldest beyond the limit. */
  readonly append: (change: Change<T>) => void
  /**
   * Returns the position after the last held change at or below that revision; undefined if later changes were dropped.
   */
  readonly positionAfter: (revision: number) => number | undefined
  /** Returns the change at a position: undefined past the end, `expired` if it was dropped. */
  readonly at: (position: number) => Change<T> | undefined | 'expired'
  /** The position after the newest change. */
  readonly end: () => number
  /** The revision above which all changes are held. */
  readonly floor: () => number
  /** Returns the oldest change held; undefined if there is none. */
  readonly oldest: () => Change<T> | undefined
  /** Drops the oldest change. */
  readonly drop: () => void
}

/**
 * Makes a log that holds at most `limit` changes and nothing at or below revision `start`. `onDrop` is called for each
 * dropped change.
 */
export function createChangeLog<T>(
  limit: number,
  start: number,
  onDrop: (change: Change<T>) => void = () => undefined,
): ChangeLog<T> {
  let changes: (Change<T> | undefined)[] = []
  let first = 0 // position of changes[dropped]
  let dropped = 0 // dropped entries at the start of the array
  let floor = start
  const length = () => changes.length - dropped
  const drop = () => {
    const oldest = changes[dropped]
    if (!oldest) return
    floor = oldest.revision
    // The array is compacted later, but the objects must be released now.
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
      return first + binarySearch(length(), (place) => (changes[dropped + place]?.revision ?? 0) > revision)
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
