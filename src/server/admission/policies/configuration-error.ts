import { StatusError } from '../../../base/errors/status.js'

/** A policy or a binding is at fault. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

/** What is made, or the text of why it is not. */
export type Made<T> =
  { readonly value: T; readonly fault?: undefined } | { readonly fault: string; readonly value?: undefined }

/** Makes something; an error in a policy becomes a text. */
export function made<T>(make: () => T): Made<T> {
  try {
    return { value: make() }
  } catch (error) {
    if (error instanceof ConfigurationError) return { fault: error.message }
    throw error
  }
}

/** Does what depends on a configuration; an error in it, or of the server about it, becomes a text. */
export function configured<T>(run: () => T): Made<T> {
  try {
    return made(run)
  } catch (error) {
    if (error instanceof StatusError) return { fault: error.message }
    throw error
  }
}
