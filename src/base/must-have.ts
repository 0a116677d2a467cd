/**
 * Gives a value that has to be there.
 *
 * @param what names it, in the message
 * @throws Error where it is absent, which is a defect of fakecluster
 */
export function mustHave<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`a defect of fakecluster: there is no ${what}`)
  return value
}
