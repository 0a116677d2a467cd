/** A wrong command line. The message says what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
