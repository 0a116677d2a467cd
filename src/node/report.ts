import { isForCaller } from '../base/errors/call-site.js'
import { printable } from './printable.js'

/** Writes a line to standard error. */
export const toStandardError = (line: string): void => void process.stderr.write(`${printable(line)}\n`)

/** Reports an exception, which is a bug of this package, and the request that caused it. */
export function reportFault(error: unknown, request: string): void {
  toStandardError(`fakecluster failed at ${request}\n${error instanceof Error ? error.stack : String(error)}`)
}

/** Reports that a controller failed, and where, unless it is the script of a reaction that is wrong. */
export function reportControllerFault({ message, cause }: Error): void {
  toStandardError(isForCaller(cause) || !(cause instanceof Error) ? message : `${message}\n${cause.stack}`)
}
