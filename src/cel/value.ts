import { CelError } from './cel-error.js'
import { isOptional } from './optional.js'
import { type List, flat, isList, itemOf } from './joined.js'
import { Struct } from './struct.js'
import { work } from './work.js'

/** A value that can be compared with another one of its class. */
type Comparable = { readonly sameAs: (other: unknown) => boolean }

const isComparable = (value: object): value is Comparable => 'sameAs' in value && typeof value.sameAs === 'function'

/** Whether two values are equal in CEL: values of different types are not. */
export function sameValue(a: unknown, b: unknown): boolean {
  work(1)
  if (Object.is(a, b)) return true
  const [x, y] = [numberOf(a), numberOf(b)]
  if (x !== undefined && y !== undefined) return Number(x) === Number(y)
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (isComparable(a)) return a.sameAs(b)
  if (isOptional(a) || isOptional(b))
    return (
      isOptional(a) &&
      isOptional(b) &&
      a.hasValue() === b.hasValue() &&
      (!a.hasValue() || sameValue(a.value(), b.value()))
    )
  // Timestamps and durations have a numeric value.
  if (a.valueOf() !== a && b.valueOf() !== b) return a.constructor === b.constructor && a.valueOf() === b.valueOf()
  if (a instanceof Uint8Array || b instanceof Uint8Array)
    return a instanceof Uint8Array && b instanceof Uint8Array && sameItems(a, b)
  if (isList(a) || isList(b)) return isList(a) && isList(b) && sameItems(flat(a) as List, flat(b) as List) // both lists
  if (!hasMembers(a) || !hasMembers(b)) return false
  const others = new Map(membersOf(b))
  const own = membersOf(a)
  return own.length === others.size && own.every(([key, value]) => others.has(key) && sameValue(value, others.get(key)))
}

function sameItems(a: List | Uint8Array, b: List | Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (!sameValue(itemAt(a, i), itemAt(b, i))) return false
  return true
}

const hasMembers = (value: object) =>
  value instanceof Map || value instanceof Struct || Object.getPrototypeOf(value) === Object.prototype

const itemAt = (list: List | Uint8Array, i: number) => (list instanceof Uint8Array ? list[i] : itemOf(list, i))

// An unsigned integer is a wrapper object.
const numberOf = (value: unknown): number | bigint | undefined => {
  const inner: unknown = typeof value === 'object' && value !== null ? value.valueOf() : value
  return typeof value === 'number' ? value : typeof inner === 'bigint' ? inner : undefined
}

const membersOf = (value: object): readonly (readonly [unknown, unknown])[] =>
  value instanceof Map ? [...value] : Object.entries(value)

/** Compares two values: -1, 0 or 1; undefined if they are not ordered. */
export function compareValues(a: unknown, b: unknown): number | undefined {
  if (typeof a === 'string' && typeof b === 'string') return order(a, b)
  if (typeof a === 'boolean' && typeof b === 'boolean') return order(a, b)
  const [x, y] = [ordinal(a), ordinal(b)]
  if (x === undefined || y === undefined) return undefined
  // Timestamps compare with timestamps, durations with durations.
  return (typeof a === 'object' || typeof b === 'object') && a?.constructor !== b?.constructor ? undefined : order(x, y)
}

const order = <T extends string | boolean | number | bigint>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0)

function ordinal(value: unknown): number | bigint | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return value
  const inner: unknown = typeof value === 'object' && value !== null ? value.valueOf() : undefined
  return typeof inner === 'number' || typeof inner === 'bigint' ? inner : undefined
}

/**
 * Returns a field, item or entry of a value; undefined if it does not exist. Throws a server's error if the value
 * cannot have any.
 */
export function memberOf(value: unknown, key: unknown): unknown {
  if (isList(value)) {
    const at = typeof key === 'bigint' || (typeof key === 'number' && Number.isInteger(key)) ? Number(key) : undefined
    if (at === undefined) throw new CelError(`unsupported index type '${typeof key}' in list`)
    if (at < 0 || at >= value.length) throw new CelError(`index out of bounds: ${at}`)
    return itemOf(value, at)
  }
  if (value instanceof Map) return value.get(key)
  if (typeof value !== 'object' || value === null || isComparable(value)) throw new CelError('no such overload')
  const name = String(key)
  if (Object.hasOwn(value, name)) return (value as Readonly<Record<string, unknown>>)[name] // it has it
  // A field named like a keyword is also available unescaped.
  const escaped = `__${name}__`
  return Object.hasOwn(value, escaped) ? (value as Readonly<Record<string, unknown>>)[escaped] : undefined // it has it
}

/** Returns the number of characters, items or entries of a value; 1 for other types (traits.Sizer). */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return characters(value)
  if (typeof value !== 'object' || value === null) return 1
  if (isList(value) || value instanceof Uint8Array) return value.length
  if (value instanceof Map) return value.size
  if (isOptional(value)) return value.hasValue() ? sizeOf(value.value()) : 1
  return hasMembers(value) ? Object.keys(value).length : 1
}

// Characters outside the basic plane are two UTF-16 units. The last long string is cached, as its size may be needed
// often.
function characters(text: string): number {
  if (text.length < LONG) return count(text)
  if (last?.text !== text) last = { text, size: count(text) }
  return last.size
}

const LONG = 1000
let last: { readonly text: string; readonly size: number } | undefined

function count(text: string): number {
  let size = text.length
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xd800) size--
  return size
}

/** Returns the character at an index, counted in characters; undefined if there is none. */
export function characterAt(text: string, at: number): string | undefined {
  if (sizeOf(text) === text.length) return text[at]
  return [...text][at]
}

/** Returns the smaller of two sizes, without counting more of the longer string than necessary. */
export function smallerSize(a: unknown, b: unknown): number {
  if (typeof a !== 'string' || typeof b !== 'string') return Math.min(sizeOf(a), sizeOf(b))
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  const least = sizeOf(short)
  return long.length >= 2 * least ? least : Math.min(least, sizeOf(long))
}
