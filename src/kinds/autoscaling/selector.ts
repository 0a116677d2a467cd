import { compareBytes } from '../../base/json.js'
import type { LabelSelector as Struct } from '../generated/types/meta-v1.js'
import type { Unchecked } from '../struct/unchecked.js'

type LabelSelector = Unchecked<Struct>
type Requirement = NonNullable<LabelSelector['matchExpressions']>[number]

/** A selector as tables print it: requirements by key, their values in order (FormatLabelSelector). */
export function selectorText(selector: LabelSelector | undefined): string {
  if (!selector) return '<none>'
  const { matchLabels = {}, matchExpressions = [] } = selector
  const requirements = [
    ...Object.entries(matchLabels).map(([key, value]) => [key, `${key}=${value}`] as const),
    ...matchExpressions.map((expression) => [expression.key ?? '', requirementText(expression)] as const),
  ]
  return (
    requirements
      .sort(([a], [b]) => compareBytes(a, b))
      .map(([, text]) => text)
      .join(',') || '<none>'
  )
}

function requirementText({ key = '', operator, values = [] }: Requirement): string {
  if (operator === 'Exists') return key
  if (operator === 'DoesNotExist') return `!${key}`
  return `${key} ${operator === 'In' ? 'in' : 'notin'} (${[...values].sort(compareBytes).join(',')})`
}

/** Labels as `a=b`, sorted. */
export const labelsText = (labels: { readonly [label: string]: string }): readonly string[] =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .sort()
