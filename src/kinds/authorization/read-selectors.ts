import { labelValue, qualifiedName } from '../../base/rules/names.js'
import { stepsInParts } from '../../base/turns/work-in-parts.js'
import type { Steps } from '../../base/turns/steps.js'
import { narrowing, ofFields } from '../../model/select/access-requirements.js'
import { fieldTerms } from '../../model/select/fields.js'
import type { LabelOperator } from '../../model/select/label-requirement.js'
import type { AccessRequirement, ResourceAccess } from '../../model/registry/authorizer.js'
import { labelRequirements } from '../../model/select/labels.js'

/** One requirement of a selector in an access review. */
export type Requirement = { readonly key?: string; readonly operator?: string; readonly values?: readonly string[] }
/** A selector in an access review: a list of requirements, or the same as one string. */
export type Selector = { readonly rawSelector?: string; readonly requirements?: readonly Requirement[] }

/** The selectors in an access review. */
type Selectors = { readonly fieldSelector?: Selector; readonly labelSelector?: Selector }

/** The requirements of a selector that an authorizer can parse, and whether it ignores others. */
type Reading = { readonly requirements: readonly AccessRequirement[]; readonly ignores: 'none' | 'some' | 'all' }

const EMPTY: Reading = { requirements: [], ignores: 'none' }

/**
 * Returns the requirements of the selectors in an access review, and the evaluation error for those that an authorizer
 * cannot parse and ignores (BuildEvaluationError).
 */
export function readSelectors({ fieldSelector, labelSelector }: Selectors): {
  readonly narrowed: Pick<ResourceAccess, 'fieldSelector' | 'labelSelector'>
  readonly error?: string
} {
  const fields = fieldSelector ? readFields(fieldSelector) : EMPTY
  const labels = labelSelector ? readLabels(labelSelector) : EMPTY
  const errors = [...ignored('fieldSelector', fields), ...ignored('labelSelector', labels)]
  return {
    narrowed: narrowing(fields.requirements, labels.requirements),
    ...(errors.length > 0 ? { error: errors.join('; ') } : {}),
  }
}

function readFields(selector: Selector): Reading {
  const { rawSelector = '', requirements = [] } = selector
  if (requirements.length === 0)
    return stepsInParts(selector, readFields, () => readText(fieldTerms(rawSelector), ofFields))
  return readList(requirements, isReadField, ({ key = '', operator, values = [] }) => ({
    ...{ key, operator: operator === 'In' ? '=' : '!=', values },
  }))
}

function readLabels(selector: Selector): Reading {
  const { rawSelector = '', requirements = [] } = selector
  if (requirements.length === 0)
    return stepsInParts(selector, readLabels, () => readText(labelRequirements(rawSelector), (all) => all))
  return readList(requirements, isReadLabel, ({ key = '', operator = '', values = [] }) => ({
    ...{ key, operator: LABEL_OPERATORS[operator] ?? '', values },
  }))
}

function* readText<T>(steps: Steps<T>, requirementsOf: (parsed: T) => Reading['requirements']): Steps<Reading> {
  try {
    return { requirements: requirementsOf(yield* steps), ignores: 'none' }
  } catch {
    return { requirements: [], ignores: 'all' }
  }
}

function readList(
  requirements: readonly Requirement[],
  isRead: (requirement: Requirement) => boolean,
  as: (requirement: Requirement) => AccessRequirement,
): Reading {
  const read = requirements.filter(isRead)
  const ignores = read.length === requirements.length ? 'none' : read.length > 0 ? 'some' : 'all'
  return { requirements: read.map(as), ignores }
}

function ignored(name: keyof Selectors, { ignores }: Reading): readonly string[] {
  if (ignores === 'none') return []
  const part = ignores === 'some' ? 'partially ' : ''
  return [`spec.resourceAttributes.${name} ${part}ignored due to parse error`]
}

const LABEL_OPERATORS: { readonly [operator in string]?: LabelOperator } = {
  In: 'in',
  NotIn: 'notin',
  Exists: 'exists',
  DoesNotExist: '!',
}

const isReadField = ({ operator, values = [] }: Requirement) =>
  (operator === 'In' || operator === 'NotIn') && values.length === 1

function isReadLabel({ key = '', operator, values = [] }: Requirement): boolean {
  if (qualifiedName(key).length > 0 || values.some((value) => labelValue(value).length > 0)) return false
  if (operator === 'Exists' || operator === 'DoesNotExist') return values.length === 0
  return (operator === 'In' || operator === 'NotIn') && values.length > 0
}
