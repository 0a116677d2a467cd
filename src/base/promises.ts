/** Tells a promise, of whatever library. */
export const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'

/**
 * Refuses a promise where nothing can wait; what it comes to is nobody's business any more.
 *
 * @param words what is wrong and how to mend it
 * @throws TypeError
 */
export function refusePromise(value: unknown, words: () => string): void {
  if (!isPromise(value)) return
  value.then(undefined, () => undefined)
  throw new TypeError(words())
}

/** A function that changes a draft, which has to be done when it returns. */
export const atOnce =
  <T>(recipe: (draft: T) => unknown): ((draft: T) => void) =>
  (draft) =>
    refusePromise(
      recipe(draft),
      () => 'edit: the function returned a promise; it has to change the draft at once, so do the waiting before it',
    )
