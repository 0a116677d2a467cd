import { goFloat } from '../../base/go/printable.js'
import { RESERVED } from '../syntax/keywords.js'
import { CelError } from './cel-error.js'
import { type List, flat, isList, itemOf } from './joined.js'
import { Duration, Timestamp } from './moments.js'
import { isOptional } from './optional.js'
import { GivenMap, PatchStruct, Struct } from './struct.js'
import { work } from './work.js'

/** A capability of a type at run time (cel-go: common/types/traits). */
type Trait = 'add' | 'compare' | 'divide' | 'iterate' | 'match' | 'modulo' | 'multiply' | 'negate' | 'size' | 'subtract'

const NUMBER: readonly Trait[] = ['add', 'compare', 'divide', 'multiply', 'subtract']
const TRAITS: { readonly [type: string]: readonly Trait[] } = {
  bool: ['compare', 'negate'],
  bytes: ['add', 'compare', 'size'],
  double: [...NUMBER, 'negate'],
  int: [...NUMBER, 'modulo', 'negate'],
  uint: [...NUMBER, 'modulo'],
  list: ['add', 'iterate', 'size'],
  map: ['iterate', 'size'],
  string: ['add', 'compare', 'match', 'size'],
  'google.protobuf.Duration': ['add', 'compare', 'negate', 'subtract'],
  'google.protobuf.Timestamp': ['add', 'compare', 'subtract'],
}
// Types that receive calls by themselves.
const RECEIVERS: ReadonlySet<string> = new Set(['string', 'google.protobuf.Duration', 'google.protobuf.Timestamp'])

// Functions that look at the types of values by themselves.
const UNGUARDED: ReadonlySet<string> = new Set(['!_', 'contains', 'startsWith', 'endsWith'])

const NEEDED: { readonly [name: string]: Trait } = {
  ...{ '_+_': 'add', '_-_': 'subtract', '_*_': 'multiply', '_/_': 'divide', '_%_': 'modulo' },
  ...{ '_<_': 'compare', '_<=_': 'compare', '_>_': 'compare', '_>=_': 'compare' },
  ...{ '-_': 'negate', size: 'size', matches: 'match' },
}

/** Classes of values with a name of their own. */
type Named = { readonly typeName: string }

/** Returns the name of the type of a value at run time. */
export function typeNameOf(value: unknown): string {
  if (value === null) return 'null_type'
  switch (typeof value) {
    case 'bigint':
      return 'int'
    case 'number':
      return 'double'
    case 'boolean':
      return 'bool'
    case 'string':
      return 'string'
    default:
      return objectTypeName(value)
  }
}

function objectTypeName(value: unknown): string {
  if (isList(value)) return 'list'
  if (value instanceof Uint8Array) return 'bytes'
  if (value instanceof Uint) return 'uint'
  if (value instanceof Duration) return 'google.protobuf.Duration'
  if (value instanceof Timestamp) return 'google.protobuf.Timestamp'
  if (isOptional(value)) return 'optional_type'
  if (value instanceof TypeValue) return 'type'
  if (value instanceof PatchStruct) return PatchStruct.typeOf(value)
  // Of such a class.
  if (typeof value === 'object' && value !== null && 'typeName' in value) return (value as Named).typeName
  return 'map'
}

/** Whether a value is a list for a function of lists of some types: that of the first item decides. */
export const isListOf = (value: unknown, types: readonly string[]): value is List =>
  isList(value) && (value.length === 0 || types.includes(typeNameOf(itemOf(value, 0))))

/** Returns the error of a call that is not defined for the values (cel-go: MaybeNoSuchOverload). */
export function noOverload(name: string, values: readonly unknown[]): CelError {
  if (UNGUARDED.has(name)) return new CelError('no such overload')
  const type = typeNameOf(values[0])
  const needed = Object.hasOwn(NEEDED, name) ? NEEDED[name] : undefined
  if (needed === undefined) return new CelError(`no such overload: ${name}(${values.map(typeNameOf).join(', ')})`)
  const traits = Object.hasOwn(TRAITS, type) ? (TRAITS[type] ?? []) : []
  return new CelError(traits.includes(needed) || RECEIVERS.has(type) ? 'no such overload' : `no such overload: ${name}`)
}

/** The Go types of values without items. */
const GO_TYPES: { readonly [type: string]: string } = {
  ...{ bool: 'types.Bool', bytes: 'types.Bytes', double: 'types.Double', int: 'types.Int', null_type: 'types.Null' },
  ...{ string: 'types.String', uint: 'types.Uint', type: '*types.Type', optional_type: '*types.Optional' },
  ...{ 'google.protobuf.Duration': 'types.Duration', 'google.protobuf.Timestamp': 'types.Timestamp' },
  ...{ 'net.IP': 'cel.IP', 'net.CIDR': 'cel.CIDR', 'kubernetes.URL': 'cel.URL' },
  ...{
    'kubernetes.Quantity': 'cel.Quantity',
    'kubernetes.Semver': 'cel.Semver',
    'kubernetes.NamedFormat': '*cel.Format',
  },
}

/** Returns the Go type of a value without items, as errors tell it. */
export const goTypeOf = (value: unknown): string => GO_TYPES[typeNameOf(value)] ?? 'ref.Val'

/** A type as a value (cel-go: types.Type). */
export class TypeValue {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
  sameAs(other: unknown): boolean {
    return other instanceof TypeValue && this.name === other.name
  }
}

const LIMIT = 1n << 64n

/** An unsigned integer of 64 bits (cel-go: types.Uint). */
export class Uint {
  readonly value: bigint
  /** Throws a CelError on overflow. */
  constructor(value: bigint) {
    if (value < 0n || value >= LIMIT) throw new CelError('unsigned integer overflow')
    this.value = value
  }
  valueOf(): bigint {
    return this.value
  }
  toString(): string {
    return String(this.value)
  }
}

/** A value that can be compared with another one of its class. */
type Comparable = { readonly sameAs: (other: unknown) => boolean }

const isComparable = (value: object): value is Comparable => 'sameAs' in value && typeof value.sameAs === 'function'

/** Tells whether a list has an item equal to a value. */
export function includes(list: Iterable<unknown>, item: unknown): boolean {
  for (const one of list) if (sameValue(one, item)) return true
  return false
}

/** Whether two values are equal in CEL: values of different types are not. */
export function sameValue(a: unknown, b: unknown): boolean {
  work(1)
  if (a === b || (typeof a === 'object' && Object.is(a, b))) return true
  if (typeof a === 'string' || typeof b === 'string') return false
  const x = numberOf(a)
  const y = numberOf(b)
  if (x !== undefined && y !== undefined) return typeof x === typeof y ? x === y : Number(x) === Number(y)
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (isComparable(a)) return a.sameAs(b)
  if (isOptional(a) || isOptional(b))
    return (
      isOptional(a) &&
      isOptional(b) &&
      a.hasValue() === b.hasValue() &&
      (!a.hasValue() || sameValue(a.value(), b.value()))
    )
  if (a instanceof Uint8Array || b instanceof Uint8Array)
    return a instanceof Uint8Array && b instanceof Uint8Array && sameItems(a, b)
  if (isList(a) || isList(b)) return isList(a) && isList(b) && sameItems(flat(a) as List, flat(b) as List) // both lists
  if (!hasMembers(a) || !hasMembers(b)) return false
  if ((a instanceof PatchStruct || b instanceof PatchStruct) && typeNameOf(a) !== typeNameOf(b)) return false
  const others = new Map(membersOf(b))
  const own = membersOf(a)
  return own.length === others.size && own.every(([key, value]) => sameValue(value, entryOf(others, key)))
}

function sameItems(a: List | Uint8Array, b: List | Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (!sameValue(itemAt(a, i), itemAt(b, i))) return false
  return true
}

/** Whether a value is a map or an object. */
export const hasMembers = (value: unknown): value is object =>
  value instanceof Map || value instanceof Struct || isPlain(value)

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const itemAt = (list: List | Uint8Array, i: number) => (list instanceof Uint8Array ? list[i] : itemOf(list, i))

const numberOf = (value: unknown): number | bigint | undefined =>
  typeof value === 'number' || typeof value === 'bigint' ? value : value instanceof Uint ? value.value : undefined

/** Returns the entries of a map, or the fields of an object. */
export const membersOf = (value: object): readonly (readonly [unknown, unknown])[] =>
  value instanceof Map ? [...value] : Object.entries(value)

/** Compares two values: -1, 0 or 1; undefined if they are not ordered. Throws a CelError for NaN. */
export function compareValues(a: unknown, b: unknown): number | undefined {
  if (typeof a === 'string' && typeof b === 'string') return orderOfTexts(a, b)
  if (typeof a === 'boolean' && typeof b === 'boolean') return order(a, b)
  if (a instanceof Uint8Array && b instanceof Uint8Array) return orderOfBytes(a, b)
  if (a instanceof Duration && b instanceof Duration) return order(a.nanos, b.nanos)
  if (a instanceof Timestamp && b instanceof Timestamp) return order(a.nanos, b.nanos)
  const [x, y] = [numberOf(a), numberOf(b)]
  if (Number.isNaN(x) || (x !== undefined && Number.isNaN(y))) throw new CelError('NaN values cannot be ordered')
  if (x === undefined || y === undefined) return undefined
  // A server converts an integer to a float before it compares it with one.
  return typeof x === typeof y ? order(x, y) : order(Number(x), Number(y))
}

const order = <T extends boolean | number | bigint>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0)

// UTF-8 orders characters by code point, UTF-16 those outside the basic plane before U+E000.
const orderOfTexts = (a: string, b: string): number => {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return order(a.codePointAt(at) ?? -1, b.codePointAt(at) ?? -1)
}

function orderOfBytes(a: Uint8Array, b: Uint8Array): number {
  const at = a.findIndex((byte, i) => byte !== b[i])
  return at < 0 ? order(a.length, b.length) : order(a[at] ?? -1, b[at] ?? -1)
}

/**
 * Returns a field, item or entry of a value; undefined if it does not exist. Throws a server's error if the value
 * does not allow such a key.
 */
export function memberOf(value: unknown, key: unknown): unknown {
  if (typeof key === 'string' && isPlain(value)) return fieldOf(value, key)
  if (isList(value)) {
    const at = indexOf(key)
    if (at < 0 || at >= value.length) throw new CelError(`index out of bounds: ${at}`)
    return itemOf(value, Number(at))
  }
  if (!hasMembers(value)) return undefined
  if (typeof key !== 'string' && (value instanceof Struct || value instanceof GivenMap))
    throw new CelError('no such overload')
  if (value instanceof Map) return entryOf(value, key)
  // It has members, whatever it is.
  return typeof key === 'string' ? fieldOf(value as Readonly<Record<string, unknown>>, key) : undefined
}

function fieldOf(value: Readonly<Record<string, unknown>>, key: string): unknown {
  if (Object.hasOwn(value, key)) return value[key]
  // A field named like a keyword is also available unescaped.
  const escaped = RESERVED.has(key) ? `__${key}__` : undefined
  return escaped !== undefined && Object.hasOwn(value, escaped) ? value[escaped] : undefined
}

/** Converts the index of a list (cel-go: types.IndexOrError). Throws a CelError. */
function indexOf(key: unknown): bigint {
  const number = numberOf(key)
  if (number === undefined) throw new CelError(`unsupported index type '${typeNameOf(key)}' in list`)
  if (typeof number === 'bigint') return number
  if (!Number.isInteger(number)) throw new CelError(`unsupported index value ${goFloat(number)} in list`)
  return BigInt(number)
}

/** Returns the entry of a map; numbers are equal across types. */
function entryOf(map: ReadonlyMap<unknown, unknown>, key: unknown): unknown {
  const found = map.get(key)
  const number = found === undefined ? numberOf(key) : undefined
  if (number === undefined) return found
  work(map.size)
  for (const [own, value] of map)
    if (numberOf(own) !== undefined && Number(numberOf(own)) === Number(number)) return value
  return undefined
}

/** Returns the number of characters, items or entries of a value; 1 for other types (traits.Sizer). */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return characters(value)
  if (typeof value !== 'object' || value === null) return 1
  if (isList(value) || value instanceof Uint8Array) return value.length
  if (value instanceof Map) return value.size
  if (isOptional(value)) return value.hasValue() ? sizeOf(value.value()) : 1
  if ('typeName' in value) return 'size' in value && typeof value.size === 'number' ? value.size : 1
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

/** Returns the smaller of two sizes, without counting more of the longer string than necessary. */
export function smallerSize(a: unknown, b: unknown): number {
  if (typeof a !== 'string' || typeof b !== 'string') return Math.min(sizeOf(a), sizeOf(b))
  const short = a.length < b.length ? a : b
  const long = short === a ? b : a
  const least = sizeOf(short)
  return long.length >= 2 * least ? least : Math.min(least, sizeOf(long))
}
