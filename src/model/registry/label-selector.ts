/** A label selector inside an object. */
export type LabelSelector = {
  readonly matchLabels?: { readonly [label: string]: string }
  readonly matchExpressions?: readonly {
    readonly key?: string
    readonly operator?: string
    readonly values?: readonly string[]
  }[]
}

/** Tells whether a selector matches labels; an absent selector matches nothing, an empty one everything. */
export function selects(
  selector: LabelSelector | undefined,
  labels: { readonly [label: string]: string } = {},
): boolean {
  if (!selector) return false
  const { matchLabels = {}, matchExpressions = [] } = selector
  for (const key in matchLabels) if (labels[key] !== matchLabels[key]) return false
  return matchExpressions.every((expression) => meets(labels, expression))
}

type Expression = NonNullable<LabelSelector['matchExpressions']>[number]

function meets(labels: { readonly [label: string]: string }, { key = '', operator, values = [] }: Expression): boolean {
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value)
    case 'NotIn':
      return value === undefined || !values.includes(value)
    case 'Exists':
      return value !== undefined
    default:
      return operator === 'DoesNotExist' && value === undefined
  }
}

/** Formats a selector as Go prints it in messages. */
export function formatSelector({ matchLabels, matchExpressions = [] }: LabelSelector): string {
  const labels = Object.entries(matchLabels ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
  const expressions = matchExpressions.map(
    ({ key, operator, values = [] }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(' ')}],},`,
  )
  return `&LabelSelector{MatchLabels:map[string]string{${labels.map(([key, value]) => `${key}: ${value},`).join('')}},MatchExpressions:[]LabelSelectorRequirement{${expressions.join('')}},}`
}
