import { createSortedMap } from '../base/btree.js'
import { compareBytes, compareTexts } from '../base/json.js'
import type { ObjectTable } from './log.js'

/** All tables by name, as a value. */
export type TableMap<T> = ReadonlyMap<string, ObjectTable<T>>

/** The tables a store writes to. */
export type Tables<T> = {
  /** A table to be looked at before the next write. */
  readonly get: (name: string) => ObjectTable<T> | undefined
  /** A table as a value: what is written from here on goes to a copy. */
  readonly keep: (name: string) => ObjectTable<T> | undefined
  /** All of them as a value: what is written from here on goes to copies. */
  readonly share: () => TableMap<T>
  /** Stores an object, or with undefined removes it: in place, in a table nobody else holds. */
  readonly write: (name: string, key: string, object: T | undefined) => void
}

/** Makes tables that begin as others, which stay as they are. */
export function createTables<T>(from: TableMap<T>): Tables<T> {
  let tables = from as Map<string, ObjectTable<T>> // written only after it was copied
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

// Where no key has half of a surrogate pair, or a unit above these, the order of bytes is that of code units, which is
// found in a tenth of the time.
let isPlain = true
const UNPLAIN = /[\ud800-\uffff]/

const compareKeys = (a: string, b: string): number => (isPlain ? compareTexts(a, b) : compareBytes(a, b))

/** Makes a table that holds nothing. */
export const emptyTable = <T>(): ObjectTable<T> => createSortedMap<T>(compareKeys)

/** Stores an object in a table, or with undefined removes it. */
export function put<T>(table: ObjectTable<T>, key: string, object: T | undefined): void {
  if (object === undefined) table.delete(key)
  else {
    isPlain &&= !UNPLAIN.test(key)
    table.set(key, object)
  }
}
