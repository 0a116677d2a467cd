import { type Change, type ChangeLog, type Table, createChangeLog } from './log.js'
import { createPast } from './past.js'
import { type TableMap, type Tables, createTables, emptyTable } from './tables.js'

/** Everything the store holds at one revision. */
export type State<T> = {
  readonly revision: number
  readonly tables: TableMap<T>
}

/** What one write may do, inside {@link Store.transact}. */
export type Transaction<T> = {
  readonly get: (table: string, key: string) => T | undefined
  /** A table to be looked at before the next write. */
  readonly table: (table: string) => Table<T>
  /** Tells that an object is to be written even where nothing about it changes, as one is that is not stored in the form it would be stored in now. */
  readonly isStale?: (table: string, key: string) => boolean
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
  /** Everything as it is, to keep: the next write copies what it changes. */
  readonly state: () => State<T>
  /** A table as it is, to keep. */
  readonly table: (table: string) => Table<T> | undefined
  /** An object as it is. */
  readonly get: (table: string, key: string) => T | undefined
  /** The revision of the last write. */
  readonly revision: () => number
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

/** Looks at a transaction before it is committed. `next`, the state it makes, is to be called before it returns. */
export type Guard<T> = (changes: readonly Change<T>[], next: () => State<T>) => void

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
export function createStore<T>({
  revision,
  limit = 10_000,
  bytes = MOST_BYTES,
  sizeOf = () => 0,
  from,
}: StoreOptions<T>): Store<T> {
  let current = from?.revision ?? revision
  let tables = createTables<T>(from?.tables ?? new Map())
  // The present as a value, once somebody has asked for it.
  let shared: State<T> | undefined
  let logs = new Map<string, Log<T>>()
  const listeners = new Map<string, Set<Listener>>()
  const guards = new Set<Guard<T>>()
  const observers = new Set<(changes: readonly Change<T>[]) => void>()
  let start = current
  const held = { changes: 0, bytes: 0 }
  const forget = (change: Change<T>) => {
    held.changes--
    held.bytes -= change.bytes ?? 0
  }
  /** Drops what is oldest of all until the rest fits. */
  const shrink = () => {
    while (held.bytes > bytes && held.changes > 1) {
      let oldest: ChangeLog<T> | undefined
      for (const { changes } of logs.values())
        if ((changes.oldest()?.revision ?? Infinity) < (oldest?.oldest()?.revision ?? Infinity)) oldest = changes
      oldest!.drop()
    }
  }

  const logOf = (table: string): Log<T> => {
    let found = logs.get(table)
    if (!found) {
      const changes = createChangeLog<T>(limit, start, forget)
      logs.set(table, (found = { changes, past: createPast(changes) }))
    }
    return found
  }
  const state = () => (shared ??= { revision: current, tables: tables.share() })
  const stateAt = (table: string, wanted: number): Table<T> | undefined => {
    const { changes, past } = logOf(table)
    const position = changes.positionAfter(wanted)
    return position === undefined ? undefined : past(position, tables.keep(table) ?? emptyTable<T>())
  }
  const notify = (tables: Iterable<string>) => {
    for (const table of tables) for (const listener of [...(listeners.get(table) ?? [])]) listener()
  }
  const floor = () => {
    let highest = start
    for (const { changes } of logs.values()) highest = Math.max(highest, changes.floor())
    return highest
  }
  // A write inside another would take the same revision, and one of them be lost.
  let writing = false
  const alone = <R>(run: () => R): R => {
    if (writing)
      throw new TypeError(
        'a write cannot be made inside another: what an admit hook writes has to wait until the write it is asked about is done',
      )
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
    state,
    table: (name) => tables.keep(name),
    get: (table, key) => tables.get(table)?.get(key),
    revision: () => current,
    log: (table) => logOf(table).changes,
    stateAt,
    past(revision) {
      if (revision > current || revision < floor()) return undefined
      const then = new Map<string, Table<T>>()
      for (const name of state().tables.keys()) then.set(name, stateAt(name, revision)!)
      return { revision, tables: then }
    },
    history: () => ({ from: floor(), to: current, ...held }),
    transact(run, cause) {
      const pending: Change<T>[] = []
      let revision = current
      // Nothing is in the tables before it is committed. Whoever looks or writes after the first write has them as they will be.
      let next: Tables<T> | undefined
      const seen = () => {
        if (pending.length === 0) return tables
        if (!next) {
          next = createTables(state().tables)
          for (const { table, key, next: object } of pending) next.write(table, key, object)
        }
        return next
      }
      const proposed = (): State<T> => ({ revision, tables: seen().share() })
      const write = (table: string, key: string, object: T | undefined) => {
        const prev = seen().get(table)?.get(key)
        pending.push({
          revision,
          table,
          key,
          prev,
          next: object,
          cause,
          bytes: object === undefined ? 0 : sizeOf(object),
        })
        next?.write(table, key, object)
      }
      const transaction: Transaction<T> = {
        get: (table, key) => seen().get(table)?.get(key),
        table: (name) => seen().get(name) ?? emptyTable<T>(),
        put(table, key, make) {
          const object = make(++revision)
          write(table, key, object)
          return object
        },
        remove(table, key) {
          revision++
          write(table, key, undefined)
        },
        raise(least) {
          revision = Math.max(revision, least)
        },
      }
      const result = alone(() => {
        const done = run(transaction)
        if (pending.length > 0) for (const guard of guards) guard(pending, proposed)
        return done
      })
      if (pending.length === 0) return result
      if (next) tables = next
      else tables.write(pending[0]!.table, pending[0]!.key, pending[0]!.next)
      current = revision
      shared = undefined
      const changed = new Set<string>()
      for (const change of pending) {
        changed.add(change.table)
        held.changes++
        held.bytes += change.bytes ?? 0
        logOf(change.table).changes.append(change)
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
        start = current = Math.max(current, next.revision) + 1
        tables = createTables(next.tables)
        shared = undefined
        logs = new Map()
        held.changes = held.bytes = 0
      })
      notify(listeners.keys())
    },
  }
}

/** What a store tells of the present, told of a state instead. */
export const presentAs = <T>(state: State<T>): Pick<Store<T>, 'state' | 'table' | 'get' | 'revision'> => ({
  state: () => state,
  table: (name) => state.tables.get(name),
  get: (table, key) => state.tables.get(table)?.get(key),
  revision: () => state.revision,
})

/** The changes of a table, and the reader of what they have changed. */
type Log<T> = { readonly changes: ChangeLog<T>; readonly past: ReturnType<typeof createPast<T>> }
