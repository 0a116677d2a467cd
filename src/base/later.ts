/** Goes on with a value now, or when a promise of it resolves. A request that waits for nothing costs no promise. */
export const later = <T, R>(value: T | Promise<T>, go: (value: T) => R | Promise<R>): R | Promise<R> =>
  value instanceof Promise ? value.then(go) : go(value)

/** Runs something that may fail now or later, and turns its failure into a value. */
export function orElse<T>(run: () => T | Promise<T>, fail: (error: unknown) => T | Promise<T>): T | Promise<T> {
  try {
    const value = run()
    return value instanceof Promise ? value.catch(fail) : value
  } catch (error) {
    return fail(error)
  }
}
