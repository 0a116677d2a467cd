import { givenAt } from '../base/json/as-given.js'
import { type Issue, duplicate, forbidden, invalid, required } from '../base/errors/issue.js'
import { goQuote } from '../base/go/printable.js'
import { getOwn, isObject } from '../base/json/json.js'
import { isLonger } from '../base/rules/texts.js'
import { earlierItems } from '../schema/list-type.js'
import type { Schema, ValidationRule } from '../schema/types.js'
import { isUnchanged } from '../schema/unchanged.js'
import type { Bound, CompiledRule } from './run/compiled.js'
import { compileRules } from './run/compile.js'
import { isRuled } from './rules.js'
import type { Evaluated } from './run/evaluate.js'
import { CelError } from './run/cel-error.js'

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
  tell(issueOf(where, type, madeUp(words?.value) ?? defaultMessage(rule), rule.reason))
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

function issueOf(field: string, type: string, message: string, reason: string | undefined): Issue {
  if (reason === 'FieldValueForbidden') return forbidden(field, message)
  if (reason === 'FieldValueRequired') return required(field, message)
  return reason === 'FieldValueDuplicate' ? duplicate(field, type) : invalid(field, type, message)
}

const evaluationText = ({ message }: CelError, rule: ValidationRule): string =>
  message.startsWith('no such overload')
    ? `'${message}': call arguments did not match a supported operator, function or macro signature for rule: ${ruleText(rule)}`
    : `${message} evaluating rule: ${ruleText(rule)}`
