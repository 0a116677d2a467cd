import { createSortedMap } from '../base/btree.js'
import { compareBytes } from '../base/json.js'
import { type Change, type ChangeLog, type Table, createChangeLog } from './log.js'

/** Everything the store holds at one revision. */
export type State<T> = {
  readonly revision: number
  readonly tables: ReadonlyMap<string, Table<T>>
}

/** What one write may do, inside {@link Store.transact}. */
export type Transaction<T> = {
  readonly get: (table: string, key: string) => T | undefined
  readonly table: (table: string) => Table<T>
  /** Takes the next revision and stores what `make` builds for it. */
  readonly put: (table: string, key: string, make: (revision: number) => T) => T
  /** Takes the next revision and removes the object. */
  readonly remove: (table: string, key: string) => void
  /** Makes the revisions taken from here on higher than this one; has no effect where nothing is written. */
  readonly raise: (revision: number) => void
}

/** Told of each change after its transaction has committed. */
export type Listener = () => void

/** A sorted, versioned object store with one writer at a time, whose whole state is a value. */
export type Store<T> = {
  readonly state: () => State<T>
  /** The state as it was at a revision; undefined where it is no longer held. */
  readonly stateAt: (table: string, revision: number) => Table<T> | undefined
  /** Everything as it was at a revision; undefined where that is no longer held, or not reached. */
  readonly past: (revision: number) => State<T> | undefined
  /** How much of the past is held. */
  readonly history: () => History
  readonly log: (table: string) => ChangeLog<T>
  /** Runs one synchronous transaction: everything it wrote is published together, or nothing when it throws. */
  readonly transact: <R>(run: (transaction: Transaction<T>) => R, cause?: unknown) => R
  /** Calls back after each commit that changed the table; returns the end of it. */
  readonly listen: (table: string, listener: Listener) => () => void
  /** Calls back with the changes of each commit, whatever their table, before any listener; returns the end of it. */
  readonly observe: (observer: (changes: readonly Change<T>[]) => void) => () => void
  /** Calls back with what a transaction is about to commit, and the state that makes; nothing is written when it throws. Returns the end of it. */
  readonly guard: (guard: Guard<T>) => () => void
  /** Puts another state in place. The revision goes on rising; logs start anew and watches expire. */
  readonly restore: (state: State<T>) => void
  /** Number of changes each table's log holds at most. */
  readonly limit: number
  /** Rough bytes that the changes held may take together. */
  readonly bytes: number
}

/** How much of the past a store holds. */
export type History = {
  /** The first revision whose state is held. */
  readonly from: number
  /** The present revision. */
  readonly to: number
  /** Changes held. */
  readonly changes: number
  /** Roughly the bytes they take. */
  readonly bytes: number
}

/** Looks at a transaction before it is committed. */
export type Guard<T> = (changes: readonly Change<T>[], next: State<T>) => void

/** Options of {@link createStore}. */
export type StoreOptions<T> = {
  /** Revision to start from; nothing at or below it is held. */
  readonly revision: number
  /** Changes held for watches and past reads, per table (default 10 000). */
  readonly limit?: number
  /** Rough bytes the changes held may take together (default 256 MiB); beyond them the oldest go. The newest is always held. */
  readonly bytes?: number
  /** Rough bytes of an object; without it changes are bounded by number alone. */
  readonly sizeOf?: (object: T) => number
  /** A state to start with, shared with its owner until either side writes. */
  readonly from?: State<T>
}

const MOST_BYTES = 256 * 1024 * 1024

/** Makes a store. `T` is anything: the store reads neither its members nor a clock. */
export function createStore<T>({ revision, limit = 10_000, bytes = MOST_BYTES, sizeOf = () => 0, from }: StoreOptions<T>): Store<T> {
  let state: State<T> = from ?? { revision, tables: new Map() }
  let logs = new Map<string, ChangeLog<T>>()
  const listeners = new Map<string, Set<Listener>>()
  const guards = new Set<Guard<T>>()
  const observers = new Set<(changes: readonly Change<T>[]) => void>()
  let start = state.revision
  const held = { changes: 0, bytes: 0 }
  const forget = (change: Change<T>) => {
    held.changes--
    held.bytes -= change.bytes ?? 0
  }
  /** Drops what is oldest of all until the rest fits. */
  const shrink = () => {
    while (held.bytes > bytes && held.changes > 1) {
      let oldest: ChangeLog<T> | undefined
      for (const each of logs.values()) if ((each.oldest()?.revision ?? Infinity) < (oldest?.oldest()?.revision ?? Infinity)) oldest = each
      oldest!.drop()
    }
  }

  const log = (table: string) => {
    let found = logs.get(table)
    if (!found) logs.set(table, (found = createChangeLog<T>(limit, start, forget)))
    return found
  }
  const stateAt = (table: string, wanted: number): Table<T> | undefined => {
    const changes = log(table)
    const current = state.tables.get(table) ?? emptyTable<T>()
    const position = changes.positionAfter(wanted)
    if (position === undefined) return undefined
    const following = changes.at(position)
    return following === undefined || following === 'expired' ? current : following.before
  }
  const notify = (tables: Iterable<string>) => {
    for (const table of tables) for (const listener of [...(listeners.get(table) ?? [])]) listener()
  }
  const floor = () => {
    let highest = start
    for (const each of logs.values()) highest = Math.max(highest, each.floor())
    return highest
  }
  // A write inside another would take the same revision, and one of them be lost.
  let writing = false
  const alone = <R>(run: () => R): R => {
    if (writing) throw new TypeError('a write cannot be made inside another: what an admit hook writes has to wait until the write it is asked about is done')
    writing = true
    try {
      return run()
    } finally {
      writing = false
    }
  }

  return {
    limit,
    bytes,
    state: () => state,
    log,
    stateAt,
    past(revision) {
      if (revision > state.revision || revision < floor()) return undefined
      const tables = new Map<string, Table<T>>()
      for (const name of state.tables.keys()) tables.set(name, stateAt(name, revision)!)
      return { revision, tables }
    },
    history: () => ({ from: floor(), to: state.revision, ...held }),
    transact(run, cause) {
      // A copy from the first write on.
      let tables = state.tables as Map<string, Table<T>>
      const pending: Change<T>[] = []
      let revision = state.revision
      const tableOf = (name: string) => tables.get(name) ?? emptyTable<T>()
      const write = (name: string, key: string, next: T | undefined) => {
        const before = tableOf(name)
        const after = before.clone()
        if (next === undefined) after.delete(key)
        else after.set(key, next)
        if (pending.length === 0) tables = new Map(tables)
        tables.set(name, after)
        pending.push({ revision, table: name, key, prev: before.get(key), next, cause, before, bytes: next === undefined ? 0 : sizeOf(next) })
      }
      const transaction: Transaction<T> = {
        get: (name, key) => tableOf(name).get(key),
        table: tableOf,
        put(name, key, make) {
          const next = make(++revision)
          write(name, key, next)
          return next
        },
        remove(name, key) {
          revision++
          write(name, key, undefined)
        },
        raise(least) {
          revision = Math.max(revision, least)
        },
      }
      let next: State<T> | undefined
      const result = alone(() => {
        const done = run(transaction)
        if (pending.length === 0) return done
        next = { revision, tables }
        for (const guard of guards) guard(pending, next)
        return done
      })
      if (!next) return result
      state = next
      const changed = new Set<string>()
      for (const change of pending) {
        changed.add(change.table)
        held.changes++
        held.bytes += change.bytes ?? 0
        log(change.table).append(change)
      }
      shrink()
      for (const observer of observers) observer(pending)
      notify(changed)
      return result
    },
    listen(table, listener) {
      let set = listeners.get(table)
      if (!set) listeners.set(table, (set = new Set()))
      set.add(listener)
      return () => set.delete(listener)
    },
    guard(guard) {
      guards.add(guard)
      return () => void guards.delete(guard)
    },
    observe(observer) {
      observers.add(observer)
      return () => void observers.delete(observer)
    },
    restore(next) {
      alone(() => {
        start = Math.max(state.revision, next.revision) + 1
        state = { revision: start, tables: next.tables }
        logs = new Map()
        held.changes = held.bytes = 0
      })
      notify(listeners.keys())
    },
  }
}

const emptyTable = <T>(): Table<T> => createSortedMap<T>(compareBytes)
