import type { Issue } from '../base/errors/issue.js'
import { wordingNow } from '../base/errors/wording.js'
import { givenAt } from '../base/json/as-given.js'
import { getOwn, isObject } from '../base/json/json.js'
import {
  type Formats,
  heededFormat,
  isNearInteger,
  isNumber,
  jsonType,
  listBounds,
  memberBounds,
  missingMembers,
  numberBounds,
  outsideEnum,
  textBound,
} from './bounds.js'
import { areParted, inParts, namesInParts, placeOf, progressOf } from '../base/turns/work-in-parts.js'
import { type Finding, combination, strange, tooMuch, wrongType } from './finding.js'
import { type Effort, TooMuch, createEffort } from './effort.js'
import { earlierItems } from './list-type.js'
import { stringFormat } from './string-format.js'
import type { Schema } from './types.js'
import { isUnchanged } from './unchanged.js'

/**
 * Validates a value by its schema, with the messages and order of a v1.33 server for custom resources
 * (k8s.io/kube-openapi/pkg/validation/validate). Fields are visited in schema order, map entries in the value's order.
 * Parts that are unchanged since `old` are skipped. `field` is the path of the value if it is not a whole object.
 * Number formats are validated since v1.36, before that in defaults only (StripUnsupportedFormats). A value that takes
 * too many steps is rejected for that alone.
 */
export function validateBySchema(
  schema: Schema,
  value: unknown,
  old?: unknown,
  field = '',
  formats: Formats = wordingNow().holdsNumbers ? 'all' : 'texts',
): readonly Issue[] {
  // A whole object always counts as changed: its metadata cannot be compared.
  const isSame = field !== '' && old !== undefined && isUnchanged(schema, value, old)
  const issues = isSame ? [] : findingsOf(schema, value, old, formats).map(({ issue }) => issue)
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
 * How to validate: the formats, the remaining effort, and whether this is an alternative whose findings may be
 * discarded.
 */
type Look = { readonly formats: Formats; readonly effort: Effort; readonly isTried: boolean }

/** Checks a member, an entry or an item, unless it is unchanged (ratchetingValueValidator). */
function checkPart(into: Result, schema: Schema, value: unknown, path: string, old: unknown, look: Look): void {
  if (old === undefined || !isUnchanged(schema, value, old)) return check(into, schema, value, path, old, look)
  if (look.isTried) look.effort.take(1)
  into.passed++
}

function check(into: Result, schema: Schema, value: unknown, path: string, old: unknown, look: Look): void {
  const { formats, effort } = look
  // Only alternatives are charged: everything else is visited once, so its cost is bounded by the size of the value.
  if (look.isTried) effort.take(1)
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
  if (isNumber(value)) {
    addAll(into, numberBounds(schema, value, path))
    into.passed++
  }
  if (Array.isArray(value)) checkList(into, schema, value, path, old, look)
  addAll(into, outsideEnum(schema, value, path))
  if (isObject(value) && !isNumber(value)) checkObject(into, schema, value, path, isObject(old) ? old : undefined, look)
  into.passed += before + 1
}

// The number of characters that a pattern matches in the time of one step.
const CHARACTERS_A_STEP = 4

/** Returns the number of checks a value goes through, which decides which failed alternative is reported. */
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
  const fits =
    types.includes(type) ||
    (type === 'integer' && types.includes('number')) ||
    (type === 'number' && types.includes('integer') && isNumber(value) && isNearInteger(value))
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
    checkPart(found, items, givenAt(list, i), `${path}[${i}]`, earlier(list[i]), look)
  if (items) checkParts(into, schema, list, path, list.length, look, (found, i) => checkItem(found, items, i))
  addAll(into, listBounds(schema, list, path))
  into.passed++
}

/** Checks the items of a list or entries of a map; many of them over several event-loop turns. */
function checkParts(
  into: Result,
  schema: Schema,
  value: object,
  path: string,
  size: number,
  look: Look,
  checkOne: (found: Result, i: number) => void,
): void {
  // Progress in an alternative is not kept, as it is not known which alternative it belongs to.
  if (!areParted(size) || look.isTried) {
    for (let i = 0; i < size; i++) checkOne(into, i)
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
    (_, i) => checkOne(own, i),
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
  if (schema.closed)
    for (const key of namesInParts(object)) {
      if (!Object.hasOwn(properties, key)) add(into, strange(path, key))
    }
  else if (additionalProperties) {
    const names = namesInParts(object)
    checkParts(into, schema, object, path, names.length, look, (found, i) => {
      const key = names[i] ?? ''
      if (!Object.hasOwn(properties, key))
        checkPart(found, additionalProperties, givenAt(object, key), `${path}.${key}`, old && getOwn(old, key), look)
    })
  }
  for (const [name, member] of Object.entries(properties))
    if (Object.hasOwn(object, name))
      checkPart(
        into,
        member,
        givenAt(object, name),
        path === '' ? name : `${path}.${name}`,
        earlierMember(old, name, path),
        look,
      )
  addAll(into, missingMembers(schema, object, path))
}

/**
 * The earlier value of a member, if an unchanged one is excused. The type of the object itself never is: both states
 * are converted to the version asked for, so it is the same in them (ratchetingValueValidator: SubPropertyValidator).
 */
const earlierMember = (old: Members | undefined, name: string, path: string): unknown =>
  !old || (path === '' && (name === 'kind' || name === 'apiVersion')) ? undefined : getOwn(old, name)

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

/**
 * The findings of a schema, and the number of passed checks: of failed alternatives, the one with the most is reported.
 */
type Result = {
  readonly found: Finding[]
  passed: number
  /** The texts of the findings; created with the first one. */
  texts?: Set<string>
  readonly effort: Effort
  readonly isTried: boolean
}

/** Makes an empty result. `isTried` is set for an alternative, whose findings may be discarded. */
const createResult = (effort: Effort, isTried = false): Result => ({ found: [], passed: 0, effort, isTried })

// Reported findings cost memory as well as time.
const TRIED = { steps: 1, charactersAStep: 64 }
const TOLD = { steps: 20, charactersAStep: 16 }

/** Adds a finding unless one with the same text is there already. */
function add(into: Result, finding: Finding): void {
  const { text, issue } = finding
  const texts = (into.texts ??= new Set())
  if (texts.has(text)) return
  const { steps, charactersAStep } = into.isTried ? TRIED : TOLD
  into.effort.take(steps + (text.length + issue.message.length) / charactersAStep)
  texts.add(text)
  into.found.push(finding)
}

/** Adds findings. */
function addAll(into: Result, found: readonly Finding[]): void {
  for (const finding of found) add(into, finding)
}

/** Adds the findings of an alternative, and its number of passed checks. */
function merge(into: Result, { found, passed }: Result): void {
  addAll(into, found)
  into.passed += passed
}

/** Adds the findings of a part, whose effort was counted when they were found. */
function absorb(into: Result, { found, passed }: Result): void {
  const texts = (into.texts ??= new Set())
  for (const finding of found) {
    if (texts.has(finding.text)) continue
    texts.add(finding.text)
    into.found.push(finding)
  }
  into.passed += passed
}

/** Tells whether there are no findings. */
const isValid = ({ found }: Result): boolean => found.length === 0
