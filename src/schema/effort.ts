/** The maximum number of steps that validating a value may take: about a second. */
const MOST_EFFORT = 1_000_000

/** The remaining budget of steps. */
export type Effort = {
  /** Takes a number of steps from the budget. Throws TooMuch if it is exhausted. */
  readonly take: (steps: number) => void
}

/** Thrown when the budget of steps is exhausted. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch'
}

/** Makes a full budget. */
export function createEffort(most = MOST_EFFORT): Effort {
  let left = most
  return {
    take(steps) {
      left -= steps
      if (left < 0) throw new TooMuch()
    },
  }
}
