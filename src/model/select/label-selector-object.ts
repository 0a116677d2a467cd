import { compareBytes, isObject } from '../../base/json/json.js'
import type { LabelOperator, LabelRequirement } from './label-requirement.js'
import type { LabelSelector } from './labels.js'

/**
 * Converts a LabelSelector object (`{matchLabels, matchExpressions}`). As in the API, an absent selector selects
 * nothing (undefined here), an empty one everything. The object is assumed to be valid; an expression with an unknown
 * operator makes the selector select nothing.
 */
export function fromLabelSelectorObject(selector: unknown): LabelSelector | undefined {
  if (!isObject(selector)) return undefined
  const { matchLabels, matchExpressions } = selector
  const exact = Object.entries(isObject(matchLabels) ? matchLabels : {}).map(([key, value]): LabelRequirement => ({
    key,
    operator: 'in',
    values: [String(value)],
  }))
  const requirements = [...exact]
  for (const expression of Array.isArray(matchExpressions) ? matchExpressions : []) {
    const requirement = fromExpression(expression)
    if (!requirement) return undefined
    requirements.push(requirement)
  }
  return requirements.sort((a, b) => compareBytes(a.key, b.key))
}

/** How the operators of LabelSelectors are written in the text of a selector. */
export const LABEL_OPERATORS: { readonly [name in string]?: LabelOperator } = {
  In: 'in',
  NotIn: 'notin',
  Exists: 'exists',
  DoesNotExist: '!',
}

function fromExpression(expression: unknown): LabelRequirement | undefined {
  if (!isObject(expression)) return undefined
  const { key, operator, values } = expression
  const known =
    typeof operator === 'string' && Object.hasOwn(LABEL_OPERATORS, operator) ? LABEL_OPERATORS[operator] : undefined
  return known && { key: String(key), operator: known, values: Array.isArray(values) ? values.map(String) : [] }
}
