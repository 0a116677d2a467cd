/** The most steps that a value and its schema may take: a second or so. */
const MOST_EFFORT = 1_000_000

/** What is left of the steps that may be taken. */
export type Effort = {
  /** Takes so many steps. Throws TooMuch where they are not left. */
  readonly take: (steps: number) => void
}

/** More steps are needed than may be taken. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch'
}

/** Makes what all steps are left of. */
export function createEffort(most = MOST_EFFORT): Effort {
  let left = most
  return {
    take(steps) {
      left -= steps
      if (left < 0) throw new TooMuch()
    },
  }
}
