import { type ChangeHistory, type History, createHistory } from './history.js'
import type { ChangeLog, ObjectTable } from './log.js'
import { createRoom, remembering } from './sizes.js'
import { type Guard, type Listener, type Observer, createSubscribers } from './subscribers.js'
import { createTables, emptyTable } from './tables.js'
import { type Pending, type State, type Transaction, openTransaction } from './transaction.js'

/** A sorted, versioned object store with one writer at a time, whose whole state is a value. */
export type Store<T> = {
  /** Everything as it is, to keep: the next write copies what it changes. */
  readonly state: () => State<T>
  /** A table as it is, to keep. */
  readonly table: (table: string) => ObjectTable<T> | undefined
  /** A table as it is, to be looked at before the next write. */
  readonly peek: (table: string) => ObjectTable<T> | undefined
  /** An object as it is. */
  readonly get: (table: string, key: string) => T | undefined
  /** The revision of the last write. */
  readonly revision: () => number
  /** The state as it was at a revision; undefined where it is no longer held. */
  readonly stateAt: (table: string, revision: number) => ObjectTable<T> | undefined
  /** Everything as it was at a revision; undefined where that is no longer held, or not reached. */
  readonly past: (revision: number) => State<T> | undefined
  /** How much of the past is held. */
  readonly history: () => History
  readonly log: (table: string) => ChangeLog<T>
  /** Runs one synchronous transaction: everything it wrote is published together, or nothing when it throws. */
  readonly transact: <R>(run: (transaction: Transaction<T>) => R, cause?: unknown) => R
  /** Takes a revision for what is written where nobody reads it. */
  readonly advance: () => void
  /** Calls back after each commit that changed the table; returns the end of it. */
  readonly listen: (table: string, listener: Listener) => () => void
  /** Calls back with the changes of each commit, whatever their table, before any listener; returns the end of it. */
  readonly observe: (observer: Observer<T>) => () => void
  /**
   * Calls back with what a transaction is about to commit, and the state that makes; nothing is written when it throws.
   * Returns the end of it.
   */
  readonly guard: (guard: Guard<T>) => () => void
  /** Puts another state in place. The revision goes on rising; logs start anew and watches expire. */
  readonly restore: (state: State<T>) => void
  /** Number of changes each table's log holds at most. */
  readonly limit: number
  /** Rough bytes that the changes held may take together. */
  readonly bytes: number
  /** Rough bytes that the objects may take together. */
  readonly quota: number
}

/** Options of {@link createStore}. */
export type StoreOptions<T> = {
  /** Revision to start from; nothing at or below it is held. */
  readonly revision: number
  /** Changes held for watches and past reads, per table (default 10 000). */
  readonly limit?: number
  /**
   * Rough bytes the changes held may take together (default 256 MiB); beyond them the oldest go. The newest is always
   * held.
   */
  readonly bytes?: number
  /** Rough bytes of an object; without it changes are bounded by number alone. */
  readonly sizeOf?: (object: T) => number
  /** Rough bytes the objects may take together (default 1 GiB); a transaction that would store more is refused. */
  readonly quota?: number
  /** What a transaction throws for which there is no room. */
  readonly full?: () => Error
  /** A state to start with, shared with its owner until either side writes. */
  readonly from?: State<T>
}

const MOST_BYTES = 256 * 1024 * 1024
const QUOTA = 1024 * 1024 * 1024

/** Makes a store. `T` is anything: the store reads neither its members nor a clock. */
export function createStore<T>(options: StoreOptions<T>): Store<T> {
  const { revision, limit = 10_000, bytes = MOST_BYTES, quota = QUOTA, full = noRoom, from } = options
  const sizeOf = remembering(options.sizeOf ?? (() => 0))
  const room = createRoom(quota, from?.bytes ?? 0, full)
  let current = from?.revision ?? revision
  let tables = createTables<T>(from?.tables ?? new Map())
  // The present as a value, once somebody has asked for it.
  let shared: State<T> | undefined
  const moveTo = (next: number) => {
    current = next
    shared = undefined
  }
  const history = createHistory<T>(limit, bytes, current)
  const subscribers = createSubscribers<T>()
  const alone = createLock()
  const state = () => (shared ??= { revision: current, tables: tables.share(), bytes: room.bytes() })
  const commit = ({ changes, grown, revision, tables: written }: Pending<T>) => {
    room.grow(grown())
    const next = written()
    if (next) tables = next
    // One write, at which nobody has looked yet: it goes into the tables themselves.
    else for (const change of changes) tables.write(change.table, change.key, change.next)
    moveTo(revision())
    history.append(changes)
    subscribers.tell(changes)
  }
  const { listen, observe, guard } = subscribers
  return {
    ...{ limit, bytes, quota, state, listen, observe, guard, log: history.log },
    table: (name) => tables.keep(name),
    peek: (name) => tables.get(name),
    get: (table, key) => tables.get(table)?.get(key),
    revision: () => current,
    stateAt: (table, wanted) => history.tableAt(table, wanted, tables.keep(table) ?? emptyTable<T>()),
    past: (wanted) => (wanted > current || wanted < history.floor() ? undefined : pastOf(history, state(), wanted)),
    history: () => ({ from: history.floor(), to: current, ...history.held() }),
    transact(run, cause) {
      const pending = openTransaction({ tables, state, revision: current, cause, sizeOf })
      const result = alone(() => {
        const done = run(pending.transaction)
        room.ask(pending.grown())
        if (pending.changes.length > 0) subscribers.ask(pending.changes, pending.proposed)
        return done
      })
      if (pending.changes.length > 0) commit(pending)
      return result
    },
    advance: () => alone(() => moveTo(current + 1)),
    restore(next) {
      alone(() => {
        moveTo(Math.max(current, next.revision) + 1)
        tables = createTables(next.tables)
        room.set(next.bytes ?? 0)
        history.restart(current)
      })
      subscribers.tellAll()
    },
  }
}

function pastOf<T>(history: ChangeHistory<T>, { tables, bytes }: State<T>, wanted: number): State<T> | undefined {
  const then = new Map<string, ObjectTable<T>>()
  for (const [name, table] of tables) {
    const past = history.tableAt(name, wanted, table)
    if (!past) return undefined
    then.set(name, past)
  }
  return { revision: wanted, tables: then, bytes: bytes ?? 0 }
}

const noRoom = () => new RangeError('there is no room for what is to be stored')

/** Runs one write at a time: one inside another would take the same revision, and one of them be lost. */
function createLock(): <R>(run: () => R) => R {
  let writing = false
  return (run) => {
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
}

/** What a store tells of the present, told of a state instead. */
export const presentAs = <T>(state: State<T>): Pick<Store<T>, 'state' | 'table' | 'peek' | 'get' | 'revision'> => ({
  state: () => state,
  table: (name) => state.tables.get(name),
  peek: (name) => state.tables.get(name),
  get: (table, key) => state.tables.get(table)?.get(key),
  revision: () => state.revision,
})
