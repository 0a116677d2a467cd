import { CelError } from '../run/cel-error.js'
import { type List, isList } from '../run/joined.js'
import { operate } from '../run/operators.js'
import { lastTextIndex, textIndex } from './text-functions.js'
import { SORT_BY } from '../syntax/macros.js'
import { compareValues, includes, isListOf, sameValue, typeNameOf } from '../run/value.js'
import { work } from '../run/work.js'

type Run = (...values: readonly unknown[]) => unknown

// The types of items that there are functions for.
const SUMMED = ['int', 'uint', 'double', 'google.protobuf.Duration']
const ORDERED = [...SUMMED, 'google.protobuf.Timestamp', 'bool', 'string', 'bytes']

function ordered(a: unknown, b: unknown): number {
  const order = compareValues(a, b)
  if (order === undefined) throw new CelError('no such overload')
  return order
}

const extreme =
  (name: string, better: -1 | 1): Run =>
  (list) => {
    if (!isListOf(list, ORDERED)) return undefined
    let best: unknown
    // What cannot be compared is passed over.
    for (const item of list) if (best === undefined || compareValues(item, best) === better) best = item
    if (best === undefined) throw new CelError(`${name} called on empty list`)
    return best
  }

function isSorted(list: unknown): boolean | undefined {
  if (!isListOf(list, ORDERED)) return undefined
  let before: unknown
  for (const item of list) {
    if (before !== undefined && compareValues(before, item) === 1) return false
    before = item
  }
  return true
}

function sum(list: unknown): unknown {
  if (!isListOf(list, SUMMED)) return undefined
  let total: unknown
  for (const item of list) {
    total = total === undefined ? item : operate('_+_', [total, item])
    if (total === undefined) throw new CelError('no such overload')
  }
  return total ?? 0n
}

const place =
  (last: boolean): Run =>
  (list, item, ...others) => {
    if (!isList(list) || others.length > 0) return undefined
    let found = -1
    let at = 0
    for (const one of list) {
      if (sameValue(one, item)) {
        if (!last) return BigInt(at)
        found = at
      }
      at++
    }
    return BigInt(found)
  }

function holdsAll(list: Iterable<unknown>, parts: Iterable<unknown>): boolean {
  for (const one of parts) if (!includes(list, one)) return false
  return true
}

const onLists =
  (run: (a: Iterable<unknown>, b: Iterable<unknown>) => boolean): Run =>
  (a, b) =>
    isList(a) && isList(b) ? run(a, b) : undefined

/** The items of lists in a list, and of lists in these up to a depth; counts them, as they may be in many lists. */
function* flattened(list: List, depth: bigint): Iterable<unknown> {
  for (const item of list) {
    work(1)
    if (isList(item) && depth > 0n) yield* flattened(item, depth - 1n)
    else yield item
  }
}

function flatten(list: unknown, ...given: readonly unknown[]): unknown {
  const [depth = 1n] = given
  if (!isList(list) || typeof depth !== 'bigint')
    throw new CelError(`no such overload: ${typeNameOf(list)}.flatten(${given.map(typeNameOf).join()})`)
  if (depth < 0n) throw new CelError('level must be non-negative')
  return [...flattened(list, depth)]
}

function slice(list: unknown, start: unknown, end: unknown): unknown {
  if (!isList(list) || typeof start !== 'bigint' || typeof end !== 'bigint') return undefined
  const fault =
    start < 0n || end < 0n
      ? 'negative indexes not supported'
      : start > end
        ? 'start index must be less than or equal to end index'
        : end > BigInt(list.length)
          ? `list is length ${list.length}`
          : undefined
  if (fault !== undefined) throw new CelError(`cannot slice(${start}, ${end}), ${fault}`)
  return [...list].slice(Number(start), Number(end))
}

/** Sorts a list by keys of its items; items with equal ones stay in their order. */
function sortedBy(list: unknown, keys: unknown): unknown {
  if (!isList(list) || !isList(keys)) return undefined
  if (list.length !== keys.length)
    throw new CelError(
      `${SORT_BY}() expected a list of the same size as the associated keys list, but got ${list.length} and ${keys.length} elements respectively`,
    )
  if (list.length === 0) return list
  const [first, ...others] = keys
  if (compareValues(first, first) === undefined) throw new CelError('list elements must be comparable')
  if (others.some((key) => typeNameOf(key) !== typeNameOf(first)))
    throw new CelError('list elements must have the same type')
  const items = [...list]
  const entries = [...keys].map((key, i) => ({ key, item: items[i] }))
  return entries.sort((a, b) => ordered(a.key, b.key)).map(({ item }) => item)
}

/** The most items that `lists.range` makes (cel-go: ext.ListsMaxRangeSize). */
const MOST_IN_RANGE = 1_000_000n

function range(size: unknown): unknown {
  if (typeof size !== 'bigint') return undefined
  if (size < 0n) throw new CelError(`lists.range: size must be non-negative, got ${size}`)
  if (size > MOST_IN_RANGE) throw new CelError(`lists.range: size ${size} exceeds maximum allowed (${MOST_IN_RANGE})`)
  work(Number(size))
  return Array.from({ length: Number(size) }, (_, i) => BigInt(i))
}

function distinct(list: unknown): unknown {
  if (!isList(list)) return undefined
  const found: unknown[] = []
  for (const item of list) if (!includes(found, item)) found.push(item)
  return found
}

/** The functions on lists and sets (k8s.io/apiserver: library.Lists; cel-go: ext.Lists, ext.Sets). */
export const LIST_FUNCTIONS: { readonly [name: string]: Run } = {
  min: extreme('min', -1),
  max: extreme('max', 1),
  isSorted,
  sum,
  indexOf: (value, ...rest) => place(false)(value, ...rest) ?? textIndex(value, ...rest),
  lastIndexOf: (value, ...rest) => place(true)(value, ...rest) ?? lastTextIndex(value, ...rest),
  flatten,
  slice,
  distinct,
  sort: (list) => sortedBy(list, list),
  [SORT_BY]: sortedBy,
  reverse: (list) => (isList(list) ? [...list].reverse() : undefined),
  'lists.range': range,
  'sets.contains': onLists(holdsAll),
  'sets.equivalent': onLists((a, b) => holdsAll(a, b) && holdsAll(b, a)),
  'sets.intersects': onLists((a, b) => {
    for (const one of a) if (includes(b, one)) return true
    return false
  }),
}
