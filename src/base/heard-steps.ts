/** After how many steps it is told again. */
const EACH = 1000

let hear: ((done: number) => void) | undefined
let done = 0

/**
 * Tells how many steps of something long are done, until what it returns is called. There is one listener in a process:
 * what takes long lets nothing else run, so nobody else's steps are among them.
 */
export function hearSteps(listener: (done: number) => void): () => void {
  hear = listener
  done = 0
  return () => void (hear = undefined)
}

/** Notes a step of something that may be long. */
export function stepDone(): void {
  if (hear && ++done % EACH === 0) hear(done)
}
