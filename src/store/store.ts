import { type Steps, done, finish } from '../base/turns/steps.js'
import { epochGuard } from './epoch.js'
import { type ChangeHistory, type History, createHistory } from './history.js'
import type { ChangeLog, ObjectTable } from './log.js'
import { type Guard, type Listener, type Observer, createSubscribers } from './subscribers.js'
import { createTables, emptyTable } from './tables.js'
import type { State, Transaction } from './transaction.js'
import { type Source, transactInSteps } from './transaction-in-steps.js'

/** A sorted, versioned object store with a single writer, whose whole state is a value. */
export type Store<T> = {
  /** The current state as an immutable value: the next write copies what it changes. */
  readonly state: () => State<T>
  /** The current state of a table as an immutable value. */
  readonly table: (table: string) => ObjectTable<T> | undefined
  /** A table to read from until the next write only. */
  readonly peek: (table: string) => ObjectTable<T> | undefined
  /** Returns the current state of an object. */
  readonly get: (table: string, key: string) => T | undefined
  /** The revision of the last write. */
  readonly revision: () => number
  /** Returns the revision that a table began with; undefined if something that happened in it since is lost. */
  readonly beginning: (table: string) => number | undefined
  /** Returns a table as of a revision; undefined if that is no longer held. */
  readonly stateAt: (table: string, revision: number) => ObjectTable<T> | undefined
  /** Returns the whole state as of a revision; undefined if that is no longer held, or in the future. */
  readonly past: (revision: number) => State<T> | undefined
  /** The extent of the history. */
  readonly history: () => History
  readonly log: (table: string) => ChangeLog<T>
  /** Runs one synchronous transaction: all its writes are published together, or none if it throws. */
  readonly transact: <R>(run: (transaction: Transaction<T>) => R, cause?: unknown) => R
  /**
   * Runs one transaction in steps, between which others may write: it opens with its first write, after which it must
   * not pause. It starts over if what it has read by then was written by others, and is told how often it was started.
   *
   * @throws StatusError (503) if the state was replaced meanwhile
   */
  readonly transactInSteps: <R>(
    run: (transaction: Transaction<T>, starts: number) => Steps<R>,
    cause?: unknown,
  ) => Steps<R>
  /** Consumes a revision, for a write that nobody can read. */
  readonly advance: () => void
  /** Calls back after each commit that changed the table; returns a function that unsubscribes. */
  readonly listen: (table: string, listener: Listener) => () => void
  /**
   * Calls back with the changes of each commit to any table, before all listeners, and with none for a revision that
   * was consumed; returns a function that unsubscribes.
   */
  readonly observe: (observer: Observer<T>) => () => void
  /**
   * Calls back with the changes of a transaction before it commits, and the resulting state; throwing aborts the
   * transaction. Returns a function that unsubscribes.
   */
  readonly guard: (guard: Guard<T>) => () => void
  /** Replaces the state. The revision keeps increasing; logs start empty and watches expire. */
  readonly restore: (state: State<T>) => void
  /** How often the state was replaced: what began in an earlier epoch is no part of the present state. */
  readonly epoch: () => number
  /** Maximum number of changes held per table. */
  readonly limit: number
  /** Approximate maximum size in bytes of all changes held. */
  readonly bytes: number
  /** Approximate maximum size in bytes of all objects. */
  readonly quota: number
}

/** Options of {@link createStore}. */
export type StoreOptions<T> = {
  /** The initial revision; nothing at or below it is held. */
  readonly revision: number
  /** The first revision at which anything can have been stored (default 0). */
  readonly emptyBefore?: number
  /** Number of changes held per table for watches and past reads (default 10 000). */
  readonly limit?: number
  /**
   * Approximate maximum size in bytes of all changes held (default 64 MiB); the oldest are dropped beyond it. The
   * newest is always held.
   */
  readonly bytes?: number
  /** Returns the approximate size of an object in bytes; without it, changes are bounded by number alone. */
  readonly sizeOf?: (object: T) => number
  /**
   * Approximate maximum size in bytes of all objects (default 1 GiB); a transaction that would exceed it is refused.
   */
  readonly quota?: number
  /** Makes the error thrown by a transaction that exceeds the quota. */
  readonly full?: () => Error
  /** The initial state, shared with its owner until either side writes. */
  readonly from?: State<T>
}

const MOST_BYTES = 64 * 1024 * 1024
const QUOTA = 1024 * 1024 * 1024

/** Makes a store. `T` can be anything: the store does not read its members, nor any clock. */
export function createStore<T>(options: StoreOptions<T>): Store<T> {
  const { revision, limit = 10_000, bytes = MOST_BYTES, quota = QUOTA, full = noRoom, from } = options
  const sizeOf = remembering(options.sizeOf ?? (() => 0))
  const room = createRoom(quota, from?.bytes ?? 0, full)
  let current = from?.revision ?? revision
  let tables = createTables<T>(from?.tables ?? new Map())
  // The current state as a value, once it has been asked for.
  let shared: State<T> | undefined
  const moveTo = (next: number) => {
    current = next
    shared = undefined
  }
  const history = createHistory<T>(limit, bytes, current, options.emptyBefore)
  const subscribers = createSubscribers<T>()
  const alone = createLock()
  const state = () => (shared ??= { revision: current, tables: tables.share(), bytes: room.bytes() })
  const commit: Source<T>['commit'] = ({ changes, grown, revision, tables: written }) => {
    room.grow(grown)
    if (written) tables = written
    // A single write that nobody has read yet goes directly into the tables.
    else for (const change of changes) tables.write(change.table, change.key, change.next)
    moveTo(revision)
    history.append(changes)
    subscribers.tell(changes)
  }
  const source: Source<T> = {
    ...{ log: history.log, state, sizeOf, alone, ask: asking(room, subscribers), commit },
    revision: () => current,
    table: (name) => tables.get(name),
  }
  const { listen, observe, guard } = subscribers
  return {
    ...{ limit, bytes, quota, state, listen, observe, guard, log: history.log, epoch: history.epoch },
    table: (name) => tables.keep(name),
    peek: (name) => tables.get(name),
    get: (table, key) => tables.get(table)?.get(key),
    revision: () => current,
    beginning: history.beginning,
    stateAt: (table, wanted) => history.tableAt(table, wanted, tables.keep(table) ?? emptyTable<T>()),
    past: (wanted) => (wanted > current || wanted < history.floor() ? undefined : pastOf(history, state(), wanted)),
    history: () => ({ from: history.floor(), to: current, ...history.held() }),
    transact: (run, cause) =>
      finish(transactInSteps(source, epochGuard(history), (transaction) => done(run(transaction)), cause)),
    transactInSteps: (run, cause) => transactInSteps(source, epochGuard(history), run, cause),
    advance() {
      alone(() => moveTo(current + 1))
      subscribers.tell([])
    },
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

/** Makes the check before a commit: of the room for what has grown, and by guards of what has changed. */
const asking =
  <T>(room: ReturnType<typeof createRoom>, subscribers: ReturnType<typeof createSubscribers<T>>): Source<T>['ask'] =>
  ({ changes, grown }, proposed) => {
    room.ask(grown)
    if (changes.length > 0) subscribers.ask(changes, proposed)
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

/**
 * Makes a lock that runs one write at a time: a nested write would take the same revision, and one of both would be
 * lost.
 */
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

/** Presents a state with the read methods of a store. */
export const presentAs = <T>(state: State<T>): Pick<Store<T>, 'state' | 'table' | 'peek' | 'get' | 'revision'> => ({
  state: () => state,
  table: (name) => state.tables.get(name),
  peek: (name) => state.tables.get(name),
  get: (table, key) => state.tables.get(table)?.get(key),
  revision: () => state.revision,
})

/** Sizes up to this many bytes are not cached, as they are cheap to compute again. */
const LITTLE = 2048

const known = new WeakMap<object, number>()

/** Wraps a size function so that large objects are measured only once. */
const remembering =
  <T>(sizeOf: (object: T) => number) =>
  (object: T): number => {
    if (typeof object !== 'object' || object === null) return sizeOf(object)
    let size = known.get(object)
    if (size !== undefined) return size
    size = sizeOf(object)
    if (size > LITTLE) known.set(object, size)
    return size
  }

/** The size of a store and its quota. */
type Room = {
  readonly bytes: () => number
  /** Throws if the store cannot grow by so many bytes. Unlike in etcd, a write that frees space always passes. */
  readonly ask: (grown: number) => void
  readonly grow: (grown: number) => void
  readonly set: (bytes: number) => void
}

/** Makes the size counter of a store that already holds `from` bytes. */
function createRoom(quota: number, from: number, full: () => Error): Room {
  let bytes = from
  return {
    bytes: () => bytes,
    ask(grown) {
      if (grown > 0 && bytes + grown > quota) throw full()
    },
    grow: (grown) => void (bytes = Math.max(0, bytes + grown)),
    set: (next) => void (bytes = next),
  }
}
