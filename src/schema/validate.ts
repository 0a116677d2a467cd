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
import { type Finding, combination, wrongType } from './finding.js'
import { earlierItem } from './list-type.js'
import { stringFormat } from './string-format.js'
import type { Schema } from './types.js'

/**
 * What a value has that its schema does not allow, worded and ordered as a v1.33 server does for custom resources
 * (k8s.io/kube-openapi/pkg/validation/validate). Members are visited in the schema's order, those of maps in the value's.
 * What is as it was in `old` is not looked at again. `field` is where the value is, if it is not a whole object. Formats of numbers are
 * heeded in defaults only (StripUnsupportedFormats).
 */
export function validateBySchema(
  schema: Schema,
  value: unknown,
  old?: unknown,
  field = '',
  formats: Formats = 'texts',
): readonly Issue[] {
  const issues = check(schema, value, '', old, formats).found.map(({ issue }) => issue)
  return field === ''
    ? issues
    : issues.map((issue) => ({ ...issue, field: issue.field === '<nil>' ? field : `${field}.${issue.field}` }))
}

/** What a schema found, and how many of its checks passed; of failed alternatives the one with most is reported. */
type Result = { readonly found: Finding[]; passed: number }

const result = (found: readonly Finding[] = [], passed = 0): Result => ({ found: [...found], passed })

function merge(into: Result, ...others: readonly Result[]): Result {
  for (const { found, passed } of others) {
    for (const finding of found) if (!into.found.some(({ text }) => text === finding.text)) into.found.push(finding)
    into.passed += passed
  }
  return into
}

function check(schema: Schema, value: unknown, path: string, old: unknown, formats: Formats): Result {
  const all = result()
  if (old !== undefined && jsonEqual(value, old)) return merge(all, result([], 1))
  if (value === null)
    return merge(all, checkType(schema, value, path, formats), result(outsideEnum(schema, value, path)))
  const parts = [
    ...(isTyped(schema, formats) ? [checkType(schema, value, path, formats)] : []),
    checkCombinations(schema, value, path, old, formats),
  ]
  if (typeof value === 'string') parts.push(result(textBound(schema, value, path)), ...checkFormat(schema, value, path))
  if (typeof value === 'number' || typeof value === 'bigint') parts.push(result(numberBounds(schema, value, path), 1))
  if (Array.isArray(value)) parts.push(checkList(schema, value, path, old, formats))
  parts.push(result(outsideEnum(schema, value, path)))
  if (isObject(value)) parts.push(checkObject(schema, value, path, isObject(old) ? old : undefined, formats))
  merge(all, ...parts)
  all.passed += parts.length + 1
  return all
}

const typesOf = (schema: Schema): readonly string[] =>
  schema['x-kubernetes-int-or-string'] ? ['integer', 'string'] : schema.type ? [schema.type] : []
const isTyped = (schema: Schema, formats: Formats) => typesOf(schema).length > 0 || heededFormat(schema, formats) !== ''

function checkType(schema: Schema, value: unknown, path: string, formats: Formats): Result {
  const types = typesOf(schema)
  const format = heededFormat(schema, formats)
  const [type, numberFormat] = jsonType(value)
  if (value === null)
    return types.length > 0 && !schema.nullable ? result([wrongType(path, types.join(','), type)]) : result([], 1)
  const fits = types.includes(type) || (type === 'integer' && types.includes('number'))
  const numeric = types.includes('number') || types.includes('integer')
  const isText = type === 'string' || type === 'array'
  if (format && !numeric && isText) return result([], 1)
  if (format && !isText && !fits) return result([wrongType(path, format, numberFormat)])
  return fits ? result([], 1) : result([wrongType(path, types.join(','), type)])
}

function checkFormat(schema: Schema, value: string, path: string): readonly Result[] {
  const format = heededFormat(schema, 'texts')
  const passes = stringFormat(format)
  return passes ? [result(passes(value) ? [] : [wrongType(path, format, value)])] : []
}

function checkList(schema: Schema, list: readonly unknown[], path: string, old: unknown, formats: Formats): Result {
  const { items } = schema
  const parts = items
    ? list.map((item, i) => check(items, item, `${path}[${i}]`, earlierItem(schema, item, old), formats))
    : []
  return merge(result(), ...parts, result(listBounds(schema, list, path), 1))
}

type Members = Readonly<Record<string, unknown>>

function checkObject(
  schema: Schema,
  object: Members,
  path: string,
  old: Members | undefined,
  formats: Formats,
): Result {
  const { properties = {}, additionalProperties } = schema
  const all = result(memberBounds(schema, object, path))
  if (additionalProperties)
    for (const key of Object.keys(object))
      if (!Object.hasOwn(properties, key))
        merge(all, check(additionalProperties, object[key], `${path}.${key}`, old && getOwn(old, key), formats))
  for (const [name, member] of Object.entries(properties))
    if (Object.hasOwn(object, name))
      merge(all, check(member, object[name], path === '' ? name : `${path}.${name}`, old && getOwn(old, name), formats))
  return merge(all, result(missingMembers(schema, object, path)))
}

function checkCombinations(
  { anyOf = [], oneOf = [], allOf = [], not }: Schema,
  value: unknown,
  path: string,
  old: unknown,
  formats: Formats,
): Result {
  const all = result()
  if (anyOf.length > 0) {
    const tries = anyOf.map((one) => check(one, value, path, old, formats))
    const fit = tries.find(isValid)
    if (!fit) all.found.push(combination(path, 'must validate at least one schema (anyOf)'))
    merge(all, fit ?? best(tries))
  }
  if (oneOf.length > 0) {
    const tries = oneOf.map((one) => check(one, value, path, old, formats))
    const fits = tries.filter(isValid)
    if (fits.length === 1) merge(all, fits[0]!)
    else
      merge(
        all,
        result([
          combination(
            path,
            `must validate one and only one schema (oneOf). ${fits.length > 0 ? `Found ${fits.length} valid alternatives` : 'Found none valid'}`,
          ),
        ]),
      )
    if (fits.length === 0) merge(all, best(tries))
  }
  if (allOf.length > 0) {
    const tries = allOf.map((one) => check(one, value, path, old, formats))
    const fits = tries.filter(isValid).length
    merge(all, ...tries)
    if (fits < tries.length)
      merge(
        all,
        result([combination(path, `must validate all the schemas (allOf)${fits === 0 ? '. None validated' : ''}`)]),
      )
  }
  if (not && isValid(check(not, value, path, undefined, formats)))
    merge(all, result([combination(path, 'must not validate the schema (not)')]))
  all.passed++
  return all
}

const isValid = ({ found }: Result) => found.length === 0
const best = (tries: readonly Result[]): Result => tries.reduce((most, one) => (one.passed > most.passed ? one : most))
