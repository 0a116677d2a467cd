/** Work that is done one step at a time, with a result at the end. */
export type Steps<T> = Generator<undefined, T, undefined>

/** Does all of the work at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Does the work one step at a time, calling `pause` in between. */
export async function finishInTurns<T>(steps: Steps<T>, pause: () => Promise<void>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await pause()
  }
}

/** Maps items, one per step. */
export function* eachInSteps<T, R>(items: Iterable<T>, make: (item: T) => R): Steps<readonly R[]> {
  const all: R[] = []
  for (const item of items) {
    all.push(make(item))
    yield
  }
  return all
}
