import { formOf, isEmptied } from '../../../base/json/as-given.js'
import { isObject, jsonEqual } from '../../../base/json/json.js'
import { type Quantity, parseQuantity, quantityEqual, resourceQuantity } from '../../../base/numbers/quantity.js'
import { type GoField, type GoType, goType } from './types.js'

const FORMATS = { decimal: 'DecimalSI', binary: 'BinarySI', exponent: 'DecimalExponent' }

const part = (name: string, members: readonly string[]): GoType => ({
  kind: 'struct',
  name,
  fields: () =>
    members.map((member) => ({ name: member, json: member, type: () => goType('int64'), written: 'goNamed' as const })),
})
const AMOUNT = part('resource.int64Amount', ['value', 'scale'])
const BIG_AMOUNT: GoType = { ...part('resource.infDecAmount', ['Dec']), stringer: 'value', whole: true }

/**
 * Returns the fields of a resource.Quantity: its number, the string it was parsed from if that is cached, and its
 * format.
 */
function quantityParts(text: string, isRounded: boolean) {
  const amount = isRounded ? resourceQuantity(text) : parseQuantity(text)
  if (typeof amount === 'string') return []
  const { unscaled, exponent, big: isBig = false } = amount
  const small = { value: unscaled === 0n ? 0 : String(unscaled), scale: exponent }
  return [
    { name: 'i', type: AMOUNT, value: isBig ? undefined : small },
    { name: 'd', type: BIG_AMOUNT, value: isBig ? inDecimals(amount, isRounded ? 3 : 9) : undefined },
    { name: 's', type: goType('string'), value: text === '0' ? text : amount.text },
    { name: 'Format', type: goType('string'), value: FORMATS[amount.family] },
  ]
}

/** Formats an inf.Dec amount with a number of decimal places. */
function inDecimals({ unscaled, exponent }: Quantity, places: number): string {
  const all = unscaled * 10n ** BigInt(exponent + places)
  const digits = String(all < 0n ? -all : all).padStart(places + 1, '0')
  return `${all < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** A missing list element or map entry; nil is undefined or null. */
export const MISSING = Symbol('missing')

const QUANTITY = 'resource.Quantity'
const INT_OR_STRING = 'intstr.IntOrString'

/** A field with its value; also of types that are a single value in JSON, but a struct in Go. */
type Member = { readonly name: string; readonly type: GoType; readonly value: unknown }

/** Returns the fields of a struct's value, in Go's order. */
export function membersOf(type: GoType, value: unknown): readonly Member[] {
  if (type.name === QUANTITY)
    return value === undefined || value === null ? [] : quantityParts(String(value), type.rounded ?? false)
  if (type.name === INT_OR_STRING) return partsOfEither(value)
  if (type.kind !== 'struct') return []
  return type.fields().map((field) => ({ name: field.name, type: field.type(), value: memberOf(value, field) }))
}

// An empty list or map, whichever is needed.
const EMPTY: readonly never[] = []

/** Returns the value of a field of a struct's value. */
export const memberOf = (value: unknown, { json }: GoField): unknown =>
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
