/** An import that failed because of the server or its contents. The message is a sentence for people. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}
