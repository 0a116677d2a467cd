import { goQuote } from '../base/go-print.js'
import { isObject } from '../base/json.js'
import { canonicalQuantity } from '../base/quantity.js'
import { parseBase64 } from '../base/rules/base64.js'
import { parseMicroTime, parseTime } from '../base/time.js'
import type { Schema } from './types.js'

/** What a body has that its schema does not take. */
export type Explanation = {
  /** The text of Go's decoder for the first value that does not fit. */
  readonly problem: string | undefined
  /** Unknown members as `spec.taints[0].foo`, in the order of the body. */
  readonly unknown: readonly string[]
}

/** Walks a body in its own order and puts into words what {@link decode} stumbled over. */
export function explain(schema: Schema, value: unknown): Explanation {
  const walk: Walk = { saved: undefined, unknown: [] }
  try {
    visit(schema, value, { struct: '', field: [], at: '' }, walk)
  } catch (error) {
    if (!(error instanceof Abort)) throw error
    return { problem: error.message, unknown: walk.unknown }
  }
  return { problem: walk.saved, unknown: walk.unknown }
}

/** Name of a schema's type as Go prints it. */
export function goType(schema: Schema): string {
  if (schema.format === 'byte') return '[]uint8'
  if (schema.component) return schema.component.split('.').slice(-2).join('.')
  if (schema.type === 'array') return `[]${schema.items ? goType(schema.items) : 'interface {}'}`
  if (schema.type === 'object') return `map[string]${schema.additionalProperties ? goType(schema.additionalProperties) : 'interface {}'}`
  if (schema.type === 'integer') return schema.format ?? 'int64'
  if (schema.type === 'boolean') return 'bool'
  if (schema.type === 'number') return 'float64'
  return 'string'
}

/** Where the walk stands: the innermost struct, the field path without indexes, and the path with them. */
type Place = { readonly struct: string; readonly field: readonly string[]; readonly at: string }
type Walk = { saved: string | undefined; readonly unknown: string[] }

// An error of a type's own UnmarshalJSON ends decoding at once; a plain type error is saved and decoding goes on.
class Abort extends Error {}

function visit(schema: Schema, value: unknown, place: Place, walk: Walk): void {
  if (value === null) return
  switch (schema.format) {
    case 'quantity':
      return visitQuantity(value)
    case 'int-or-string':
      if (typeof value !== 'string') visitInteger(value, 'int32', place, abort)
      return
    case 'date-time':
      return visitText(value, parseTime, place)
    case 'micro-time':
      return visitText(value, parseMicroTime, place)
    case 'byte':
      return visitBytes(value, place, walk)
  }
  switch (schema.type) {
    case 'integer':
      return visitInteger(value, schema.format ?? 'int64', place, (text) => save(walk, text))
    case 'array':
      if (!Array.isArray(value)) return save(walk, mismatch(value, schema, place))
      return value.forEach((item, i) => schema.items && visit(schema.items, item, { ...place, at: `${place.at}[${i}]` }, walk))
    case 'object':
      if (!isObject(value)) return save(walk, mismatch(value, schema, place))
      return schema.properties ? visitStruct(schema, value, place, walk) : visitMap(schema, value, place, walk)
    case 'string':
    case 'boolean':
    case 'number':
      if (typeof value !== schema.type) save(walk, mismatch(value, schema, place))
  }
}

function visitStruct(schema: Schema, value: object, place: Place, walk: Walk): void {
  const struct = schema.component?.split('.').at(-1) ?? place.struct
  for (const [key, member] of Object.entries(value)) {
    const at = place.at ? `${place.at}.${key}` : key
    const known = Object.hasOwn(schema.properties!, key) ? schema.properties![key] : undefined
    if (known) visit(known, member, { struct, field: [...place.field, key], at }, walk)
    else if (!schema['x-kubernetes-preserve-unknown-fields']) walk.unknown.push(at)
  }
}

function visitMap(schema: Schema, value: object, place: Place, walk: Walk): void {
  if (!schema.additionalProperties) return
  for (const [key, member] of Object.entries(value)) visit(schema.additionalProperties, member, { ...place, at: `${place.at}.${key}` }, walk)
}

function visitQuantity(value: unknown): void {
  const text = typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)
  const quantity = canonicalQuantity(text)
  if ('error' in quantity) abort(quantity.error)
}

function visitText(value: unknown, parse: (text: string) => { readonly error?: string }, place: Place): void {
  if (typeof value !== 'string') abort(`json: cannot unmarshal ${jsonKind(value)} into ${target(place)} of type string`)
  const { error } = parse(value as string)
  if (error !== undefined) abort(error)
}

function visitInteger(value: unknown, type: string, place: Place, fail: (text: string) => void): void {
  const [low, high] = type === 'int32' ? [-(2 ** 31), 2 ** 31 - 1] : [-(2 ** 63), 2 ** 63]
  if (Number.isInteger(value) && (value as number) >= low! && (value as number) <= high!) return
  fail(`json: cannot unmarshal ${typeof value === 'number' ? `number ${value}` : jsonKind(value)} into ${target(place)} of type ${type}`)
}

function visitBytes(value: unknown, place: Place, walk: Walk): void {
  if (typeof value !== 'string') return save(walk, `json: cannot unmarshal ${jsonKind(value)} into ${target(place)} of type []uint8`)
  const { error } = parseBase64(value)
  if (error !== undefined) save(walk, error)
}

const mismatch = (value: unknown, schema: Schema, place: Place) => `json: cannot unmarshal ${jsonKind(value)} into ${target(place)} of type ${goType(schema)}`
const target = ({ struct, field }: Place) => (field.length > 0 ? `Go struct field ${struct}.${field.join('.')}` : 'Go value')

function abort(text: string): never {
  throw new Abort(text)
}

function save(walk: Walk, text: string): void {
  walk.saved ??= text
}

/** The word Go's decoder has for the type of a JSON value. */
export function jsonKind(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return typeof value === 'boolean' ? 'bool' : typeof value
}

/** `unknown field "spec.foo"`, as warnings and strict errors word it. */
export const unknownFieldText = (path: string): string => `unknown field ${goQuote(path)}`
