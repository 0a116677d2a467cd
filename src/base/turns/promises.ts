/** Tells whether a value is a promise of any library. */
export const isPromise = <T>(value: T | PromiseLike<T>): value is PromiseLike<T> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'

/**
 * Rejects a promise where nothing can await it; its own failure is ignored.
 *
 * @param words returns what is wrong and how to fix it
 * @throws TypeError
 */
export function refusePromise(value: unknown, words: () => string): void {
  if (!isPromise(value)) return
  value.then(undefined, () => undefined)
  throw new TypeError(words())
}

/** Wraps a function that changes a draft, which must finish synchronously. */
export const atOnce =
  <T>(recipe: (draft: T) => unknown): ((draft: T) => void) =>
  (draft) =>
    refusePromise(
      recipe(draft),
      () => 'edit: the function returned a promise; it has to change the draft at once, so do the waiting before it',
    )
