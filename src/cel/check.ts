import { type Issue, invalid, notSupported, required } from '../base/issue.js'
import { GoText } from '../base/go-print.js'
import type { Schema } from '../schema/types.js'
import { compileRules } from './compile.js'
import { goRule } from './words.js'

const REASONS = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired']

/** What is wrong with the rules of a schema and of those inside it; expressions are looked at where all else is right. */
export function checkRules(schema: Schema, field: string): readonly Issue[] {
  const formal = walk(schema, field, checkForm)
  return formal.length > 0 ? formal : walk(schema, field, checkExpressions)
}

type Check = (schema: Schema, field: string, isRoot: boolean, beyondKeys: string | undefined) => readonly Issue[]

function walk(root: Schema, field: string, check: Check): readonly Issue[] {
  const issues: Issue[] = []
  const visit = (schema: Schema, at: string, isRoot: boolean, beyondKeys: string | undefined) => {
    const { items, properties = {}, additionalProperties } = schema
    for (const [name, member] of Object.entries(properties)) visit(member, `${at}.properties[${name}]`, false, beyondKeys)
    if (additionalProperties) visit(additionalProperties, `${at}.additionalProperties`, false, beyondKeys)
    // Of other lists than those with keys nobody can tell what an item was before.
    if (items) visit(items, `${at}.items`, false, beyondKeys ?? (schema['x-kubernetes-list-type'] === 'map' ? undefined : at))
    issues.push(...check(schema, at, isRoot, beyondKeys))
  }
  visit(root, field, true, undefined)
  return issues
}

const hasLines = (text: string) => /[\r\n]/.test(text)

const checkForm: Check = (schema, field) =>
  (schema['x-kubernetes-validations'] ?? []).flatMap((rule, i) => {
    const at = (member: string) => `${field}.x-kubernetes-validations[${i}].${member}`
    const { message = '', messageExpression = '', fieldPath = '', reason } = rule
    const trimmed = message.trim()
    const issues: Issue[] = []
    if (rule.rule.trim() === '') issues.push(required(at('rule'), 'rule is not specified'))
    else if (message && trimmed === '') issues.push(invalid(at('message'), message, 'message must be non-empty if specified'))
    else if (hasLines(trimmed)) issues.push(invalid(at('message'), message, 'message must not contain line breaks'))
    else if (hasLines(rule.rule.trim()) && trimmed === '') issues.push(required(at('message'), 'message must be specified if rule contains line breaks'))
    if (messageExpression && messageExpression.trim() === '') issues.push(required(at('messageExpression'), 'messageExpression must be non-empty if specified'))
    if (reason !== undefined && !REASONS.includes(reason)) issues.push(notSupported(at('reason'), reason, REASONS))
    if (fieldPath && fieldPath.trim() === '') issues.push(invalid(at('fieldPath'), fieldPath, 'fieldPath must be non-empty if specified'))
    if (hasLines(fieldPath)) issues.push(invalid(at('fieldPath'), fieldPath, 'fieldPath must not contain line breaks'))
    if (fieldPath && !leadsSomewhere(schema, fieldPath)) issues.push(invalid(at('fieldPath'), fieldPath, 'fieldPath must be a valid path'))
    return issues
  })

function leadsSomewhere(schema: Schema, path: string): boolean {
  let at: Schema | undefined = schema
  for (let rest = path.trim(); rest !== '';) {
    const step: RegExpExecArray | null = /^(?:\.([^.[\]]+)|\['([^']+)'\])/.exec(rest)
    if (!step) return false
    const name = step[1] ?? step[2]!
    at = at?.properties && Object.hasOwn(at.properties, name) ? at.properties[name] : step[2] === undefined ? undefined : at?.additionalProperties
    if (!at) return false
    rest = rest.slice(step[0].length)
  }
  return path.startsWith('.') || path.startsWith('[')
}

const checkExpressions: Check = (schema, field, isRoot, beyondKeys) =>
  compileRules(schema, isRoot).flatMap(({ rule, error, messageError, usesOldSelf }, i) => {
    const at = `${field}.x-kubernetes-validations[${i}]`
    const shown = new GoText(goRule(rule))
    const issues: Issue[] = []
    if (error !== undefined) issues.push(invalid(`${at}.rule`, shown, error))
    if (messageError !== undefined) issues.push(invalid(`${at}.messageExpression`, shown, messageError))
    if (usesOldSelf && beyondKeys !== undefined)
      issues.push(invalid(`${at}.rule`, rule.rule, `oldSelf cannot be used on the uncorrelatable portion of the schema within ${beyondKeys}`))
    if (!usesOldSelf && rule.optionalOldSelf !== undefined)
      issues.push(invalid(`${at}.optionalOldSelf`, rule.optionalOldSelf, 'may not be set if oldSelf is not used in rule'))
    return issues
  })
