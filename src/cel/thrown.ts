import { CelError, CostExceeded } from './cel-error.js'

/** Converts an exception of a function to an error in a server's words. Rethrows CostExceeded. */
export function thrown(error: unknown): CelError {
  if (error instanceof CostExceeded) throw error
  if (error instanceof CelError) return error
  // A string that long costs more than any expression may.
  if (error instanceof RangeError && error.message === 'Invalid string length') throw new CostExceeded()
  // Anything may be thrown.
  const { summary, message = '' } = error as { readonly summary?: string; readonly message?: string }
  const said = summary ?? message.split('\n', 1).join()
  if (said.startsWith('found no matching overload')) return new CelError('no such overload')
  return new CelError(said)
}
