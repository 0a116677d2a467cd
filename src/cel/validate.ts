import { type Issue, duplicate, forbidden, invalid, required } from '../base/issue.js'
import { getOwn, isObject, jsonEqual } from '../base/json.js'
import { earlierItem } from '../schema/list-type.js'
import type { Schema, ValidationRule } from '../schema/types.js'
import { type CompiledRule, compileRules } from './compile.js'

/** Where a walk over a value stands. */
type ValuePosition = {
  readonly field: string
  readonly isRoot: boolean
  /** Nothing at or above the position was changed. */
  readonly unchanged: boolean
  readonly excuse: (issue: Issue) => void
}

/**
 * What the rules of a schema find wrong with a value, beside the one that was before (apiextensions: cel.Validator). `field` is
 * where the value is, if it is not a whole object; `excuse` is told what may stay wrong because it was not changed.
 */
export function validateRules(
  root: Schema,
  value: unknown,
  old: unknown,
  { field = '', isRoot = true, excuse = () => {} }: Partial<Omit<ValuePosition, 'unchanged'>> = {},
): readonly Issue[] {
  const issues: Issue[] = []
  visit(root, value, old, { field, isRoot, unchanged: false, excuse }, issues)
  return issues
}

function visit(schema: Schema, value: unknown, old: unknown, position: ValuePosition, issues: Issue[]): void {
  if (value === null || value === undefined) return
  const unchanged = position.unchanged || (old !== undefined && jsonEqual(value, old))
  for (const rule of compileRules(schema, position.isRoot))
    issues.push(...ask(rule, schema, value, old, { ...position, unchanged }))
  for (const one of schema.allOf ?? []) visit(one, value, old, { ...position, isRoot: false }, issues)
  const at = (field: string): ValuePosition => ({ field, isRoot: false, unchanged, excuse: position.excuse })
  if (Array.isArray(value)) {
    const { items } = schema
    if (items)
      value.forEach((item, i) =>
        visit(items, item, earlierItem(schema, item, old), at(`${position.field}[${i}]`), issues),
      )
    return
  }
  if (!isObject(value)) return
  const { properties = {}, additionalProperties } = schema
  for (const [key, member] of Object.entries(value)) {
    const before = isObject(old) ? getOwn(old, key) : undefined
    if (Object.hasOwn(properties, key))
      visit(properties[key]!, member, before, at(position.field === '' ? key : `${position.field}.${key}`), issues)
    else if (additionalProperties) visit(additionalProperties, member, before, at(`${position.field}[${key}]`), issues)
  }
}

function ask(
  compiled: CompiledRule,
  schema: Schema,
  value: unknown,
  old: unknown,
  { field, unchanged, excuse }: ValuePosition,
): readonly Issue[] {
  const { rule, usesOldSelf, error } = compiled
  const at = field === '' ? '<nil>' : field
  const type = schema.type ?? ''
  if (error !== undefined) return [invalid(at, type, `rule compile error: ${error}`)]
  if (usesOldSelf && (old === undefined || old === null) && !rule.optionalOldSelf) return []
  try {
    if (compiled.holds(value, old)) return []
  } catch (fault) {
    return [invalid(at, type, evaluationText(fault, rule))]
  }
  const where = `${field}${pathText(rule.fieldPath)}`.replace(/^\./, '') || '<nil>'
  const issue = issueOf(where, type, compiled.message(value, old) ?? defaultMessage(rule), rule.reason)
  if (usesOldSelf || !unchanged) return [issue]
  excuse(issue)
  return []
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

function evaluationText(fault: unknown, rule: ValidationRule): string {
  const { summary, message = '' } = fault as { readonly summary?: string; readonly message?: string } // whatever was thrown
  const said = (summary ?? message.split('\n', 1).join())
    .replace(/^No such key: index out of bounds.*index (\d+).*$/, 'index out of bounds: $1')
    .replace(/^No such key/, 'no such key')
  if (said.startsWith('no such overload') || said.startsWith('found no matching overload'))
    return `'no such overload': call arguments did not match a supported operator, function or macro signature for rule: ${ruleText(rule)}`
  return `${said} evaluating rule: ${ruleText(rule)}`
}
