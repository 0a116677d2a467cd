import type { LabelSelector } from '../../registry/label-selector.js'

/** A selector as tables print it. */
export function selectorText(selector: LabelSelector | undefined): string {
  if (!selector) return '<none>'
  const { matchLabels = {}, matchExpressions = [] } = selector
  const words = [...matchExpressions].map(({ key, operator, values = [] }) => {
    if (operator === 'Exists') return key
    return operator === 'DoesNotExist'
      ? `!${key}`
      : `${key} ${operator === 'In' ? 'in' : 'notin'} (${values.join(',')})`
  })
  return [...labelsText(matchLabels), ...words].join(',') || '<none>'
}

/** Labels as `a=b`, sorted. */
export const labelsText = (labels: { readonly [label: string]: string }): readonly string[] =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .sort()
