/**
 * Returns a value that our own code guarantees to be present.
 *
 * @param what names the value in the message, as in `the name of a stored object`
 * @throws Error if it is absent, which is a bug of ours and never a reply to a request
 */
export function mustHave<T>(value: T | null | undefined, what: string): T {
  if (value === undefined || value === null) throw new Error(`fakecluster has a bug: ${what} is missing`)
  return value
}
