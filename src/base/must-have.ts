/**
 * The value where our own code made sure that there is one.
 *
 * @param what names it in the message, as in `the name of a stored object`
 * @throws Error where it is absent: a bug of ours, never the reply to a request
 */
export function mustHave<T>(value: T | null | undefined, what: string): T {
  if (value === undefined || value === null) throw new Error(`fakecluster has a bug: ${what} is missing`)
  return value
}
