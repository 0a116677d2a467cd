import { append } from '../base/lists/lists.js'
import { type Issue, internal, invalid, notSupported, required } from '../base/errors/issue.js'
import { GoText, goQuote } from '../base/go/printable.js'
import { issuesInParts } from '../base/turns/issues-in-parts.js'
import { progressOf, stepsInParts } from '../base/turns/work-in-parts.js'
import type { Steps } from '../base/turns/steps.js'
import { followFieldPath } from '../schema/field-path.js'
import type { Schema } from '../schema/types.js'
import { compileRules } from './run/compile.js'
import { functionsNow } from './types/environment.js'
import { type Total, createTotal } from './cost/cost-total.js'
import { LARGEST } from './cost/range.js'

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
  const issues = issuesInParts(places, checkRules, places.length, (i) => {
    const [at, place] = places[i] ?? []
    return at && place && isSound(place.field) ? checkExpressions(total, at, place) : []
  })
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
      issues.push(invalid(at('message'), message, 'message must be non-empty if specified'))
    else if (hasLines(trimmed)) issues.push(invalid(at('message'), message, 'message must not contain line breaks'))
    else if (hasLines(rule.rule.trim()) && trimmed === '')
      issues.push(required(at('message'), 'message must be specified if rule contains line breaks'))
    if (messageExpression && messageExpression.trim() === '')
      issues.push(required(at('messageExpression'), 'messageExpression must be non-empty if specified'))
    if (reason !== undefined && !REASONS.includes(reason)) issues.push(notSupported(at('reason'), reason, REASONS))
    if (fieldPath && fieldPath.trim() === '')
      issues.push(invalid(at('fieldPath'), fieldPath, 'fieldPath must be non-empty if specified'))
    if (hasLines(fieldPath)) issues.push(invalid(at('fieldPath'), fieldPath, 'fieldPath must not contain line breaks'))
    if (fieldPath && followFieldPath(schema, fieldPath).error !== undefined)
      issues.push(invalid(at('fieldPath'), fieldPath, 'fieldPath must be a valid path'))
    return issues
  })

function checkExpressions(
  total: Total,
  schema: Schema,
  { field, isRoot, beyondKeys, most }: SchemaPlace,
): readonly Issue[] {
  const { rules, cardinality } = compileRules(schema, schema['x-kubernetes-validations'] ?? [], isRoot, functionsNow())
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
function goRule(rule: {
  readonly rule: string
  readonly message?: string
  readonly messageExpression?: string
  readonly reason?: string
  readonly fieldPath?: string
  readonly optionalOldSelf?: boolean
}): string {
  const pointer = (type: string, value: unknown) =>
    value === undefined ? `(*${type})(nil)` : `(*${type})(0xc000000000)`
  const { message = '', messageExpression = '', fieldPath = '' } = rule
  return `apiextensions.ValidationRule{Rule:${goQuote(rule.rule)}, Message:${goQuote(message)}, MessageExpression:${goQuote(messageExpression)}, Reason:${pointer('apiextensions.FieldValueErrorReason', rule.reason)}, FieldPath:${goQuote(fieldPath)}, OptionalOldSelf:${pointer('bool', rule.optionalOldSelf)}}`
}
