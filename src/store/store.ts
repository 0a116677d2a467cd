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
  readonly log: (table: string) => ChangeLog<T>
  /** Runs one synchronous transaction: everything it wrote is published together, or nothing when it throws. */
  readonly transact: <R>(run: (transaction: Transaction<T>) => R, cause?: unknown) => R
  /** Calls back after each commit that changed the table; returns the end of it. */
  readonly listen: (table: string, listener: Listener) => () => void
  /** Calls back with the changes of each commit, whatever their table, before any listener; returns the end of it. */
  readonly observe: (observer: (changes: readonly Change<T>[]) => void) => () => void
  /** Puts another state in place. The revision goes on rising; logs start anew and watches expire. */
  readonly restore: (state: State<T>) => void
  /** Number of changes each table's log holds at most. */
  readonly limit: number
}

/** Options of {@link createStore}. */
export type StoreOptions<T> = {
  /** Revision to start from; nothing at or below it is held. */
  readonly revision: number
  /** Changes held for watches and past reads, per table (default 10 000). */
  readonly limit?: number
  /** A state to start with, shared with its owner until either side writes. */
  readonly from?: State<T>
}

/** Makes a store. `T` is anything: the store reads neither its members nor a clock. */
export function createStore<T>({ revision, limit = 10_000, from }: StoreOptions<T>): Store<T> {
  let state: State<T> = from ?? { revision, tables: new Map() }
  let logs = new Map<string, ChangeLog<T>>()
  const listeners = new Map<string, Set<Listener>>()
  const observers = new Set<(changes: readonly Change<T>[]) => void>()
  let start = state.revision

  const log = (table: string) => {
    let found = logs.get(table)
    if (!found) logs.set(table, (found = createChangeLog<T>(limit, start)))
    return found
  }
  const notify = (tables: Iterable<string>) => {
    for (const table of tables) for (const listener of [...(listeners.get(table) ?? [])]) listener()
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
    state: () => state,
    log,
    stateAt(table, wanted) {
      const changes = log(table)
      const current = state.tables.get(table) ?? emptyTable<T>()
      const position = changes.positionAfter(wanted)
      if (position === undefined) return undefined
      const following = changes.at(position)
      return following === undefined || following === 'expired' ? current : following.before
    },
    transact(run, cause) {
      const changed = new Map<string, Table<T>>()
      const pending: Change<T>[] = []
      let revision = state.revision
      const tableOf = (name: string) => changed.get(name) ?? state.tables.get(name) ?? emptyTable<T>()
      const write = (name: string, key: string, next: T | undefined) => {
        const before = tableOf(name)
        const after = before.clone()
        if (next === undefined) after.delete(key)
        else after.set(key, next)
        changed.set(name, after)
        pending.push({ revision, table: name, key, prev: before.get(key), next, cause, before })
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
      const result = alone(() => run(transaction))
      if (pending.length === 0) return result
      const tables = new Map(state.tables)
      for (const [name, table] of changed) tables.set(name, table)
      state = { revision, tables }
      for (const change of pending) log(change.table).append(change)
      for (const observer of observers) observer(pending)
      notify(changed.keys())
      return result
    },
    listen(table, listener) {
      let set = listeners.get(table)
      if (!set) listeners.set(table, (set = new Set()))
      set.add(listener)
      return () => set.delete(listener)
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
      })
      notify(listeners.keys())
    },
  }
}

const emptyTable = <T>(): Table<T> => createSortedMap<T>(compareBytes)
