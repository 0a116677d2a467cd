import { createSortedMap } from '../base/lists/sorted-map.js'
import { compareBytes } from '../base/json/json.js'
import type { ObjectTable } from './log.js'

/** All tables by name, as an immutable value. */
export type TableMap<T> = ReadonlyMap<string, ObjectTable<T>>

/** The tables a store writes to. */
export type Tables<T> = {
  /** A table to read from until the next write only. */
  readonly get: (name: string) => ObjectTable<T> | undefined
  /** A table as an immutable value: later writes go to a copy. */
  readonly keep: (name: string) => ObjectTable<T> | undefined
  /** All tables as an immutable value: later writes go to copies. */
  readonly share: () => TableMap<T>
  /** Stores an object, or removes it if undefined: in place, unless the table is shared. */
  readonly write: (name: string, key: string, object: T | undefined) => void
}

/** Makes tables with the contents of `from`, which stays unchanged. */
export function createTables<T>(from: TableMap<T>): Tables<T> {
  let tables = from as Map<string, ObjectTable<T>> // only written after being copied
  let shared = true
  const own = new Set<string>()
  return {
    get: (name) => tables.get(name),
    keep(name) {
      own.delete(name)
      return tables.get(name)
    },
    share() {
      shared = true
      own.clear()
      return tables
    },
    write(name, key, object) {
      let table = tables.get(name)
      if (!table || !own.has(name)) {
        table = table?.clone() ?? emptyTable<T>()
        if (shared) tables = new Map(tables)
        shared = false
        tables.set(name, table)
        own.add(name)
      }
      put(table, key, object)
    },
  }
}

// As long as no key has a surrogate or a code unit above them, byte order equals code unit order, which is ten times as
// fast to compare.
let isPlain = true
const UNPLAIN = /[\ud800-\uffff]/

const compareKeys = (a: string, b: string): number => (isPlain ? (a < b ? -1 : a === b ? 0 : 1) : compareBytes(a, b))

/** Makes an empty table. */
export const emptyTable = <T>(): ObjectTable<T> => createSortedMap<T>(compareKeys)

/** Stores an object in a table, or removes it if undefined. */
export function put<T>(table: ObjectTable<T>, key: string, object: T | undefined): void {
  if (object === undefined) table.delete(key)
  else {
    isPlain &&= !UNPLAIN.test(key)
    table.set(key, object)
  }
}
