import { CostExceeded } from './cel-error.js'

// Operations that are cheap by a server's count may take long here: nested lists are compared item by item, and a
// computed pattern is compiled each time. This limit on actual work keeps a rule from blocking the server.
const MOST = 2_000_000
let left = MOST

/** Starts counting for another expression. */
export const beginWork = (): void => void (left = MOST)

/** Counts steps of work. Throws CostExceeded at the limit for one expression. */
export function work(steps: number): void {
  left -= steps
  if (left < 0) throw new CostExceeded()
}
