import { CelError } from '../run/cel-error.js'
import { isList } from '../run/joined.js'
import { operate } from '../run/operators.js'
import { lastTextIndex, textIndex } from './text-functions.js'
import { compareValues, includes, sameValue } from '../run/value.js'

type Run = (...values: readonly unknown[]) => unknown

function ordered(a: unknown, b: unknown): number {
  const order = compareValues(a, b)
  if (order === undefined) throw new CelError('no such overload')
  return order
}

const extreme =
  (name: string, better: -1 | 1): Run =>
  (list) => {
    if (!isList(list)) return undefined
    let best: unknown
    for (const item of list) if (best === undefined || ordered(item, best) === better) best = item
    if (best === undefined) throw new CelError(`${name} called on empty list`)
    return best
  }

function isSorted(list: unknown): boolean | undefined {
  if (!isList(list)) return undefined
  let before: unknown
  for (const item of list) {
    if (before !== undefined && ordered(before, item) > 0) return false
    before = item
  }
  return true
}

function sum(list: unknown): unknown {
  if (!isList(list)) return undefined
  let total: unknown
  for (const item of list) {
    total = total === undefined ? item : operate('_+_', [total, item])
    if (total === undefined) throw new CelError('no such overload')
  }
  return total ?? 0n
}

const place =
  (last: boolean): Run =>
  (list, item) => {
    if (!isList(list)) return undefined
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

/** The functions on lists and sets (k8s.io/apiserver: library.Lists; cel-go: ext.Sets). */
export const LIST_FUNCTIONS: { readonly [name: string]: Run } = {
  min: extreme('min', -1),
  max: extreme('max', 1),
  isSorted,
  sum,
  indexOf: (value, ...rest) => place(false)(value, ...rest) ?? textIndex(value, ...rest),
  lastIndexOf: (value, ...rest) => place(true)(value, ...rest) ?? lastTextIndex(value, ...rest),
  'sets.contains': onLists(holdsAll),
  'sets.equivalent': onLists((a, b) => holdsAll(a, b) && holdsAll(b, a)),
  'sets.intersects': onLists((a, b) => {
    for (const one of a) if (includes(b, one)) return true
    return false
  }),
}
