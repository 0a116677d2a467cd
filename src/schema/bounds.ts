import { goFloat } from '../base/go-print.js'
import { isObject, jsonEqual } from '../base/json.js'
import { patternFault, patternOf } from '../base/re2.js'
import {
  type Finding,
  missing,
  notPositive,
  outOfBounds,
  tooManyCharacters,
  tooManyMembers,
  unsupported,
} from './finding.js'
import { stringFormat } from './string-format.js'
import type { Schema } from './types.js'

/** The first bound a text breaks, in the order a server looks. */
export function textBound(schema: Schema, text: string, path: string): readonly Finding[] {
  const { maxLength, minLength, pattern } = schema
  const length = [...text].length
  if (maxLength !== undefined && length > maxLength) return [tooManyCharacters(path, maxLength)]
  if (minLength !== undefined && length < minLength)
    return [outOfBounds(path, text, `should be at least ${minLength} chars long`)]
  if (pattern && !isMatch(pattern, text)) return [outOfBounds(path, text, `should match '${pattern}'`)]
  return []
}

// A pattern that cannot be read matches nothing.
const isMatch = (pattern: string, text: string) => patternFault(pattern) === undefined && patternOf(pattern).test(text)

// Beyond these Go has a fraction, however it was written.
const isWhole = (value: number) => Number.isInteger(value) && Math.abs(value) < 2 ** 63

/** The bounds a number breaks. */
export function numberBounds(schema: Schema, value: number | bigint, path: string): readonly Finding[] {
  const { multipleOf, minimum, maximum, exclusiveMinimum = false, exclusiveMaximum = false } = schema
  const found: Finding[] = []
  const whole = typeof value === 'bigint' || isWhole(value)
  // An integer is compared with the integer part of a bound.
  const bound = (limit: number) => (whole ? Math.trunc(limit) : limit)
  const tell = (words: string, limit: number) =>
    found.push(outOfBounds(path, value, `should be ${words} ${whole ? bound(limit) : goFloat(limit)}`))
  if (multipleOf !== undefined && bound(multipleOf) <= 0)
    found.push(notPositive(path, whole ? String(bound(multipleOf)) : goFloat(multipleOf)))
  else if (multipleOf !== undefined && !isMultiple(Number(value), bound(multipleOf))) tell('a multiple of', multipleOf)
  if (minimum !== undefined && (value < bound(minimum) || (exclusiveMinimum && Number(value) === bound(minimum))))
    tell(exclusiveMinimum ? 'greater than' : 'greater than or equal to', minimum)
  if (maximum !== undefined && (value > bound(maximum) || (exclusiveMaximum && Number(value) === bound(maximum))))
    tell(exclusiveMaximum ? 'less than' : 'less than or equal to', maximum)
  return found
}

function isMultiple(value: number, factor: number): boolean {
  const times = factor < 1 ? (1 / factor) * value : value / factor
  // A number too great to be told from its neighbours is no multiple (swag.IsFloat64AJSONInteger).
  if (Math.abs(times) > Number.MAX_SAFE_INTEGER) return false
  return Math.abs(times - Math.round(times)) < 1e-9
}

/** The bounds a list breaks, its items aside. */
export function listBounds(
  { minItems, maxItems, uniqueItems }: Schema,
  list: readonly unknown[],
  path: string,
): readonly Finding[] {
  const found: Finding[] = []
  if (minItems !== undefined && list.length < minItems)
    found.push(outOfBounds(path, list.length, `should have at least ${minItems} items`))
  if (maxItems !== undefined && list.length > maxItems) found.push(tooManyMembers(path, list.length, maxItems, 'items'))
  if (uniqueItems && list.some((item, i) => list.slice(0, i).some((other) => jsonEqual(item, other))))
    found.push(outOfBounds(path, '', "shouldn't contain duplicates"))
  return found
}

/** The bounds on the number of members an object breaks. */
export function memberBounds(
  { minProperties, maxProperties }: Schema,
  object: object,
  path: string,
): readonly Finding[] {
  const count = Object.keys(object).length
  return [
    ...(minProperties !== undefined && count < minProperties
      ? [outOfBounds(path, count, `should have at least ${minProperties} properties`)]
      : []),
    ...(maxProperties !== undefined && count > maxProperties
      ? [tooManyMembers(path, count, maxProperties, 'properties')]
      : []),
  ]
}

/** The members an object should have and has not. */
export const missingMembers = (schema: Schema, object: object, path: string): readonly Finding[] =>
  (schema.required ?? []).filter((name) => !Object.hasOwn(object, name)).map((name) => missing(`${path}.${name}`))

/** A value outside an enumeration. */
export function outsideEnum({ enum: allowed }: Schema, value: unknown, path: string): readonly Finding[] {
  if (!allowed || allowed.length === 0) return NOTHING
  const known =
    typeof value === 'string'
      ? textsOf(allowed).has(value)
      : value !== null && allowed.some((one) => jsonEqual(one, value))
  return known ? NOTHING : [unsupported(path, value, allowed)]
}

const NOTHING: readonly Finding[] = []

const sets = new WeakMap<readonly unknown[], ReadonlySet<unknown>>()

/** What is allowed, of which long lists of texts are asked again and again. */
function textsOf(allowed: readonly unknown[]): ReadonlySet<unknown> {
  const known = sets.get(allowed) ?? new Set(allowed)
  sets.set(allowed, known)
  return known
}

/** Which formats are heeded: those of texts, or those of numbers too. */
export type Formats = 'texts' | 'all'

/** The format of a schema as far as a server heeds it. */
export function heededFormat({ type, format }: Schema, formats: Formats): string {
  const name: string = format ?? ''
  if (formats === 'texts' && (type === 'integer' || type === 'number')) return ''
  if (type === 'integer') return /^int(32|64)$/.test(name) ? name : ''
  if (type === 'number') return /^(float|double)$/.test(name) ? name : ''
  return (type === undefined || type === 'string') && stringFormat(name) ? name : ''
}

/** The JSON type of a value as a server names it, with Go's format of numbers. */
export function jsonType(value: unknown): readonly [type: string, format: string] {
  if (value === null) return ['null', '']
  if (Array.isArray(value)) return ['array', '']
  if (isObject(value)) return ['object', '']
  if (typeof value === 'bigint') return ['integer', 'int64']
  if (typeof value === 'number') return isWhole(value) ? ['integer', 'int64'] : ['number', 'float64']
  return [typeof value, '']
}
