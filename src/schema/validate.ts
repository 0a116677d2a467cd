import type { Issue } from '../base/issue.js'
import { getOwn, isObject, jsonEqual } from '../base/json.js'
import {
  type Formats,
  heededFormat,
  jsonType,
  listBounds,
  memberBounds,
  missingMembers,
  numberBounds,
  outsideEnum,
  textBound,
} from './bounds.js'
import { areParted, inParts, namesInParts, placeOf, progressOf } from '../base/parts.js'
import { type Result, absorb, add, addAll, createResult, isValid, merge } from './check-result.js'
import { type Finding, combination, tooMuch, wrongType } from './finding.js'
import { type Effort, TooMuch, createEffort } from './effort.js'
import { earlierItems } from './list-type.js'
import { stringFormat } from './string-format.js'
import type { Schema } from './types.js'

/**
 * What a value has that its schema does not allow, worded and ordered as a v1.33 server does for custom resources
 * (k8s.io/kube-openapi/pkg/validation/validate). Members are visited in the schema's order, those of maps in the
 * value's. What is as it was in `old` is not looked at again. `field` is where the value is, if it is not a whole
 * object. Formats of numbers are heeded in defaults only (StripUnsupportedFormats). What takes too many steps is
 * refused for that alone.
 */
export function validateBySchema(
  schema: Schema,
  value: unknown,
  old?: unknown,
  field = '',
  formats: Formats = 'texts',
): readonly Issue[] {
  const issues = findingsOf(schema, value, old, formats).map(({ issue }) => issue)
  return field === ''
    ? issues
    : issues.map((issue) => ({ ...issue, field: issue.field === '<nil>' ? field : `${field}.${issue.field}` }))
}

function findingsOf(schema: Schema, value: unknown, old: unknown, formats: Formats): readonly Finding[] {
  const look: Look = { formats, effort: createEffort(), isTried: false }
  const all = createResult(look.effort)
  try {
    check(all, schema, value, '', old, look)
    return all.found
  } catch (error) {
    if (error instanceof TooMuch) return [tooMuch()]
    throw error
  }
}

/**
 * How is looked: by which formats, with what is left of the steps it may take, and whether what is found may not count.
 */
type Look = { readonly formats: Formats; readonly effort: Effort; readonly isTried: boolean }

function check(into: Result, schema: Schema, value: unknown, path: string, old: unknown, look: Look): void {
  const { formats, effort } = look
  // What is looked at but once is no more than there is.
  if (look.isTried) effort.take(1)
  if (old !== undefined && jsonEqual(value, old)) {
    into.passed++
    return
  }
  if (value === null) {
    checkType(into, schema, value, path, formats)
    return addAll(into, outsideEnum(schema, value, path))
  }
  const before = partsOf(schema, value, formats)
  if (isTyped(schema, formats)) checkType(into, schema, value, path, formats)
  checkCombinations(into, schema, value, path, old, look)
  if (typeof value === 'string') {
    if (schema.pattern) effort.take(value.length / CHARACTERS_A_STEP)
    addAll(into, textBound(schema, value, path))
    checkFormat(into, schema, value, path)
  }
  if (typeof value === 'number' || typeof value === 'bigint') {
    addAll(into, numberBounds(schema, value, path))
    into.passed++
  }
  if (Array.isArray(value)) checkList(into, schema, value, path, old, look)
  addAll(into, outsideEnum(schema, value, path))
  if (isObject(value)) checkObject(into, schema, value, path, isObject(old) ? old : undefined, look)
  into.passed += before + 1
}

// A pattern goes through so many in the time of another step.
const CHARACTERS_A_STEP = 4

/** How many kinds of checks a value is put to, which counts where one alternative is told among others. */
function partsOf(schema: Schema, value: unknown, formats: Formats): number {
  const own =
    typeof value === 'string'
      ? stringFormat(heededFormat(schema, 'texts'))
        ? 2
        : 1
      : typeof value === 'boolean'
        ? 0
        : 1
  return (isTyped(schema, formats) ? 1 : 0) + 1 + own + 1
}

const typesOf = (schema: Schema): readonly string[] =>
  schema['x-kubernetes-int-or-string'] ? ['integer', 'string'] : schema.type ? [schema.type] : []
const isTyped = (schema: Schema, formats: Formats) => typesOf(schema).length > 0 || heededFormat(schema, formats) !== ''

function checkType(into: Result, schema: Schema, value: unknown, path: string, formats: Formats): void {
  const fault = typeFault(schema, value, path, formats)
  if (fault) add(into, fault)
  else into.passed++
}

function typeFault(schema: Schema, value: unknown, path: string, formats: Formats): Finding | undefined {
  const types = typesOf(schema)
  const [type, numberFormat] = jsonType(value)
  if (value === null) return types.length > 0 && !schema.nullable ? wrongType(path, types.join(','), type) : undefined
  const format = heededFormat(schema, formats)
  const fits = types.includes(type) || (type === 'integer' && types.includes('number'))
  const numeric = types.includes('number') || types.includes('integer')
  const isText = type === 'string' || type === 'array'
  if (format && !numeric && isText) return undefined
  if (format && !isText && !fits) return wrongType(path, format, numberFormat)
  return fits ? undefined : wrongType(path, types.join(','), type)
}

function checkFormat(into: Result, schema: Schema, value: string, path: string): void {
  const format = heededFormat(schema, 'texts')
  const passes = stringFormat(format)
  if (passes && !passes(value)) add(into, wrongType(path, format, value))
}

function checkList(
  into: Result,
  schema: Schema,
  list: readonly unknown[],
  path: string,
  old: unknown,
  look: Look,
): void {
  const { items } = schema
  const earlier = earlierItems(schema, old)
  const checkItem = (found: Result, items: Schema, i: number) =>
    check(found, items, list[i], `${path}[${i}]`, earlier(list[i]), look)
  if (items) checkParts(into, schema, list, path, list.length, look, (found, i) => checkItem(found, items, i))
  addAll(into, listBounds(schema, list, path))
  into.passed++
}

/** Checks the parts of a list or map, many of them in several turns. */
function checkParts(
  into: Result,
  schema: Schema,
  value: object,
  path: string,
  size: number,
  look: Look,
  checkPart: (found: Result, i: number) => void,
): void {
  // Of an attempt nothing is kept, as what it is made for is not known.
  if (!areParted(size) || look.isTried) {
    for (let i = 0; i < size; i++) checkPart(into, i)
    return
  }
  const found = progressOf(value, placeOf(checkParts, schema), () => new Map<string, Result>())
  const own = found.get(path) ?? createResult(look.effort)
  found.set(path, own)
  inParts(
    own,
    schema,
    size,
    () => own,
    (_, i) => checkPart(own, i),
  )
  absorb(into, own)
}

type Members = Readonly<Record<string, unknown>>

function checkObject(
  into: Result,
  schema: Schema,
  object: Members,
  path: string,
  old: Members | undefined,
  look: Look,
): void {
  const { properties = {}, additionalProperties } = schema
  addAll(into, memberBounds(schema, object, path))
  if (additionalProperties) {
    const names = namesInParts(object)
    checkParts(into, schema, object, path, names.length, look, (found, i) => {
      const key = names[i] ?? ''
      if (!Object.hasOwn(properties, key))
        check(found, additionalProperties, object[key], `${path}.${key}`, old && getOwn(old, key), look)
    })
  }
  for (const [name, member] of Object.entries(properties))
    if (Object.hasOwn(object, name))
      check(into, member, object[name], path === '' ? name : `${path}.${name}`, old && getOwn(old, name), look)
  addAll(into, missingMembers(schema, object, path))
}

function checkCombinations(
  into: Result,
  { anyOf = [], oneOf = [], allOf = [], not }: Schema,
  value: unknown,
  path: string,
  old: unknown,
  look: Look,
): void {
  const { effort } = look
  const attempt = (one: Schema, before = old): Result => {
    const tried = createResult(effort, true)
    check(tried, one, value, path, before, { ...look, isTried: true })
    return tried
  }
  if (anyOf.length > 0) {
    const tries = anyOf.map((one) => attempt(one))
    const fit = tries.find(isValid)
    if (!fit) add(into, combination(path, 'must validate at least one schema (anyOf)'))
    merge(into, fit ?? best(tries))
  }
  if (oneOf.length > 0) {
    const tries = oneOf.map((one) => attempt(one))
    const fits = tries.filter(isValid)
    const [fit] = fits
    const found = fits.length > 0 ? `Found ${fits.length} valid alternatives` : 'Found none valid'
    if (fit && fits.length === 1) merge(into, fit)
    else add(into, combination(path, `must validate one and only one schema (oneOf). ${found}`))
    if (!fit) merge(into, best(tries))
  }
  if (allOf.length > 0) {
    const tries = allOf.map((one) => attempt(one))
    const fits = tries.filter(isValid).length
    for (const tried of tries) merge(into, tried)
    if (fits < tries.length)
      add(into, combination(path, `must validate all the schemas (allOf)${fits === 0 ? '. None validated' : ''}`))
  }
  if (not && isValid(attempt(not, undefined))) add(into, combination(path, 'must not validate the schema (not)'))
  into.passed++
}

const best = (tries: readonly Result[]): Result => tries.reduce((most, one) => (one.passed > most.passed ? one : most))
