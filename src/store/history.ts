import type { Store } from './store.js'
import { emptyTable, put } from './tables.js'
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
      if (changes.length - dropped > limit) drop()
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

/** The extent of the history a store holds. */
export type History = {
  /** The first revision whose state is available. */
  readonly from: number
  /** The current revision. */
  readonly to: number
  /** Number of changes held. */
  readonly changes: number
  /** Their approximate size in bytes. */
  readonly bytes: number
}

/** The changes a store holds, for watches and for reads at past revisions. */
export type ChangeHistory<T> = {
  readonly log: (table: string) => ChangeLog<T>
  /**
   * Returns a table as of a revision, reconstructed from the present one; undefined if that revision is no longer held.
   */
  readonly tableAt: (table: string, revision: number, present: ObjectTable<T>) => ObjectTable<T> | undefined
  /** The revision that a table began with, if nothing that happened in it since is lost. */
  readonly beginning: (table: string) => number | undefined
  /** Appends committed changes, and drops the oldest ones beyond the limits on number and size. */
  readonly append: (changes: readonly Change<T>[]) => void
  /** The first revision whose complete state is held. */
  readonly floor: () => number
  readonly held: () => Pick<History, 'changes' | 'bytes'>
  /** Clears the history; nothing at or below the revision is held from then on. */
  readonly restart: (revision: number) => void
  /** How often it was cleared. */
  readonly epoch: () => number
}

/** The change log of a table, and the reader of its past states. */
type Log<T> = { readonly changes: ChangeLog<T>; readonly past: ReturnType<typeof createPast<T>> }

/**
 * Makes an empty history of at most `limit` changes per table and `bytes` bytes in total. The newest change is always
 * held. Before revision `emptyBefore` nothing was stored: its tables are empty as long as nothing is dropped.
 */
export function createHistory<T>(limit: number, bytes: number, from: number, emptyBefore = 0): ChangeHistory<T> {
  let start = from
  let epoch = 0
  let logs = new Map<string, Log<T>>()
  const held = { changes: 0, bytes: 0 }
  const forget = (change: Change<T>) => {
    held.changes--
    held.bytes -= change.bytes ?? 0
  }
  const logOf = (table: string): Log<T> => {
    let found = logs.get(table)
    if (!found) {
      const changes = createChangeLog<T>(limit, start, forget)
      logs.set(table, (found = { changes, past: createPast(changes) }))
    }
    return found
  }
  const beginning = (table: string): number | undefined =>
    emptyBefore > 0 && epoch === 0 && logOf(table).changes.floor() === from ? from : undefined
  return {
    log: (table) => logOf(table).changes,
    beginning,
    tableAt(table, revision, present) {
      const { changes, past } = logOf(table)
      const position = changes.positionAfter(revision)
      if (position !== undefined) return past(position, present)
      return revision < emptyBefore && beginning(table) !== undefined ? emptyTable<T>() : undefined
    },
    append(changes) {
      for (const change of changes) {
        held.changes++
        held.bytes += change.bytes ?? 0
        logOf(change.table).changes.append(change)
      }
      while (held.bytes > bytes && held.changes > 1) oldestOf(logs.values())?.drop()
    },
    floor() {
      let highest = start
      for (const { changes } of logs.values()) highest = Math.max(highest, changes.floor())
      return highest
    },
    held: () => ({ ...held }),
    epoch: () => epoch,
    restart(revision) {
      epoch++
      start = revision
      logs = new Map()
      held.changes = held.bytes = 0
    },
  }
}

/** Returns the changes of all tables after a revision that are held, oldest first. */
export function changesSince<T>({ state, log: logOf }: Pick<Store<T>, 'state' | 'log'>, revision: number): Change<T>[] {
  const found: Change<T>[] = []
  for (const table of state().tables.keys()) {
    const log = logOf(table)
    for (let at = log.positionAfter(revision) ?? log.end(); at < log.end(); at++) {
      const change = log.at(at)
      if (typeof change === 'object') found.push(change)
    }
  }
  return found.sort((a, b) => a.revision - b.revision)
}

/** Returns the log with the oldest change of all. */
function oldestOf<T>(logs: Iterable<Log<T>>): ChangeLog<T> | undefined {
  let oldest: ChangeLog<T> | undefined
  for (const { changes } of logs)
    if ((changes.oldest()?.revision ?? Infinity) < (oldest?.oldest()?.revision ?? Infinity)) oldest = changes
  return oldest
}

/**
 * Makes a reader of past states of a table by log position. A state is reconstructed from the present, or from the last
 * one read if that is nearer, by undoing or redoing changes.
 */
function createPast<T>(log: ChangeLog<T>): (position: number, present: ObjectTable<T>) => ObjectTable<T> {
  let last: { readonly position: number; readonly table: ObjectTable<T> } | undefined
  return (position, present) => {
    const end = log.end()
    if (position === end) return present
    const held = last && log.at(last.position) !== 'expired' ? last : undefined
    const from = held && Math.abs(held.position - position) < end - position ? held : { position: end, table: present }
    const table = from.table.clone()
    for (let at = from.position; at > position; at--) {
      const { key, prev } = log.at(at - 1) as Change<T> // held: neither expired nor past the end
      put(table, key, prev)
    }
    for (let at = from.position; at < position; at++) {
      const { key, next } = log.at(at) as Change<T> // held, as above
      put(table, key, next)
    }
    last = { position, table }
    return table
  }
}
