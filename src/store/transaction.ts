import type { Change, ObjectTable } from './log.js'
import { type TableMap, type Tables, createTables, emptyTable } from './tables.js'

/** The contents of the store at one revision. */
export type State<T> = {
  readonly revision: number
  readonly tables: TableMap<T>
  /** Approximate size in bytes of everything written, not counting the initial state. */
  readonly bytes?: number
}

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
  /** Takes the next revision and stores the object that `make` builds for it. */
  readonly put: (table: string, key: string, make: (revision: number) => T) => T
  /** Takes and returns the next revision, and removes the object. */
  readonly remove: (table: string, key: string) => number
  /** Makes later revisions exceed this one; has no effect unless something is written. */
  readonly raise: (revision: number) => void
  /** Tells whether it has begun to write: from then on no other transaction may. */
  readonly hasWritten: () => boolean
}

/** An object that was read; undefined if there was none. */
export type Read<T> = { readonly table: string; readonly key: string; readonly object: T | undefined }

/** An open transaction, and what it would commit. */
export type Pending<T> = {
  readonly transaction: Transaction<T>
  /** Its writes so far, in order. */
  readonly changes: readonly Change<T>[]
  /** Approximate growth of the store in bytes; negative if the transaction frees space. */
  readonly grown: () => number
  /** The last revision it has taken. */
  readonly revision: () => number
  /** The resulting state. */
  readonly proposed: () => State<T>
  /** The resulting tables, if they have been materialized. */
  readonly tables: () => Tables<T> | undefined
}

// Shared, as most lookups find no table.
const NOTHING = emptyTable<never>()

/** The initial state of a transaction. */
type Beginning<T> = {
  readonly tables: Tables<T>
  readonly state: () => State<T>
  readonly revision: number
  readonly cause: unknown
  readonly sizeOf: (object: T) => number
  /** What was read last, of the same revision. */
  readonly last?: Read<T> | undefined
}

/** Opens a transaction. Its writes do not reach the tables before the commit. */
export function openTransaction<T>({ tables, state, revision: from, cause, sizeOf, last }: Beginning<T>): Pending<T> {
  const changes: Change<T>[] = []
  let revision = from
  let grown = 0
  // Created by the first read or write after the first write: most transactions write once.
  let next: Tables<T> | undefined
  const seen = () => (changes.length === 0 ? tables : (next ??= withChanges(state().tables, changes)))
  // The last lookup is mostly of the object written next.
  const get = (table: string, key: string): T | undefined => {
    if (last?.key !== key || last.table !== table) last = { table, key, object: seen().get(table)?.get(key) }
    return last.object
  }
  const write = (table: string, key: string, object: T | undefined) => {
    const prev = get(table, key)
    last = undefined
    const bytes = object === undefined ? 0 : sizeOf(object)
    const bytesBefore = prev === undefined ? 0 : sizeOf(prev)
    grown += bytes - bytesBefore
    changes.push({ revision, table, key, prev, next: object, cause, bytes, bytesBefore })
    next?.write(table, key, object)
  }
  const transaction: Transaction<T> = {
    get,
    has: (table, key) => get(table, key) !== undefined,
    table: (name) => seen().get(name) ?? (NOTHING as ObjectTable<T>), // holds no object, so none of another type
    put(table, key, make) {
      const object = make(++revision)
      write(table, key, object)
      return object
    },
    remove(table, key) {
      revision++
      write(table, key, undefined)
      return revision
    },
    raise: (least) => void (revision = Math.max(revision, least)),
    hasWritten: () => changes.length > 0,
  }
  const proposed = () => ({ revision, tables: seen().share() })
  return { transaction, changes, grown: () => grown, revision: () => revision, proposed, tables: () => next }
}

function withChanges<T>(from: TableMap<T>, changes: readonly Change<T>[]): Tables<T> {
  const tables = createTables(from)
  for (const { table, key, next } of changes) tables.write(table, key, next)
  return tables
}
