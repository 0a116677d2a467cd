import { StatusError } from '../../../base/errors/status.js'
import { type Steps, Done, isPromise, waitFor } from '../../../base/turns/steps.js'

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
    return { value: run() }
  } catch (error) {
    return faultOf(error)
  }
}

/** The same for what may have to wait. */
export function configuredInSteps<T>(run: () => T | Promise<T>): Steps<Made<T>> {
  const { value, fault } = configured(run)
  if (fault !== undefined) return new Done({ fault })
  return isPromise(value) ? awaited(value) : new Done({ value: value as T }) // as there is no fault
}

function* awaited<T>(promise: PromiseLike<T>): Steps<Made<T>> {
  try {
    return { value: yield* waitFor(promise) }
  } catch (error) {
    return faultOf(error)
  }
}

function faultOf(error: unknown): { readonly fault: string } {
  if (error instanceof ConfigurationError || error instanceof StatusError) return { fault: error.message }
  throw error
}
