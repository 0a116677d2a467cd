import type { Change, ChangeLog, ObjectTable } from './history.js'
import { type TableMap, type Tables, createTables, emptyTable } from './tables.js'

/** The contents of the store at one revision. */
export type State<T> = {
  readonly revision: number
  readonly tables: TableMap<T>
  /** Approximate size in bytes of everything written, not counting the initial state. */
  readonly bytes?: number
}

/** Makes what is written at a revision. */
type Make<T> = (revision: number) => T

/** Tells the approximate size of an object in bytes. */
type Measure<T> = (object: T) => number

/** The operations available inside {@link Store.transact}. */
export type Transaction<T> = {
  readonly get: (table: string, key: string) => T | undefined
  /** Tells whether there is an object, even one that cannot be read. */
  readonly has: (table: string, key: string) => boolean
  /** A table to read from until the next write only. */
  readonly table: (table: string) => ObjectTable<T>
  /**
   * Tells whether an object must be written even if nothing changes, because it is not stored in the current storage
   * form.
   */
  readonly isStale?: (table: string, key: string) => boolean
  /**
   * Takes the next revision and stores the object that `make` builds for it. `sizeOf` tells its size, if its maker
   * knows it without measuring.
   */
  readonly put: (table: string, key: string, make: Make<T>, sizeOf?: Measure<T>) => T
  /** Takes and returns the next revision, and removes the object. */
  readonly remove: (table: string, key: string) => number
  /** Makes later revisions exceed this one; has no effect unless something is written. */
  readonly raise: (revision: number) => void
  /** Tells whether it has begun to write: from then on no other transaction may. */
  readonly hasWritten: () => boolean
}

/** What a transaction has written so far. */
export type Writes<T> = {
  /** In order. */
  readonly changes: Change<T>[]
  /** Approximate growth of the store in bytes; negative if the transaction frees space. */
  grown: number
  /** The last revision it has taken. */
  revision: number
  /** The resulting tables, if anything was read from them: most transactions write once and read nothing after it. */
  tables: Tables<T> | undefined
}

/** The store of a transaction, as it is at each time. */
export type Present<T> = {
  readonly revision: () => number
  readonly state: () => State<T>
  readonly table: (table: string) => ObjectTable<T> | undefined
  readonly log: (table: string) => ChangeLog<T>
  /** `measure` is used in place of the store's own measure. */
  readonly sizeOf: (object: T, measure?: Measure<T>) => number
}

/** A transaction that was begun. */
type Pending<T> = {
  readonly transaction: Transaction<T>
  /** What it would commit; undefined before its first write. */
  readonly writes: Writes<T> | undefined
  /** The state that would result from its writes. */
  readonly proposed: (writes: Writes<T>) => State<T>
  /** Lets others write until its next step. */
  readonly pause: () => void
}

/** Thrown by the first write of a transaction, if what it had read was written by others since. */
export const OVERTAKEN = new Error('what this transaction has read was written by others since')

/** An object that was read; undefined if there was none. */
type Read<T> = { readonly table: string; readonly key: string; readonly object: T | undefined }

/**
 * Begins a transaction. Its reads are of the present until its first write: what it has read has to be unchanged by
 * then. Its writes do not reach the tables before the commit.
 */
export function beginTransaction<T>(present: Present<T>, cause: unknown): Pending<T> {
  let reads: Read<T>[] | undefined
  let ends: Map<string, number> | undefined
  let hasPaused = false
  // The last lookup is mostly of the object written next.
  let last: Read<T> | undefined
  const open = (): Writes<T> => {
    if (pending.writes) return pending.writes
    if (hasPaused && !areCurrent(present, reads, ends)) throw OVERTAKEN
    return (pending.writes = { changes: [], grown: 0, revision: present.revision(), tables: undefined })
  }
  const written = (made: Writes<T>): Tables<T> => (made.tables ??= withChanges(present.state().tables, made.changes))
  const tableOf = (name: string): ObjectTable<T> | undefined =>
    pending.writes && pending.writes.changes.length > 0 ? written(pending.writes).all.get(name) : present.table(name)
  const get = (table: string, key: string): T | undefined => {
    if (last?.key === key && last.table === table) return last.object
    last = { table, key, object: tableOf(table)?.get(key) }
    if (!pending.writes) (reads ??= []).push(last)
    return last.object
  }
  const write = <N extends T | undefined>(table: string, key: string, make: Make<N>, sizeOf?: Measure<T>) => {
    const made = open()
    const revision = ++made.revision
    const next = make(revision)
    const prev = get(table, key)
    last = undefined
    const bytes = next === undefined ? 0 : present.sizeOf(next, sizeOf)
    const bytesBefore = prev === undefined ? 0 : present.sizeOf(prev)
    made.grown += bytes - bytesBefore
    made.changes.push({ revision, table, key, prev, next, cause, bytes, bytesBefore })
    made.tables?.write(table, key, next)
    return { revision, next }
  }
  const transaction: Transaction<T> = {
    get,
    has: (table, key) => get(table, key) !== undefined,
    table(name) {
      if (!pending.writes && !ends?.has(name)) (ends ??= new Map()).set(name, present.log(name).end())
      return tableOf(name) ?? (NOTHING as ObjectTable<T>) // holds no object, so none of another type
    },
    put: (table, key, make, sizeOf) => write(table, key, make, sizeOf).next,
    remove: (table, key) => write(table, key, () => undefined).revision,
    raise: (least) => void (open().revision = Math.max(open().revision, least)),
    hasWritten: () => pending.writes !== undefined,
  }
  const pending: Pending<T> & { writes: Writes<T> | undefined } = {
    transaction,
    writes: undefined,
    proposed: (made) => ({ revision: made.revision, tables: written(made).share() }),
    pause() {
      hasPaused = true
      last = undefined
    },
  }
  return pending
}

// Shared, as most lookups find no table.
const NOTHING = emptyTable<never>()

/** Tells whether objects that were read, and tables that were read up to the ends of their logs, are what they were. */
const areCurrent = <T>(
  { table: tableOf, log }: Present<T>,
  reads: readonly Read<T>[] = [],
  ends: ReadonlyMap<string, number> = new Map<string, number>(),
): boolean =>
  reads.every(({ table, key, object }) => tableOf(table)?.get(key) === object) &&
  [...ends].every(([table, end]) => log(table).end() === end)

function withChanges<T>(from: TableMap<T>, changes: readonly Change<T>[]): Tables<T> {
  const tables = createTables(from)
  for (const { table, key, next } of changes) tables.write(table, key, next)
  return tables
}
