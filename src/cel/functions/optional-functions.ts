import { CelError } from '../run/cel-error.js'
import { type List, isList, itemOf } from '../run/joined.js'
import { Duration } from '../run/moments.js'
import { Optional, isOptional } from '../run/optional.js'
import { Uint, hasMembers, membersOf } from '../run/value.js'
import { stringOf } from './conversions.js'

type Run = (...values: readonly unknown[]) => unknown

/** Whether a value is the zero of its type (cel-go: traits.Zeroer). */
function isZero(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) {
    if (value instanceof Uint) return value.value === 0n
    if (value instanceof Duration) return value.nanos === 0n
    if (isList(value) || value instanceof Uint8Array) return value.length === 0
    return hasMembers(value) && membersOf(value).length === 0
  }
  return value === null || value === false || value === '' || value === 0 || value === 0n
}

const itemAt = (list: List, at: number): Optional =>
  list.length === 0 ? Optional.none : new Optional(itemOf(list, at))

const unwrapped: Run = (list) => {
  // The type of the first item decides whether there is such a function.
  if (!isList(list) || (list.length > 0 && !isOptional(itemOf(list, 0)))) return undefined
  const found: unknown[] = []
  for (const item of list) {
    if (!isOptional(item)) throw new CelError(`value ${stringOf(item) ?? String(item)} is not optional`)
    if (item.hasValue()) found.push(item.value())
  }
  return found
}

/** The functions on optional values (cel-go: cel.OptionalTypes), except those that need not evaluate all operands. */
export const OPTIONAL_FUNCTIONS: { readonly [name: string]: Run } = {
  'optional.of': (value) => new Optional(value),
  'optional.ofNonZeroValue': (value) => (isZero(value) ? Optional.none : new Optional(value)),
  'optional.none': () => Optional.none,
  'optional.unwrap': unwrapped,
  unwrapOpt: unwrapped,
  value: (optional) => (isOptional(optional) ? optional.value() : undefined),
  hasValue: (optional) => (isOptional(optional) ? optional.hasValue() : undefined),
  first: (list) => (isList(list) ? itemAt(list, 0) : undefined),
  last: (list) => (isList(list) ? itemAt(list, list.length - 1) : undefined),
}

/** Adds entries to the map that a comprehension makes; a key must not be there already (types.InsertMapKeyValue). */
export function insertEntries(map: unknown, ...[key, value]: readonly unknown[]): unknown {
  if (!(map instanceof Map)) return undefined
  if (value === undefined && !hasMembers(key)) return undefined
  const entries = value === undefined && hasMembers(key) ? membersOf(key) : [[key, value] as const]
  for (const [own, item] of entries) {
    if (map.has(own)) throw new CelError(`insert failed: key ${stringOf(own) ?? String(own)} already exists`)
    map.set(own, item)
  }
  return map
}
