import { forCaller } from '../base/call-site.js'

/** A text or a value that is no Bundle, or one that cannot be read; the message says what it is, and how to mend it. */
export class BundleError extends Error {
  override readonly name = 'BundleError'
  constructor(...given: ConstructorParameters<typeof Error>) {
    super(...given)
    forCaller(this)
  }
}
