/** The listener is called once per this many steps. */
const EACH = 1000

let hear: ((done: number) => void) | undefined
let done = 0

/**
 * Reports the number of completed steps of a long operation, until the returned function is called. There is one
 * listener per process: a long operation lets nothing else run, so all counted steps are its own.
 */
export function onProgress(listener: (done: number) => void): () => void {
  hear = listener
  done = 0
  return () => void (hear = undefined)
}

/** Counts one step of an operation that may be long. */
export function countStep(): void {
  if (hear && ++done % EACH === 0) hear(done)
}
