/** An import that came to nothing because of the server, or of what it holds. The message is a sentence for people. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}
