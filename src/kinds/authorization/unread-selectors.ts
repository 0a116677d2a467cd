import { labelValue } from '../../base/rules/labels.js'
import { qualifiedName } from '../../base/rules/names.js'
import { stepsInParts } from '../../base/turns/work-in-parts.js'
import type { Steps } from '../../base/turns/steps.js'
import { narrowing, ofFields, ofLabels } from '../../model/select/access-requirements.js'
import { fieldTerms } from '../../model/select/fields.js'
import type { LabelOperator } from '../../model/select/label-requirement.js'
import type { AccessRequirement, ResourceAccess } from '../../model/registry/authorizer.js'
import { labelRequirements } from '../../model/select/labels.js'

/** One requirement of a selector in an access review. */
export type Requirement = { readonly key?: string; readonly operator?: string; readonly values?: readonly string[] }
/** A selector in an access review: a list of requirements, or the same as one string. */
export type Selector = { readonly rawSelector?: string; readonly requirements?: readonly Requirement[] }

/**
 * Returns the evaluation error for selectors that an authorizer cannot parse and ignores (BuildEvaluationError);
 * undefined if there are none.
 */
export function unreadSelectors(attributes: {
  readonly fieldSelector?: Selector
  readonly labelSelector?: Selector
}): string | undefined {
  const told = [
    ...unread('fieldSelector', attributes.fieldSelector, fieldTerms, isReadField),
    ...unread('labelSelector', attributes.labelSelector, labelRequirements, isReadLabel),
  ]
  return told.length > 0 ? told.join('; ') : undefined
}

/** Returns the requirements of the selectors in an access review, without what an authorizer cannot parse. */
export function readSelectors({
  fieldSelector,
  labelSelector,
}: {
  readonly fieldSelector?: Selector
  readonly labelSelector?: Selector
}): Pick<ResourceAccess, 'fieldSelector' | 'labelSelector'> {
  return narrowing(fieldSelector ? readFields(fieldSelector) : [], labelSelector ? readLabels(labelSelector) : [])
}

function readFields(selector: Selector): readonly AccessRequirement[] {
  const { rawSelector = '', requirements = [] } = selector
  if (requirements.length === 0)
    return ofFields(stepsInParts(selector, readFields, () => allOf(fieldTerms(rawSelector))))
  return requirements.filter(isReadField).map(({ key = '', operator, values = [] }) => ({
    ...{ key, operator: operator === 'In' ? '=' : '!=', values },
  }))
}

function readLabels(selector: Selector): readonly AccessRequirement[] {
  const { rawSelector = '', requirements = [] } = selector
  if (requirements.length === 0)
    return ofLabels(stepsInParts(selector, readLabels, () => allOf(labelRequirements(rawSelector))))
  return requirements
    .filter(isReadLabel)
    .map(({ key = '', operator = '', values = [] }) => ({ key, operator: LABEL_OPERATORS[operator] ?? '', values }))
}

const LABEL_OPERATORS: { readonly [operator in string]?: LabelOperator } = {
  In: 'in',
  NotIn: 'notin',
  Exists: 'exists',
  DoesNotExist: '!',
}

/** Returns what is parsed; nothing if it cannot be. */
function* allOf<T>(steps: Steps<readonly T[]>): Steps<readonly T[]> {
  try {
    return yield* steps
  } catch {
    return []
  }
}

function unread(
  name: string,
  selector: Selector = {},
  parse: (text: string) => Steps<unknown>,
  isRead: (requirement: Requirement) => boolean,
): readonly string[] {
  const { rawSelector, requirements = [] } = selector
  const words = (part: string) => [`spec.resourceAttributes.${name} ${part}ignored due to parse error`]
  if (requirements.length === 0)
    return !rawSelector || stepsInParts(selector, unread, () => parses(parse(rawSelector))) ? [] : words('')
  if (requirements.every(isRead)) return []
  return words(requirements.some(isRead) ? 'partially ' : '')
}

function* parses(steps: Steps<unknown>): Steps<boolean> {
  try {
    yield* steps
    return true
  } catch {
    return false
  }
}

const isReadField = ({ operator, values = [] }: Requirement) =>
  (operator === 'In' || operator === 'NotIn') && values.length === 1

function isReadLabel({ key = '', operator, values = [] }: Requirement): boolean {
  if (qualifiedName(key).length > 0 || values.some((value) => labelValue(value).length > 0)) return false
  if (operator === 'Exists' || operator === 'DoesNotExist') return values.length === 0
  return (operator === 'In' || operator === 'NotIn') && values.length > 0
}
