/** An evaluation error, which is passed on as a value until no expression can do without it (cel-go: types.Err). */
export class CelError extends Error {
  override readonly name = 'CelError'
}

/** An expression exceeds its cost limit; evaluation ends. */
export class CostExceeded extends Error {
  override readonly name = 'CostExceeded'
  constructor() {
    super('operation cancelled: actual cost limit exceeded')
  }
}
