/** Work that is done a step at a time, and comes to something in the end. */
export type Steps<T> = Generator<undefined, T, undefined>

/** Does all of it at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Does it a step at a time, letting others work in between. */
export async function finishInTurns<T>(steps: Steps<T>, pause: () => Promise<void>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await pause()
  }
}

/** Makes something of each item, one a step. */
export function* eachInSteps<T, R>(items: Iterable<T>, make: (item: T) => R): Steps<readonly R[]> {
  const all: R[] = []
  for (const item of items) {
    all.push(make(item))
    yield
  }
  return all
}
