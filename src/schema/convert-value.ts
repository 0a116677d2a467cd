import { jsonKind } from '../base/go/encoding-json.js'
import { encodeJson, getOwn, isObject, setOwn } from '../base/json/json.js'
import { isInt64 } from '../base/go/numbers.js'
import { canonicalQuantity } from '../base/numbers/quantity.js'
import { parseBase64 } from '../base/rules/base64.js'
import { parseExactTime, parseMicroTime, parseTime } from '../base/time/time.js'
import { DecodeError } from './decode.js'
import { goType, unknownPathText } from './explain.js'
import type { Schema } from './types.js'

/**
 * Converts a value of Go maps to what JSON of the same meaning decodes to, and adds the paths of unknown fields.
 *
 * @throws DecodeError for the first value that does not fit, in schema order
 */
export function convertValue(schema: Schema, value: unknown, at: string, faults: string[]): unknown {
  if (
    value === null ||
    value === undefined ||
    schema.raw ||
    (schema.or && (Array.isArray(value) || typeof value === 'boolean'))
  )
    return value
  switch (schema.format) {
    case 'quantity':
      return checked(
        value,
        typeof value === 'string' || typeof value === 'number'
          ? canonicalQuantity(value)
          : canonicalQuantity(encodeJson(value)),
      )
    case 'date-time':
      return checked(value, (schema.exact ? parseExactTime : parseTime)(textIn(value)))
    case 'micro-time':
      return checked(value, parseMicroTime(textIn(value)))
    case 'int-or-string':
      return typeof value === 'string' ? value : int32In(value)
    case 'byte':
      if (typeof value !== 'string') throw new DecodeError(`cannot restore slice from ${kindOf(value)}`)
      return checked(value, parseBase64(value), 'error decoding from json: ')
  }
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'integer':
    case 'number':
      return convertScalar(schema, schema.type, value)
    case 'array':
      if (!Array.isArray(value)) throw new DecodeError(`cannot restore slice from ${kindOf(value)}`)
      return value.map((item, i) => (schema.items ? convertValue(schema.items, item, `${at}[${i}]`, faults) : item))
    case 'object':
      return schema.properties ? convertStruct(schema, value, at, faults) : convertMap(schema, value, at, faults)
    default:
      return value
  }
}

function checked(
  value: unknown,
  parsed: { readonly error?: string | undefined } | { readonly text: string },
  head = '',
): unknown {
  if ('error' in parsed && parsed.error !== undefined) throw new DecodeError(head + parsed.error)
  return value
}

// Times and int-or-strings are decoded from JSON even here.
function textIn(value: unknown): string {
  if (typeof value === 'string') return value
  throw new DecodeError(`json: cannot unmarshal ${jsonKind(value)} into Go value of type string`)
}

function int32In(value: unknown): unknown {
  if (typeof value === 'number' && Number.isInteger(value) && value === int32Of(value)) return value
  throw new DecodeError(
    `json: cannot unmarshal ${typeof value === 'number' || typeof value === 'bigint' ? `number ${value}` : jsonKind(value)} into Go value of type int32`,
  )
}

// A float beyond the int64 range becomes the smallest int64, which is then truncated for shorter types.
const integerOf = (value: number) => (Math.abs(value) < 2 ** 63 ? BigInt(value) : -(2n ** 63n))
const int32Of = (value: number | bigint) =>
  Number(BigInt.asIntN(32, typeof value === 'number' ? integerOf(value) : value))
const int64Of = (value: number) => (Math.abs(value) < 2 ** 63 ? Math.trunc(value) : integerOf(value))

function convertScalar(schema: Schema, type: 'string' | 'boolean' | 'integer' | 'number', value: unknown): unknown {
  if (type === 'integer' && typeof value === 'bigint') return schema.format === 'int32' ? int32Of(value) : value
  if (type === 'integer' && typeof value === 'number') {
    if (!Number.isInteger(value)) throw new DecodeError(`cannot convert float64 to ${goType(schema)}`)
    return schema.format === 'int32' ? int32Of(value) : int64Of(value)
  }
  if (typeof value === type) return value
  // Go could convert an integer to a character, but the server does not.
  throw new DecodeError(
    type === 'string' && kindOf(value) === 'int64'
      ? `cannot convert int64 to ${goType(schema)}`
      : `unrecognized type: ${GO_KINDS[type] ?? schema.format ?? 'int64'}`,
  )
}

const GO_KINDS: { readonly [type: string]: string } = { string: 'string', boolean: 'bool', number: 'float64' }

function convertStruct(schema: Schema, value: unknown, at: string, faults: string[]): unknown {
  if (!isObject(value)) throw new DecodeError(`cannot restore struct from: ${kindOf(value)}`)
  const { properties = {} } = schema
  const out: Record<string, unknown> = {}
  const path = (name: string) => (at ? `${at}.${name}` : name)
  for (const [name, member] of Object.entries(properties)) {
    const given = getOwn(value, name)
    if (given !== undefined) setOwn(out, name, convertValue(member, given, path(name), faults))
  }
  for (const name of Object.keys(value).sort()) {
    if (Object.hasOwn(properties, name)) continue
    if (schema['x-kubernetes-preserve-unknown-fields']) setOwn(out, name, value[name])
    else faults.push(unknownPathText(path(name)))
  }
  return out
}

function convertMap(schema: Schema, value: unknown, at: string, faults: string[]): unknown {
  if (!isObject(value)) throw new DecodeError(`cannot restore map from ${kindOf(value)}`)
  const out: Record<string, unknown> = {}
  for (const name of Object.keys(value).sort()) {
    setOwn(
      out,
      name,
      schema.additionalProperties ? convertValue(schema.additionalProperties, value[name], at, faults) : value[name],
    )
  }
  return out
}

/** Returns the Go kind of a value in the maps that a patch is decoded into. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'slice'
  if (isObject(value)) return 'map'
  if (typeof value === 'bigint' || typeof value === 'number') return isInt64(value) ? 'int64' : 'float64'
  return typeof value === 'boolean' ? 'bool' : 'string'
}
