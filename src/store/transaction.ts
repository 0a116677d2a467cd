import type { Change, ObjectTable } from './log.js'
import { type TableMap, type Tables, createTables, emptyTable } from './tables.js'

/** Everything the store holds at one revision. */
export type State<T> = {
  readonly revision: number
  readonly tables: TableMap<T>
  /** Roughly the bytes of what was written, beyond what was there from the start. */
  readonly bytes?: number
}

/** What one write may do, inside {@link Store.transact}. */
export type Transaction<T> = {
  readonly get: (table: string, key: string) => T | undefined
  /** A table to be looked at before the next write. */
  readonly table: (table: string) => ObjectTable<T>
  /**
   * Tells that an object is to be written even where nothing about it changes, as one is that is not stored in the form
   * it would be stored in now.
   */
  readonly isStale?: (table: string, key: string) => boolean
  /** Takes the next revision and stores what `make` builds for it. */
  readonly put: (table: string, key: string, make: (revision: number) => T) => T
  /** Takes the next revision, which is returned, and removes the object. */
  readonly remove: (table: string, key: string) => number
  /** Makes the revisions taken from here on higher than this one; has no effect where nothing is written. */
  readonly raise: (revision: number) => void
}

/** A transaction under way, and what it would commit. */
export type Pending<T> = {
  readonly transaction: Transaction<T>
  /** What it has written so far, in order. */
  readonly changes: readonly Change<T>[]
  /** Rough bytes that are stored more than before; less than nothing where it makes room. */
  readonly grown: () => number
  /** The last revision it has taken. */
  readonly revision: () => number
  /** The state it makes. */
  readonly proposed: () => State<T>
  /** The tables with what it wrote, where somebody has looked at them. */
  readonly tables: () => Tables<T> | undefined
}

// Made once: most of what is looked for is not there.
const NOTHING = emptyTable<never>()

/** What a transaction begins with. */
type Beginning<T> = {
  readonly tables: Tables<T>
  readonly state: () => State<T>
  readonly revision: number
  readonly cause: unknown
  readonly sizeOf: (object: T) => number
}

/** Opens a transaction. Nothing of it is in the tables before it is committed. */
export function openTransaction<T>({ tables, state, revision: from, cause, sizeOf }: Beginning<T>): Pending<T> {
  const changes: Change<T>[] = []
  let revision = from
  let grown = 0
  // Made when somebody looks or writes after the first write: most transactions write once.
  let next: Tables<T> | undefined
  const seen = () => (changes.length === 0 ? tables : (next ??= withChanges(state().tables, changes)))
  // What was looked up last is mostly what is written next.
  let last: { readonly table: string; readonly key: string; readonly object: T | undefined } | undefined
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
    table: (name) => seen().get(name) ?? (NOTHING as ObjectTable<T>), // holds no object, so also none of T
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
  }
  const proposed = () => ({ revision, tables: seen().share() })
  return { transaction, changes, grown: () => grown, revision: () => revision, proposed, tables: () => next }
}

function withChanges<T>(from: TableMap<T>, changes: readonly Change<T>[]): Tables<T> {
  const tables = createTables(from)
  for (const { table, key, next } of changes) tables.write(table, key, next)
  return tables
}
