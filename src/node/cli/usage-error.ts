/** A wrong command line. The message is a sentence for people, which says what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
