import { CostExceeded } from './cel-error.js'

// What costs little by a server's count may be much to do: lists that hold lists are compared item by item, and a
// pattern that is made up is read anew each time. So that no rule holds the server, that is counted besides.
const MOST = 2_000_000
let left = MOST

/** Begins to count for another expression. */
export const beginWork = (): void => void (left = MOST)

/** Counts steps of work. Throws CostExceeded where it is too much for one expression. */
export function work(steps: number): void {
  left -= steps
  if (left < 0) throw new CostExceeded()
}
