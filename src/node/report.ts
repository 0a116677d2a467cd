/** Writes a line to standard error. */
export const toStandardError = (line: string): void => void process.stderr.write(`${line}\n`)

/** Tells of an exception that is a fault of our own, and of the request that met it. */
export function reportFault(error: unknown, request: string): void {
  toStandardError(`fakecluster failed at ${request}\n${error instanceof Error ? error.stack : String(error)}`)
}
