import type { LabelSelector } from '../../model/registry/label-selector.js'

/** Formats a selector for a table cell. */
export const selectorText = (selector: LabelSelector | undefined): string =>
  (selector ? queryOf(selector) : '') || '<none>'

/** Formats a selector as a query string, sorted by label key; empty if it selects everything. */
export function queryOf({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string {
  const words = [
    ...Object.entries(matchLabels).map(([key, value]) => ({ key, word: `${key}=${value}` })),
    ...matchExpressions.map((expression) => ({ key: expression.key ?? '', word: wordOf(expression) })),
  ]
  return words
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ word }) => word)
    .join(',')
}

function wordOf({ key = '', operator, values = [] }: NonNullable<LabelSelector['matchExpressions']>[number]): string {
  if (operator === 'Exists') return key
  if (operator === 'DoesNotExist') return `!${key}`
  return `${key} ${operator === 'In' ? 'in' : 'notin'} (${[...values].sort().join(',')})`
}

/** Formats labels as `a=b`, sorted. */
export const labelsText = (labels: { readonly [label: string]: string }): readonly string[] =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .sort()
