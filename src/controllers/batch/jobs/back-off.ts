import { highestOf } from '../../../base/lists/lists.js'
import { finishedAt } from './finished-at.js'
import type { Pod } from '../../pods/pod-state.js'

/** How many pods of a Job have failed since one last succeeded, and when the last did; in the memory of its key. */
export type BackOff = { readonly uid: string; readonly failures: number; readonly last?: number }

const FIRST = 10_000
const LONGEST = 600_000

/** Updates the backoff with newly finished pods. */
export function backOffAfter(before: BackOff, succeeded: readonly Pod[], failed: readonly Pod[]): BackOff {
  const { uid } = before
  const times = failed.map(finishedAt)
  if (succeeded.length === 0)
    return failed.length === 0 ? before : { uid, failures: before.failures + failed.length, last: highestOf(times) }
  const success = highestOf(succeeded.map(finishedAt))
  const after = times.filter((time) => time > success)
  return { uid, failures: after.length, ...(after.length > 0 ? { last: highestOf(after) } : {}) }
}

/** Returns the milliseconds until the next pod may be created: 10 s after the first failure, doubled up to 10 min. */
export function backOffLeft(failures: number, last: number | undefined, now: number): number {
  if (failures === 0 || last === undefined) return 0
  return Math.max(0, Math.min(LONGEST, FIRST * 2 ** (failures - 1)) - (now - last))
}
