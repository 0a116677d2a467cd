/** What is wrong with a command line, and how to mend it. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
