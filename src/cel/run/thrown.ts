import { CelError, CostExceeded } from './cel-error.js'

/** Converts an exception of a function to an error that is a value. Rethrows CostExceeded. */
export function thrown(error: unknown): CelError {
  if (error instanceof CostExceeded) throw error
  if (error instanceof CelError) return error
  // A string that long costs more than any expression may.
  if (error instanceof RangeError && error.message === 'Invalid string length') throw new CostExceeded()
  const { message } = error as Error // functions throw no others
  return new CelError(message)
}
