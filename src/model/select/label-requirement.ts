/** The operator of a requirement; `=` and `==` are parsed as `in`, `!=` as `notin`. */
export type LabelOperator = 'in' | 'notin' | 'gt' | 'lt' | 'exists' | '!'
/** A requirement of a label selector; no values for `exists` and `!`, one integer for `gt` and `lt`. */
export type LabelRequirement = {
  readonly key: string
  readonly operator: LabelOperator
  readonly values: readonly string[]
}

/** Tells whether a label meets a requirement; undefined stands for an absent label. */
export function meetsRequirement({ operator, values }: LabelRequirement, label: unknown): boolean {
  if (operator === '!') return label === undefined
  if (typeof label !== 'string') return operator === 'notin'
  switch (operator) {
    case 'exists':
      return true
    case 'in':
      return values.includes(label)
    case 'notin':
      return !values.includes(label)
    default: {
      const [is, bound] = [parseInt64(label), parseInt64(values[0] ?? '')]
      return is !== undefined && bound !== undefined && (operator === 'gt' ? is > bound : is < bound)
    }
  }
}

/** Parses an int64; undefined if the text is not one. */
export function parseInt64(text: string): bigint | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined
  const value = BigInt(text.replace(/^\+/, ''))
  return BigInt.asIntN(64, value) === value ? value : undefined
}
