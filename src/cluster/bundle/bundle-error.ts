import { forCaller } from '../../base/errors/call-site.js'

/**
 * A value or text that is not a Bundle, or a Bundle that cannot be read. The message says what is wrong and what to do.
 */
export class BundleError extends Error {
  override readonly name = 'BundleError'
  constructor(...given: ConstructorParameters<typeof Error>) {
    super(...given)
    forCaller(this)
  }
}
