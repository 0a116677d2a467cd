import { printableLine } from '../../printable.js'

/**
 * An import that failed because of the server or its contents. The message is a sentence for people, which may quote
 * the server.
 */
export class ImportError extends Error {
  override readonly name = 'ImportError'
  constructor(message: string, options?: ErrorOptions) {
    super(printableLine(message), options)
  }
}
