import { type Intervals, countOf, countShared, parseIntervals } from './intervals.js'
import type { JobSpec } from './job.js'

/** By which rule of its policy a Job has succeeded, in the words of its condition; undefined where by none. */
export function successBy({ successPolicy, completions = 0 }: JobSpec, succeeded: Intervals): string | undefined {
  if (succeeded.length === 0) return undefined
  const at = (successPolicy?.rules ?? []).findIndex(({ succeededIndexes, succeededCount }) => {
    if (succeededIndexes === undefined) return succeededCount !== undefined && countOf(succeeded) >= succeededCount
    const asked = parseIntervals(succeededIndexes, completions)
    if (asked.length === 0) return false
    const shared = countShared(asked, succeeded)
    return shared === countOf(asked) || (succeededCount !== undefined && shared >= succeededCount)
  })
  return at < 0 ? undefined : `Matched rules at index ${at}`
}
