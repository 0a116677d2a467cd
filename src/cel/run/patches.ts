import { bytesText } from '../../base/bytes/utf8.js'
import { GoValue, goFloat, goQuote } from '../../base/go/printable.js'
import { setOwn } from '../../base/json/json.js'
import { JSON_PATCH } from '../types/patch-types.js'
import { CelError } from './cel-error.js'
import { isList } from './joined.js'
import { Duration, Timestamp } from './moments.js'
import { isOptional } from './optional.js'
import { PatchStruct } from './struct.js'
import { Uint, hasMembers, membersOf, typeNameOf } from './value.js'

/** Makes an object or a JSON patch; the type of a field whose type was unknown before is checked now. */
export function patchStruct(
  type: string,
  members: readonly (readonly [name: string, value: unknown])[],
): PatchStruct | CelError {
  if (type === JSON_PATCH)
    for (const [name, value] of members)
      if (name !== 'value' && typeof value !== 'string')
        return new CelError(`unexpected type ${goKindOf(value)} for JSONPatchType '${name}' field`)
  return new PatchStruct(type, members)
}

type Json = { readonly [member: string]: unknown }
type Made<T> =
  { readonly value: T; readonly fault?: undefined } | { readonly fault: string; readonly value?: undefined }

/** Returns the configuration that an expression of a mutating policy has made, or what is wrong with it. */
export const configurationOf = (value: unknown): Made<Json> =>
  made(() => {
    if (!(value instanceof PatchStruct))
      throw new CelError('unsupported return type from ApplyConfiguration expression')
    failWrongNames(value)
    return nativeObject(value)
  })

/** Returns the operations that an expression of a mutating policy has made, or what is wrong with them. */
export const operationsOf = (value: unknown): Made<readonly Json[]> =>
  made(() => {
    if (!isList(value)) throw new CelError('type mismatch: JSONPatchType.expression should evaluate to array')
    return [...value].map(operationOf)
  })

function operationOf(value: unknown): Json {
  if (!(value instanceof PatchStruct))
    throw new CelError('type mismatch: JSONPatchType.expression should evaluate to array of JSONPatch')
  const { op = '', path = '', from, value: given } = Object.fromEntries(membersOf(value))
  const operation = { ...readable('op', op), ...readable('path', path), ...(from ? readable('from', from) : {}) }
  if (given === undefined) return operation
  if (given instanceof PatchStruct) failWrongNames(given)
  try {
    return { ...operation, value: jsonOf(given) }
  } catch (error) {
    if (!(error instanceof CelError)) throw error
    throw new CelError(`JSONPath valueExpression evaluated to a type that could not marshal to JSON: ${error.message}`)
  }
}

// A server quotes these texts as Go does, and loses what JSON cannot read then.
const UNREAD = /[\x00-\x07\v\x0e-\x1f\x7f]/

const readable = (member: string, text: unknown): Json => (UNREAD.test(String(text)) ? {} : { [member]: text })

function failWrongNames(object: PatchStruct): void {
  const fault = typeNamesFault(object)
  if (fault !== undefined) throw new CelError(fault)
}

function made<T>(make: () => T): Made<T> {
  try {
    return { value: make() }
  } catch (error) {
    if (error instanceof CelError) return { fault: error.message }
    throw error
  }
}

/** The values as which Go has those of expressions (cel-go: ref.Val.Value), by their types at run time. */
const GO_KINDS: { readonly [type: string]: string } = {
  ...{ int: 'int64', uint: 'uint64', double: 'float64', bool: 'bool', bytes: '[]uint8', type: 'string' },
  ...{ list: '[]ref.Val', map: 'map[ref.Val]ref.Val', null_type: 'structpb.NullValue' },
  ...{ 'google.protobuf.Timestamp': 'time.Time', 'google.protobuf.Duration': 'time.Duration' },
}

/** Returns the Go type of what a value is in Go. */
const goKindOf = (value: unknown): string => GO_KINDS[typeNameOf(value)] ?? typeNameOf(value)

/**
 * Returns the object of an apply configuration (cel/mutation/dynamic: ObjectVal.Value). Values that JSON has no form
 * for are those of Go.
 */
function nativeObject(object: PatchStruct): { readonly [member: string]: unknown } {
  const made: { [member: string]: unknown } = {}
  for (const [name, value] of membersOf(object)) setOwn(made, String(name), fieldOf(value))
  return made
}

/** Returns the value of a field: a list or a map of an expression becomes one of JSON, but not one in another. */
function fieldOf(value: unknown): unknown {
  if (isList(value)) return [...value].map(nativeOf)
  if (!(value instanceof Map)) return nativeOf(value)
  const made: { [member: string]: unknown } = {}
  for (const [key, item] of value) {
    if (typeof key !== 'string') throw new CelError('invalid return type: *dynamic.ObjectVal')
    setOwn(made, key, nativeOf(item))
  }
  return made
}

function nativeOf(value: unknown): unknown {
  if (value instanceof PatchStruct) return nativeObject(value)
  if (typeof value === 'bigint') return wholeOf(value)
  if (typeof value !== 'object') return value
  if (isOptional(value)) return value.hasValue() ? nativeOf(value.value()) : null
  if (isList(value)) return [...value].map(nativeOf)
  const foreign = foreignOf(value)
  if (foreign) return new GoValue(goKindOf(value), ...foreign)
  const made: { [member: string]: unknown } = {}
  for (const [name, item] of membersOf(value ?? {})) setOwn(made, String(name), nativeOf(item))
  return made
}

/** Returns how Go prints a value that JSON has no form for, with `%v` and with `%#v`. */
function foreignOf(value: object | null): readonly [plain: string, syntax: string] | undefined {
  if (value === null) return ['NULL_VALUE', '0']
  if (value instanceof Timestamp) return timeTexts(value)
  if (value instanceof Duration) return [value.text(), String(value.nanos)]
  if (value instanceof Uint) return [String(value), `0x${value.value.toString(16)}`]
  if (value instanceof Uint8Array) {
    const bytes = [...value]
    return [`[${bytes.join(' ')}]`, `[]uint8{${bytes.map((byte) => `0x${byte.toString(16)}`).join(', ')}}`]
  }
  if (value instanceof Map) return [mapText(value), mapText(value)]
  if (hasMembers(value)) return undefined
  return [typeNameOf(value), typeNameOf(value)]
}

function timeTexts(time: Timestamp): readonly [plain: string, syntax: string] {
  const date = new Date(Number(time.seconds()) * 1000)
  const month = date.toLocaleString('en', { month: 'long', timeZone: 'UTC' })
  const parts = [date.getUTCDate(), date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()]
  const nanos = time.nanos - time.seconds() * 1_000_000_000n
  const plain = `${date.toISOString().slice(0, 19).replace('T', ' ')} +0000 UTC`
  return [plain, `time.Date(${date.getUTCFullYear()}, time.${month}, ${parts.join(', ')}, ${nanos}, time.UTC)`]
}

const mapText = (map: ReadonlyMap<unknown, unknown>): string =>
  `map[${[...map]
    .map(([key, value]) => `${plainText(key)}:${plainText(value)}`)
    .sort()
    .join(' ')}]`

function plainText(value: unknown): string {
  if (isList(value)) return `[${[...value].map(plainText).join(' ')}]`
  if (value instanceof Map) return mapText(value)
  if (typeof value === 'number') return goFloat(value)
  return typeof value === 'object' ? (foreignOf(value)?.[0] ?? typeNameOf(value)) : String(value)
}

const wholeOf = (value: bigint): number | bigint =>
  value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value

/**
 * Returns a value as JSON (cel-go: ref.Val.ConvertToNative to structpb.Value); an integer that a float does not hold is
 * a text.
 *
 * @throws CelError for what has no form in JSON
 */
function jsonOf(value: unknown): unknown {
  if (value instanceof PatchStruct) return structJson(nativeObject(value))
  if (value instanceof Uint) return jsonOf(value.value)
  if (typeof value === 'bigint') {
    const number = wholeOf(value)
    return typeof number === 'bigint' ? String(number) : number
  }
  if (typeof value !== 'object' || value === null) return value
  if (isOptional(value)) return jsonOf(value.value())
  if (value instanceof Timestamp || value instanceof Duration) return value.text()
  if (value instanceof Uint8Array) return btoa(bytesText(value))
  if (isList(value)) return [...value].map(jsonOf)
  if (!hasMembers(value)) throw new CelError(`type conversion not supported for '${typeNameOf(value)}'`)
  const made: { [member: string]: unknown } = {}
  for (const [key, item] of membersOf(value)) {
    if (typeof key !== 'string') throw new CelError(`unsupported type conversion from '${typeNameOf(key)}' to string`)
    setOwn(made, key, jsonOf(item))
  }
  return made
}

/** Returns what protobuf's Struct makes of an object; a number is a float there. */
function structJson(value: unknown): unknown {
  if (value instanceof GoValue) throw new CelError(`proto: invalid type: ${value.type}`)
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) return value.map(structJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, structJson(item)]))
}

/**
 * Returns what is wrong with the types of objects: each must be named after the field that it is in
 * (CheckTypeNamesMatchFieldPathNames).
 */
function typeNamesFault(object: PatchStruct): string | undefined {
  const faults = namesFaults(object, PatchStruct.typeOf(object))
  return faults.length > 0 ? `type mismatch: ${faults.join('\n')}` : undefined
}

function namesFaults(value: unknown, expected: string): readonly string[] {
  if (isList(value)) return [...value].flatMap((item) => namesFaults(item, expected))
  if (value instanceof Map) return [...value.values()].flatMap((item) => namesFaults(item, expected))
  if (!(value instanceof PatchStruct)) return []
  const name = PatchStruct.typeOf(value)
  const own =
    name === expected
      ? []
      : [
          `unexpected type name ${goQuote(name)}, expected ${goQuote(expected)}, which matches field name path from root Object type`,
        ]
  return [...own, ...membersOf(value).flatMap(([field, member]) => namesFaults(member, `${expected}.${String(field)}`))]
}
