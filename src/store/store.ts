import { type Steps, Done, finish, passedOn } from '../base/turns/steps.js'
import {
  type ChangeHistory,
  type History,
  type ChangeLog,
  type ObjectTable,
  type Change,
  createHistory,
} from './history.js'
import { type TableMap, createTables, emptyTable } from './tables.js'
import { type State, type Transaction, type Present, type Writes, OVERTAKEN, beginTransaction } from './transaction.js'
import { type StatusError, failure } from '../base/errors/status.js'

/** A sorted, versioned object store with a single writer, whose whole state is a value. */
export type Store<T> = {
  /** The current state as an immutable value: the next write copies what it changes. */
  readonly state: () => State<T>
  /** The current state of a table as an immutable value. */
  readonly table: (table: string) => ObjectTable<T> | undefined
  /** A table to read from until the next write only. */
  readonly peek: (table: string) => ObjectTable<T> | undefined
  /** Tells whether one of some tables has an object. */
  readonly hasAny: (tables: readonly string[]) => boolean
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
  let size = from?.bytes ?? 0
  let current = from?.revision ?? revision
  let tables = createTables<T>(from?.tables ?? new Map())
  // The current state as a value, once it has been asked for.
  let shared: State<T> | undefined
  const moveTo = (next: number) => {
    shared = undefined
    return (current = next)
  }
  const history = createHistory<T>(limit, bytes, current, options.emptyBefore)
  const { listen, observe, guard, ask: askGuards, tell, tellAll } = createSubscribers<T>()
  const alone = createLock()
  const state = () => (shared ??= { revision: current, tables: tables.share(), bytes: size })
  // Unlike in etcd, a write that frees space always passes.
  const ask: Source<T>['ask'] = ({ changes, grown }, proposed) => {
    if (grown > 0 && size + grown > quota) throw full()
    if (changes.length > 0) askGuards(changes, proposed)
  }
  const commit: Source<T>['commit'] = ({ changes, grown, revision, tables: written }) => {
    size = Math.max(0, size + grown)
    if (written) tables = written
    // A single write that nobody has read yet goes directly into the tables.
    else for (const change of changes) tables.write(change.table, change.key, change.next)
    moveTo(revision)
    history.append(changes)
    tell(changes)
  }
  const source: Source<T> = {
    ...{ log: history.log, epoch: history.epoch, state, sizeOf, alone, ask, commit },
    revision: () => current,
    table: (name) => tables.all.get(name),
  }
  return {
    ...{ limit, bytes, quota, state, listen, observe, guard, log: history.log, epoch: history.epoch },
    table: (name) => tables.keep(name),
    hasAny: (names) => hasAny(tables.all, names),
    ...{ peek: source.table, revision: source.revision, beginning: history.beginning },
    get: (table, key) => tables.all.get(table)?.get(key),
    stateAt: (table, wanted) => history.tableAt(table, wanted, tables.keep(table) ?? emptyTable<T>()),
    past: (wanted) => (wanted > current || wanted < history.floor() ? undefined : pastOf(history, state(), wanted)),
    history: () => ({ from: history.floor(), to: current, ...history.held() }),
    transact: (run, cause) => finish(transactInSteps(source, (transaction) => new Done(run(transaction)), cause)),
    transactInSteps: (run, cause) => transactInSteps(source, run, cause),
    advance() {
      alone(() => moveTo(current + 1))
      tell([])
    },
    restore(next) {
      alone(() => {
        tables = createTables(next.tables)
        size = next.bytes ?? 0
        history.restart(moveTo(Math.max(current, next.revision) + 1))
      })
      tellAll()
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

function hasAny<T>(tables: TableMap<T>, names: readonly string[]): boolean {
  for (let i = 0; i < names.length; i++) if ((tables.get(names[i] ?? '')?.size ?? 0) > 0) return true
  return false
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
  (object: T, measure = sizeOf): number => {
    if (typeof object !== 'object' || object === null) return measure(object)
    let size = known.get(object)
    if (size !== undefined) return size
    size = measure(object)
    if (size > LITTLE) known.set(object, size)
    return size
  }

/** Called after each commit that changed its table. */
type Listener = () => void

/**
 * Called before a transaction commits; it may throw. `next` returns the resulting state, and must be called before the
 * guard returns.
 */
type Guard<T> = (changes: readonly Change<T>[], next: () => State<T>) => void

/** Called with all changes of a commit to any table. */
type Observer<T> = (changes: readonly Change<T>[]) => void

/** The subscribers that are called before and after commits. */
type Subscribers<T> = {
  readonly listen: (table: string, listener: Listener) => () => void
  readonly observe: (observer: Observer<T>) => () => void
  readonly guard: (guard: Guard<T>) => () => void
  /** Calls every guard; throws what a guard throws. */
  readonly ask: Guard<T>
  /** Calls the observers, then the listeners of the changed tables. */
  readonly tell: (changes: readonly Change<T>[]) => void
  /** Calls every listener. */
  readonly tellAll: () => void
}

/** Makes an empty list of subscribers. */
function createSubscribers<T>(): Subscribers<T> {
  const listeners = new Map<string, Set<Listener>>()
  const guards = new Set<Guard<T>>()
  const observers = new Set<Observer<T>>()
  const notify = (table: string) => {
    const told = listeners.get(table)
    if (told && told.size > 0) for (const listener of [...told]) listener()
  }
  return {
    listen(table, listener) {
      let set = listeners.get(table)
      if (!set) listeners.set(table, (set = new Set()))
      return added(set, listener)
    },
    observe: (observer) => added(observers, observer),
    guard: (guard) => added(guards, guard),
    ask(changes, next) {
      for (const guard of guards) guard(changes, next)
    },
    tell(changes) {
      for (const observer of observers) observer(changes)
      if (listeners.size === 0) return
      const only = changes.length === 1 ? changes[0] : undefined
      if (only) notify(only.table)
      else for (const table of new Set(changes.map((change) => change.table))) notify(table)
    },
    tellAll() {
      for (const table of listeners.keys()) notify(table)
    },
  }
}

function added<T>(set: Set<T>, member: T): () => void {
  set.add(member)
  return () => void set.delete(member)
}

/** The store of a transaction that is run in steps. */
type Source<T> = Present<T> & {
  /** Runs something while nothing else may write. */
  readonly alone: <R>(run: () => R) => R
  readonly epoch: () => number
  /** Checks what a transaction would commit: the room for it, and by guards what changes and the resulting state. */
  readonly ask: (writes: Writes<T>, proposed: () => State<T>) => void
  readonly commit: (writes: Writes<T>) => void
}

/** Runs a transaction as Store.transactInSteps says. */
function* transactInSteps<T, R>(
  source: Source<T>,
  run: (transaction: Transaction<T>, starts: number) => Steps<R>,
  cause: unknown,
): Steps<R> {
  for (let starts = 1; ; starts++) {
    const pending = beginTransaction(source, cause)
    let steps: Steps<R> | undefined
    let resume = () => (steps = run(pending.transaction, starts)).next()
    const step = () => {
      const made = resume()
      const { writes } = pending
      if (made.done && writes) source.ask(writes, () => pending.proposed(writes))
      return made
    }
    try {
      for (;;) {
        const { done, value } = source.alone(step)
        const { writes } = pending
        if (done) {
          if (writes && writes.changes.length > 0) source.commit(writes)
          return value
        }
        if (writes) throw new TypeError('a transaction must not pause or wait once it has written')
        const epoch = source.epoch()
        if (steps) resume = yield* passedOn(steps, value)
        pending.pause()
        if (source.epoch() !== epoch) throw stateReplaced()
      }
    } catch (error) {
      if (error !== OVERTAKEN) throw error
    }
  }
}

/** Returns the error of what began before the state was replaced: it is that of a server that was shut down. */
export const stateReplaced = (): StatusError =>
  failure(503, 'ServiceUnavailable', 'the cluster went back to another state while this request was under way')

/**
 * Returns a check to call before a write: it throws if the state was replaced since the guard was made.
 *
 * @throws StatusError (503)
 */
export function epochGuard(store: { readonly epoch: () => number }): () => void {
  const begun = store.epoch()
  return () => {
    if (store.epoch() !== begun) throw stateReplaced()
  }
}
