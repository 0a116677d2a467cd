import { LibraryNotLoaded } from '../../base/turns/late-library.js'

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

/** Converts an exception of a function to an error that is a value. Rethrows CostExceeded. */
export function thrown(error: unknown): CelError {
  if (error instanceof CostExceeded || error instanceof LibraryNotLoaded) throw error
  if (error instanceof CelError) return error
  // A string that long costs more than any expression may.
  if (error instanceof RangeError && error.message === 'Invalid string length') throw new CostExceeded()
  const { message } = error as Error // functions throw no others
  return new CelError(message)
}
