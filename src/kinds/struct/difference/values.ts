import { formOf, isEmptied } from '../../../base/json/as-given.js'
import { isObject, jsonEqual } from '../../../base/json/json.js'
import { quantityEqual } from '../../../base/numbers/quantity.js'
import { quantityParts } from './quantity-parts.js'
import { goType, type GoField, type GoType } from './types.js'

/** A missing list element or map entry; nil is undefined or null. */
export const MISSING = Symbol('missing')

const QUANTITY = 'resource.Quantity'
const INT_OR_STRING = 'intstr.IntOrString'

/** A field with its value; also of types that are a single value in JSON, but a struct in Go. */
type Member = { readonly name: string; readonly type: GoType; readonly value: unknown }

/** Returns the fields of a struct's value, in Go's order. */
export function membersOf(type: GoType, value: unknown): readonly Member[] {
  if (type.name === QUANTITY) return value === undefined || value === null ? [] : quantityParts(String(value))
  if (type.name === INT_OR_STRING) return partsOfEither(value)
  if (type.kind !== 'struct') return []
  return type.fields().map((field) => ({ name: field.name, type: field.type(), value: memberOf(value, field) }))
}

// An empty list or map, whichever is needed.
const EMPTY: readonly never[] = []

const memberOf = (value: unknown, { json }: GoField): unknown =>
  json === ''
    ? value
    : ((isObject(value) ? formOf(value, json) : undefined) ?? (isEmptied(value, json) ? EMPTY : undefined))

const partsOfEither = (value: unknown): readonly Member[] => [
  { name: 'Type', type: goType('intstr.Type'), value: typeof value === 'string' ? 1 : 0 },
  { name: 'IntVal', type: goType('int32'), value: typeof value === 'string' ? 0 : value },
  { name: 'StrVal', type: goType('string'), value: typeof value === 'string' ? value : '' },
]

/** Tells whether a value is Go's zero value. */
export function isZero(type: GoType, value: unknown): boolean {
  if (value === undefined || value === null || value === MISSING) return true
  if (type.kind === 'pointer' || type.kind === 'slice' || type.kind === 'map' || type.whole) return false
  if (type.kind === 'struct') return membersOf(type, value).every((member) => isZero(member.type, member.value))
  return value === '' || value === 0 || value === false
}

/** Tells whether two values of a type that is compared as a whole are equal. */
export const equalWhole = (type: GoType, x: unknown, y: unknown): boolean =>
  type.name === QUANTITY && isScalar(x) && isScalar(y) ? quantityEqual(String(x), String(y)) : jsonEqual(x, y)

const isScalar = (value: unknown) => typeof value === 'string' || typeof value === 'number'

/** Returns the elements of a list. */
export const elementsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Returns the entries of a map, by key. */
export const entriesOf = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map(isObject(value) ? Object.keys(value).map((key) => [key, formOf(value, key)]) : [])
