import { append } from '../base/lists/lists.js'
import {
  type Issue,
  duplicate,
  duplicateUnshown,
  forbidden,
  internal,
  invalid,
  invalidUnshown,
  notSupported,
  ofField,
  required,
} from '../base/errors/issue.js'
import { wordingNow } from '../base/errors/wording.js'
import { GoText, goQuote } from '../base/go/printable.js'
import { issuesOfItems } from '../base/errors/issues-in-parts.js'
import { progressOf, stepsInParts } from '../base/turns/work-in-parts.js'
import type { Steps } from '../base/turns/steps.js'
import { followFieldPath } from '../schema/field-path.js'
import type { Schema, ValidationRule } from '../schema/types.js'
import { compileRules } from './run/compile.js'
import { languageNow } from './types/environment.js'
import { type Total, createTotal } from './cost/cost-total.js'
import { LARGEST } from './cost/range.js'
import { givenAt } from '../base/json/as-given.js'
import { getOwn, isObject } from '../base/json/json.js'
import { isLonger } from '../base/rules/texts.js'
import { earlierItems } from '../schema/list-type.js'
import { isUnchanged } from '../schema/unchanged.js'
import type { Bound, CompiledRule } from './run/compiled.js'
import { isRuled } from '../schema/schema-trait.js'
import type { Evaluated } from './run/evaluate.js'
import { CelError } from './run/cel-error.js'

const REASONS = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired']

/**
 * Returns the errors in the rules of a schema and of its subschemas. `isSound` tells that there are no other errors at
 * or below a path.
 */
export const checkRules = (
  schema: Schema,
  field: string,
  isSound: (place: string) => boolean = () => true,
): readonly Issue[] => {
  const places = stepsInParts(schema, checkRules, () => placesIn(schema, field))
  const total = progressOf(places, createTotal, createTotal)
  const issues = issuesOfItems(places, checkRules, ([at, place]) =>
    isSound(place.field) ? checkExpressions(total, at, place) : [],
  )
  return [...issues, ...total.issues(field)]
}

/** The position of a walk over a schema. */
type SchemaPlace = {
  readonly field: string
  readonly isRoot: boolean
  /** The path of the nearest ancestor whose values cannot be correlated with old ones, if there is one. */
  readonly beyondKeys: string | undefined
  /** The maximum number of values at this position in an object; undefined without a limit. */
  readonly most: number | undefined
}

type RuledPlace = readonly [schema: Schema, place: SchemaPlace]

/** Returns the schemas with rules inside a schema, and their places. */
function* placesIn(schema: Schema, field: string): Steps<readonly RuledPlace[]> {
  const found: RuledPlace[] = []
  yield* findPlaces(schema, { field, isRoot: true, beyondKeys: undefined, most: 1 }, found)
  return found
}

function* findPlaces(schema: Schema, place: SchemaPlace, found: RuledPlace[]): Steps<void> {
  yield
  const { items, properties = {}, additionalProperties } = schema
  const { field: at, beyondKeys } = place
  // Values in an atomic map are correlatable too; those in maps of an unknown type are not.
  const beyondMembers =
    beyondKeys ?? (['atomic', 'granular'].includes(schema['x-kubernetes-map-type'] ?? 'granular') ? undefined : at)
  // Only the items of lists of type `map` can be correlated with old ones.
  const beyondItems = beyondKeys ?? (schema['x-kubernetes-list-type'] === 'map' ? undefined : at)
  const below = (inner: string, beyond: string | undefined): SchemaPlace => ({
    field: `${at}.${inner}`,
    isRoot: false,
    beyondKeys: beyond,
    most: timesMembers(place.most, schema),
  })
  for (const [name, member] of Object.entries(properties))
    yield* findPlaces(member, below(`properties[${name}]`, beyondMembers), found)
  if (additionalProperties) yield* findPlaces(additionalProperties, below('additionalProperties', beyondKeys), found)
  if (items) yield* findPlaces(items, below('items', beyondItems), found)
  if (schema['x-kubernetes-validations']?.length) found.push([schema, place])
}

/**
 * Returns the maximum number of values inside a value, from the limits of lists and maps (apiextensions:
 * extractMaxElements).
 */
function timesMembers(most: number | undefined, schema: Schema): number | undefined {
  const { type, additionalProperties } = schema
  const own = type === 'array' ? schema.maxItems : type === 'object' && additionalProperties ? schema.maxProperties : 1
  return most === undefined || own === undefined ? undefined : Math.min(most * Math.max(0, own), LARGEST)
}

const hasLines = (text: string) => /[\r\n]/.test(text)

type Ruled = Pick<Schema, 'x-kubernetes-validations'> & Parameters<typeof followFieldPath>[0]

/** Returns the errors in the rules of a schema, except in their expressions. */
export const checkRuleForm = (schema: Ruled, field: string): readonly Issue[] =>
  (schema['x-kubernetes-validations'] ?? []).flatMap((rule, i) => {
    const at = (member: string) => `${field}.x-kubernetes-validations[${i}].${member}`
    const { message = '', messageExpression = '', fieldPath = '', reason } = rule
    const trimmed = message.trim()
    const issues: Issue[] = []
    if (rule.rule.trim() === '') issues.push(required(at('rule'), 'rule is not specified'))
    else if (message && trimmed === '')
      issues.push(invalid(at('message'), message, ofField('message', 'must be non-empty if specified')))
    else if (hasLines(trimmed))
      issues.push(invalid(at('message'), message, ofField('message', 'must not contain line breaks')))
    else if (hasLines(rule.rule.trim()) && trimmed === '')
      issues.push(required(at('message'), 'message must be specified if rule contains line breaks'))
    if (messageExpression && messageExpression.trim() === '')
      issues.push(required(at('messageExpression'), 'messageExpression must be non-empty if specified'))
    if (reason !== undefined && !REASONS.includes(reason)) issues.push(notSupported(at('reason'), reason, REASONS))
    if (fieldPath && fieldPath.trim() === '')
      issues.push(invalid(at('fieldPath'), fieldPath, ofField('fieldPath', 'must be non-empty if specified')))
    if (hasLines(fieldPath))
      issues.push(invalid(at('fieldPath'), fieldPath, ofField('fieldPath', 'must not contain line breaks')))
    if (fieldPath && followFieldPath(schema, fieldPath).error !== undefined)
      issues.push(invalid(at('fieldPath'), fieldPath, ofField('fieldPath', 'must be a valid path')))
    return issues
  })

function checkExpressions(
  total: Total,
  schema: Schema,
  { field, isRoot, beyondKeys, most }: SchemaPlace,
): readonly Issue[] {
  const { rules, cardinality } = compileRules(schema, schema['x-kubernetes-validations'] ?? [], isRoot, languageNow())
  if (rules.some(({ untyped }) => untyped)) return [internal(`${field}.x-kubernetes-validations`, UNTYPED)]
  return rules.flatMap(({ rule, error, messageError, usesOldSelf, cost, messageCost }, i) => {
    const at = `${field}.x-kubernetes-validations[${i}]`
    const shown = new GoText(goRule(rule))
    const issues: Issue[] = [...total.add(`${at}.rule`, 'estimated rule cost', cost * (most ?? cardinality))]
    if (error !== undefined) issues.push(invalid(`${at}.rule`, shown, error))
    if (messageError !== undefined) issues.push(invalid(`${at}.messageExpression`, shown, messageError))
    else if (rule.messageExpression && error === undefined)
      append(issues, total.add(`${at}.messageExpression`, 'estimated messageExpression cost', messageCost))
    if (usesOldSelf && beyondKeys !== undefined)
      issues.push(
        invalid(
          `${at}.rule`,
          rule.rule,
          `oldSelf cannot be used on the uncorrelatable portion of the schema within ${beyondKeys}`,
        ),
      )
    if (!usesOldSelf && rule.optionalOldSelf !== undefined)
      issues.push(
        invalid(`${at}.optionalOldSelf`, rule.optionalOldSelf, 'may not be set if oldSelf is not used in rule'),
      )
    return issues
  })
}

const UNTYPED =
  'internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations'

/** Formats a rule as Go prints it. */
function goRule(rule: ValidationRule): string {
  const pointer = (type: string, value: unknown) =>
    value === undefined ? `(*${type})(nil)` : `(*${type})(0xc000000000)`
  const { message = '', messageExpression = '', fieldPath = '' } = rule
  return `apiextensions.ValidationRule{Rule:${goQuote(rule.rule)}, Message:${goQuote(message)}, MessageExpression:${goQuote(messageExpression)}, Reason:${pointer('apiextensions.FieldValueErrorReason', rule.reason)}, FieldPath:${goQuote(fieldPath)}, OptionalOldSelf:${pointer('bool', rule.optionalOldSelf)}}`
}

/** The position of a walk over a value. */
type ValuePosition = {
  readonly field: string
  readonly isRoot: boolean
  /** Neither this value nor one that contains it has changed. */
  readonly unchanged: boolean
}

/** The errors found so far, and the remaining cost budget; no rule is evaluated once it is below 0. */
type Walk = { readonly issues: Issue[]; readonly excuse: (issue: Issue) => void; left: number }

/**
 * The cost limit of all rules together for one object: more than that of one rule, but less than
 * celconfig.RuntimeCELCostBudget (ten million), which would block other requests for half a second.
 */
const BUDGET = 1_500_000

/**
 * Evaluates the rules of a schema on a value and the previous one (apiextensions: cel.Validator). `field` is the path
 * of the value, if it is not a whole object; `excuse` is called with errors in unchanged values (ratcheting).
 */
export function validateRules(
  root: Schema,
  value: unknown,
  old: unknown,
  {
    field = '',
    isRoot = true,
    excuse = () => {},
  }: { readonly field?: string; readonly isRoot?: boolean; readonly excuse?: (issue: Issue) => void } = {},
): readonly Issue[] {
  const walk: Walk = { issues: [], excuse, left: BUDGET }
  visit(root, value, old, { field, isRoot, unchanged: false }, walk)
  return walk.issues
}

function visit(schema: Schema, value: unknown, old: unknown, place: ValuePosition, walk: Walk): void {
  if (value === null || value === undefined || walk.left < 0 || !isRuled(schema)) return
  // A whole object always counts as changed: its metadata cannot be compared.
  const isPart = place.field !== '' && old !== undefined
  const unchanged = place.unchanged || (isPart && isUnchanged(schema, value, old))
  const own = schema['x-kubernetes-validations'] ?? []
  const rules = own.length > 0 ? compileRules(schema, own, place.isRoot).rules : []
  if (rules.length > 0) askAll(rules, schema, { self: value, old }, { ...place, unchanged }, walk)
  for (const one of schema.allOf ?? []) visit(one, value, old, { ...place, isRoot: false }, walk)
  const at = (field: string): ValuePosition => ({ field, isRoot: false, unchanged })
  if (Array.isArray(value)) {
    const { items } = schema
    const earlier = earlierItems(schema, old)
    if (items)
      value.forEach((item, i) => visit(items, givenAt(value, i), earlier(item), at(`${place.field}[${i}]`), walk))
    return
  }
  if (!isObject(value)) return
  const { properties = {}, additionalProperties } = schema
  for (const key of Object.keys(value)) {
    const member = givenAt(value, key)
    const before = isObject(old) ? getOwn(old, key) : undefined
    const inner = Object.hasOwn(properties, key) ? properties[key] : undefined
    if (inner) visit(inner, member, before, at(place.field === '' ? key : `${place.field}.${key}`), walk)
    else if (additionalProperties) visit(additionalProperties, member, before, at(`${place.field}[${key}]`), walk)
  }
}

function askAll(rules: readonly CompiledRule[], schema: Schema, value: Bound, place: ValuePosition, walk: Walk): void {
  const at = place.field === '' ? '<nil>' : place.field
  const type = schema.type ?? ''
  if (walk.left <= 0) {
    walk.issues.push(invalid(at, type, OUT_OF_BUDGET))
    walk.left = -1
  }
  for (const compiled of rules) {
    if (walk.left < 0) return
    const { rule, error, usesOldSelf, ask } = compiled
    if (error !== undefined || !ask) walk.issues.push(invalid(at, type, `rule compile error: ${error}`))
    else if (!usesOldSelf || (value.old !== undefined && value.old !== null) || rule.optionalOldSelf) {
      const said = askOne(compiled, ask(value), type, value, place, walk)
      if (said !== undefined) walk.issues.push(invalid(at, type, said))
    }
  }
}

const OUT_OF_BUDGET = 'validation failed due to running out of cost budget, no further validation rules will be run'

/**
 * Handles the result of a rule. Returns an error if the rule could not be evaluated; a violation is added to the walk.
 */
function askOne(
  compiled: CompiledRule,
  { value: answer, cost, exceeded }: Evaluated,
  type: string,
  value: Bound,
  { field, unchanged }: ValuePosition,
  walk: Walk,
): string | undefined {
  const { rule, usesOldSelf, message } = compiled
  const end = (text: string) => {
    walk.left = -1
    return text
  }
  if (cost > walk.left) return end(OUT_OF_BUDGET)
  walk.left -= cost
  if (exceeded && answer instanceof CelError)
    return end(
      `'${answer.message}': no further validation rules will be run due to call cost exceeds limit for rule: ${ruleText(rule)}`,
    )
  if (answer instanceof CelError) return evaluationText(answer, rule)
  if (answer === true) return undefined
  const where = `${field}${pathText(rule.fieldPath)}`.replace(/^\./, '') || '<nil>'
  const tell = (issue: Issue) => {
    if (usesOldSelf || !unchanged) walk.issues.push(issue)
    else walk.excuse(issue)
  }
  const words = message?.(value)
  if (words && (words.cost > walk.left || words.exceeded)) {
    tell(invalid(where, type, words.cost > walk.left ? MESSAGE_OUT_OF_BUDGET : messageExceeds(rule)))
    walk.left = -1
    return undefined
  }
  walk.left -= words?.cost ?? 0
  tell(issueOf(where, shownOf(type, value), madeUp(words?.value) ?? defaultMessage(rule), rule.reason))
  return undefined
}

const MESSAGE_OUT_OF_BUDGET =
  'messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run'
const messageExceeds = ({ messageExpression = '' }: ValidationRule) =>
  `no further validation rules will be run due to call cost exceeds limit for messageExpression: ${goQuote(messageExpression)}`

const MOST_CHARACTERS = 5 * 1024

/** Returns the result of a message expression, if it is a usable message. */
function madeUp(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' || text.includes('\n') || isLonger(text, MOST_CHARACTERS) ? undefined : text
}

const pathText = (path: string | undefined) =>
  path === undefined ? '' : path.trim().replaceAll(/\['([^']*)'\]/g, '[$1]')

const ruleText = ({ rule, message }: ValidationRule) => (message || rule).trim()
const defaultMessage = (rule: ValidationRule) => (rule.message ? rule.message.trim() : `failed rule: ${ruleText(rule)}`)

/** What a broken rule shows of a value; undefined for nothing. */
function shownOf(type: string, { self }: Bound): { readonly value: unknown } | undefined {
  if (wordingNow().ofBrokenRules === 'type') return { value: type }
  return type === 'object' || type === 'array' ? undefined : { value: self }
}

function issueOf(field: string, shown: ReturnType<typeof shownOf>, message: string, reason?: string): Issue {
  if (reason === 'FieldValueForbidden') return forbidden(field, message)
  if (reason === 'FieldValueRequired') return required(field, message)
  if (reason === 'FieldValueDuplicate') return shown ? duplicate(field, shown.value) : duplicateUnshown(field)
  return shown ? invalid(field, shown.value, message) : invalidUnshown(field, message)
}

const evaluationText = ({ message }: CelError, rule: ValidationRule): string =>
  message.startsWith('no such overload')
    ? `'${message}': call arguments did not match a supported operator, function or macro signature for rule: ${ruleText(rule)}`
    : `${message} evaluating rule: ${ruleText(rule)}`
