/**
 * What came up while an expression was evaluated: a value like others, until nothing is left that could do without it
 * (cel-go: types.Err).
 */
export class CelError extends Error {
  override readonly name = 'CelError'
}

/** An expression costs more than it may; nothing can be evaluated any more. */
export class CostExceeded extends Error {
  override readonly name = 'CostExceeded'
  constructor() {
    super('operation cancelled: actual cost limit exceeded')
  }
}
