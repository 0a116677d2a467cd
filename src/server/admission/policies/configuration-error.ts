import { StatusError } from '../../../base/errors/status.js'

/** The configuration of a policy or of a binding is at fault. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

/** Does what depends on a configuration; an error in it becomes a text. */
export function configured<T>(
  run: () => T,
): { readonly value: T; readonly fault?: undefined } | { readonly fault: string } {
  try {
    return { value: run() }
  } catch (error) {
    if (error instanceof ConfigurationError || error instanceof StatusError) return { fault: error.message }
    throw error
  }
}
