import { Float } from '../base/go/numbers.js'
import { goFloat } from '../base/go/printable.js'
import { isObject, jsonEqual } from '../base/json/json.js'
import { wordingNow } from '../base/errors/wording.js'
import { patternFault, patternOf } from '../base/go/re2.js'
import {
  type Finding,
  missing,
  notHeld,
  notPositive,
  outOfBounds,
  tooManyCharacters,
  tooManyMembers,
  unsupported,
} from './finding.js'
import { fitsInteger } from './integer.js'
import { stringFormat } from './string-format.js'
import type { Schema } from './types.js'

/** Returns the first bound that a string violates, in the server's order of checks. */
export function textBound(schema: Schema, text: string, path: string): readonly Finding[] {
  const { maxLength, minLength, pattern } = schema
  const length = [...text].length
  if (maxLength !== undefined && length > maxLength) return [tooManyCharacters(path, maxLength)]
  if (minLength !== undefined && length < minLength)
    return [outOfBounds(path, text, `should be at least ${minLength} chars long`)]
  if (pattern && !isMatch(pattern, text)) return [outOfBounds(path, text, `should match '${pattern}'`)]
  return []
}

// A pattern that does not compile matches nothing.
const isMatch = (pattern: string, text: string) => patternFault(pattern) === undefined && patternOf(pattern).test(text)

/** A number of a value that was sent. */
type GivenNumber = number | bigint | Float

/** Tells whether a value is a number. */
export const isNumber = (value: unknown): value is GivenNumber =>
  typeof value === 'number' || typeof value === 'bigint' || value instanceof Float

// Numbers outside this range are floats in Go, however they were written.
const isWhole = (value: GivenNumber) =>
  typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 63)

const valueOf = (given: GivenNumber) => (given instanceof Float ? given.value : given)

/** Tells whether a float counts as an integer (swag.IsFloat64AJSONInteger). */
export function isNearInteger(given: GivenNumber): boolean {
  const value = Number(valueOf(given))
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return false
  const whole = Math.trunc(value)
  return whole === value || (whole > 0 && (value - whole) / (value + whole) < 1e-9)
}

/** Returns the bounds that a number violates, and since v1.36 those that its type and format set. */
export function numberBounds(schema: Schema, given: GivenNumber, path: string): readonly Finding[] {
  const { multipleOf, minimum, maximum, exclusiveMinimum = false, exclusiveMaximum = false } = schema
  const found: Finding[] = []
  const tell = (finding: Finding | undefined) => {
    if (finding) found.push(finding)
  }
  const compare = (limit: number | undefined, name: string, judge: (compared: Compared) => Finding | undefined) => {
    if (limit === undefined) return
    const misfit = outsideType(schema, limit, name, path)
    tell(misfit)
    tell(judge(comparedWith(limit, misfit ? asFloat(given) : given, path)))
  }
  tell(outsideType(schema, given, 'Checked', path))
  compare(multipleOf, 'MultipleOf', ({ value, bound, shown, fault }) => {
    if (bound <= 0) return notPositive(path, shown)
    return isMultiple(Number(value), bound) ? undefined : fault('a multiple of')
  })
  compare(minimum, 'Minimum boundary', ({ value, bound, fault }) => {
    if (value >= bound && !(exclusiveMinimum && Number(value) === bound)) return undefined
    return fault(exclusiveMinimum ? 'greater than' : 'greater than or equal to')
  })
  compare(maximum, 'Maximum boundary', ({ value, bound, fault }) => {
    if (value <= bound && !(exclusiveMaximum && Number(value) === bound)) return undefined
    return fault(exclusiveMaximum ? 'less than' : 'less than or equal to')
  })
  return found
}

/** A number and a bound as they are compared, and as a finding shows the bound. */
type Compared = {
  readonly value: number | bigint
  readonly bound: number
  readonly shown: string
  readonly fault: (words: string) => Finding
}

function comparedWith(limit: number, given: GivenNumber, path: string): Compared {
  const whole = isWhole(given)
  // An integer is compared with the int64 that Go makes of a bound: on amd64, of one that is beyond, the least.
  const bound = !whole ? limit : Math.abs(limit) < 2 ** 63 ? Math.trunc(limit) : -(2 ** 63)
  const shown = whole ? String(BigInt(bound)) : goFloat(limit)
  return {
    value: valueOf(given),
    bound,
    shown,
    fault: (words) => outOfBounds(path, given, `should be ${words} ${shown}`),
  }
}

/** A number as it is compared with a bound that its own type does not hold. */
const asFloat = (given: GivenNumber): Float => new Float(String(valueOf(given)))

/** Returns a finding for a number, or for a bound of it, that its type and format do not hold. */
function outsideType(schema: Schema, given: GivenNumber, what: string, path: string): Finding | undefined {
  const { type } = schema
  if (!wordingNow().holdsNumbers || schema['x-kubernetes-int-or-string'] || type === undefined) return undefined
  const format = heededFormat(schema, 'all')
  const value = valueOf(given)
  const fits =
    type === 'integer'
      ? fitsInteger(
          typeof value === 'number' && Number.isInteger(value) ? String(BigInt(value)) : String(value),
          format,
        )
      : format !== 'float' || Number.isFinite(Math.fround(Number(value)))
  return fits ? undefined : notHeld(path, what, type, format)
}

function isMultiple(value: number, factor: number): boolean {
  const times = factor < 1 ? (1 / factor) * value : value / factor
  // A quotient beyond the safe integers is not a multiple (swag.IsFloat64AJSONInteger).
  if (Math.abs(times) > Number.MAX_SAFE_INTEGER) return false
  return Math.abs(times - Math.round(times)) < 1e-9
}

/** Returns the bounds that a list itself violates, not its items. */
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

/** Returns the violated bounds on the number of an object's fields. */
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

/** Returns a finding for each missing required field. */
export const missingMembers = (schema: Schema, object: object, path: string): readonly Finding[] =>
  (schema.required ?? []).filter((name) => !Object.hasOwn(object, name)).map((name) => missing(`${path}.${name}`))

/** Returns a finding for a value that is not in the enum. */
export function outsideEnum({ enum: allowed }: Schema, value: unknown, path: string): readonly Finding[] {
  if (!allowed || allowed.length === 0) return NOTHING
  const known =
    typeof value === 'string'
      ? textsOf(allowed).has(value)
      : value !== null && allowed.some((one) => jsonEqual(one, isNumber(value) ? asTypeOf(one, value) : value))
  return known ? NOTHING : [unsupported(path, value, allowed)]
}

// A number is compared after a conversion to Go's type of the allowed one, in which a float loses its fraction.
const asTypeOf = (allowed: unknown, given: GivenNumber) => {
  const value = valueOf(given)
  return typeof value === 'number' && isNumber(allowed) && isWhole(allowed) ? Math.trunc(value) : value
}

const NOTHING: readonly Finding[] = []

const sets = new WeakMap<readonly unknown[], ReadonlySet<unknown>>()

/** Returns the allowed values as a set, cached because long enums are checked often. */
function textsOf(allowed: readonly unknown[]): ReadonlySet<unknown> {
  const known = sets.get(allowed) ?? new Set(allowed)
  sets.set(allowed, known)
  return known
}

/** Which formats are validated: those of strings, or those of numbers too. */
export type Formats = 'texts' | 'all'

/** Returns the format of a schema if the server validates it, else `''`. */
export function heededFormat({ type, format }: Pick<Schema, 'type' | 'format'>, formats: Formats): string {
  const name: string = format ?? ''
  if (formats === 'texts' && (type === 'integer' || type === 'number')) return ''
  if (type === 'integer') return /^int(32|64)$/.test(name) ? name : ''
  if (type === 'number') return /^(float|double)$/.test(name) ? name : ''
  return (type === undefined || type === 'string') && stringFormat(name) ? name : ''
}

/** Returns the JSON type of a value as the server names it, with Go's format for numbers. */
export function jsonType(value: unknown): readonly [type: string, format: string] {
  if (value === null) return ['null', '']
  if (Array.isArray(value)) return ['array', '']
  if (isNumber(value)) return isWhole(value) ? ['integer', 'int64'] : ['number', 'float64']
  if (isObject(value)) return ['object', '']
  return [typeof value, '']
}
