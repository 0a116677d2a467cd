/**
 * The value where our own code made sure that there is one.
 *
 * @throws Error naming `what` is missing: a bug of ours, never the reply to a request
 */
export function present<T>(value: T | null | undefined, what: string): T {
  if (value === undefined || value === null) throw new Error(`fakecluster has a bug: ${what} is missing`)
  return value
}
