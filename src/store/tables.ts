import { createSortedMap } from '../base/lists/sorted-map.js'
import { compareBytes } from '../base/json/json.js'
import type { ObjectTable } from './history.js'

/** All tables by name, as an immutable value. */
export type TableMap<T> = ReadonlyMap<string, ObjectTable<T>>

/** The tables a store writes to. */
export type Tables<T> = {
  /** The tables to read from until the next write only. */
  readonly all: TableMap<T>
  /** A table as an immutable value: later writes go to a copy. */
  readonly keep: (name: string) => ObjectTable<T> | undefined
  /** All tables as an immutable value: later writes go to copies. */
  readonly share: () => TableMap<T>
  /** Stores an object, or removes it if undefined: in place, unless the table is shared. */
  readonly write: (name: string, key: string, object: T | undefined) => void
}

/** Makes tables with the contents of `from`, which stays unchanged. */
export function createTables<T>(from: TableMap<T>): Tables<T> {
  let shared = true
  const own = new Set<string>()
  const tables = {
    all: from as Map<string, ObjectTable<T>>, // only written after being copied
    keep(name: string) {
      own.delete(name)
      return tables.all.get(name)
    },
    share() {
      shared = true
      own.clear()
      return tables.all
    },
    write(name: string, key: string, object: T | undefined) {
      let table = tables.all.get(name)
      if (!table || !own.has(name)) {
        table = table?.clone() ?? emptyTable<T>()
        if (shared) tables.all = new Map(tables.all)
        shared = false
        tables.all.set(name, table)
        own.add(name)
      }
      put(table, key, object)
    },
  }
  return tables
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
