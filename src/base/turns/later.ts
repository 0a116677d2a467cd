/**
 * Calls `go` with a value now, or when the promise of it resolves. A request that waits for nothing creates no promise.
 */
export const later = <T, R>(value: T | Promise<T>, go: (value: T) => R | Promise<R>): R | Promise<R> =>
  value instanceof Promise ? value.then(go) : go(value)

/** Runs something that may fail synchronously or asynchronously, and turns the failure into a value. */
export function orElse<T>(run: () => T | Promise<T>, fail: (error: unknown) => T | Promise<T>): T | Promise<T> {
  try {
    const value = run()
    return value instanceof Promise ? value.catch(fail) : value
  } catch (error) {
    return fail(error)
  }
}
