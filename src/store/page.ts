import { compareBytes } from '../base/json/json.js'
import type { ObjectTable } from './history.js'

/** The part of a list to read. */
type PageQuery<T> = {
  /** The prefix of all listed keys (`ns/`, or empty for all). */
  readonly prefix: string
  /** The first key that may be listed; empty to start at the beginning. */
  readonly start: string
  /** Maximum number of matches; 0 for no limit. */
  readonly limit: number
  readonly matches: ((object: T) => boolean) | undefined
}

/** A page of a list. */
export type Page<T> = {
  readonly items: readonly T[]
  /** The last key examined if more keys follow; undefined at the end. */
  readonly last: string | undefined
}

/** Reads a page in byte order of keys. */
export function readPage<T>(table: ObjectTable<T>, { prefix, start, limit, matches }: PageQuery<T>): Page<T> {
  const items: T[] = []
  let last: string | undefined
  let full = false
  const low = compareBytes(start, prefix) > 0 ? start : prefix
  const end = table.forRange<true>(low, endOf(prefix), false, (key, object) => {
    if (full) return { break: true }
    if (!matches || matches(object)) {
      items.push(object)
      last = key
      full = limit > 0 && items.length >= limit
    } else last = key
    return undefined
  })
  return { items, last: end === true ? last : undefined }
}

/**
 * Returns all objects of a table, or those whose keys have a prefix, in byte order of keys; none for a missing table.
 */
export const objectsOf = <T>(table: ObjectTable<T> | undefined, prefix = ''): readonly T[] =>
  table ? readPage(table, { prefix, start: '', limit: 0, matches: undefined }).items : []

/** Counts the keys with a prefix after a given key. */
export function countAfter<T>(table: ObjectTable<T>, prefix: string, key: string): number {
  const count = table.forRange<never>(key, endOf(prefix), false)
  return count - (table.has(key) ? 1 : 0)
}

// Sorts after every key with the prefix: names are ASCII, so the highest code unit ends the range.
const endOf = (prefix: string) => `${prefix}\uffff`
