import { printable } from './printable.js'

/** Writes a line to standard error. */
export const toStandardError = (line: string): void => void process.stderr.write(`${printable(line)}\n`)

/** Reports an exception, which is a bug of this package, and the request that caused it. */
export function reportFault(error: unknown, request: string): void {
  toStandardError(`fakecluster failed at ${request}\n${error instanceof Error ? error.stack : String(error)}`)
}
