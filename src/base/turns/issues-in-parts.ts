import { append } from '../lists/lists.js'
import { countIssue, countingOn } from '../errors/issue-count.js'
import type { Issue } from '../errors/issue.js'
import { areParted, inParts, placeOf, progressOf, stepsInParts } from './work-in-parts.js'
import type { Steps } from './steps.js'

/**
 * Collects the issues of the `size` parts of a value, in several turns if there are many. `place` identifies the
 * validation among those of the same value.
 *
 * @throws PAUSE as {@link inParts} does
 */
export function issuesInParts(
  value: object,
  place: unknown,
  size: number,
  find: (i: number) => readonly Issue[],
): readonly Issue[] {
  const found = areParted(size) ? progressOf(value, place, begin) : begin()
  // Issues found in earlier turns count again in each turn.
  found.issues.forEach(countIssue)
  inParts(found, place, size, begin, (_, i) => append(found.issues, find(i)))
  return found.issues
}

const begin = (): { readonly issues: Issue[] } => ({ issues: [] })

/**
 * Collects the issues of a validation that runs in steps, over several turns if there are many.
 *
 * @throws PAUSE as {@link stepsInParts}
 */
export function issuesInSteps(value: object, place: object, find: () => Steps<readonly Issue[]>): readonly Issue[] {
  const state = progressOf(value, placeOf(issuesInSteps, place), () => ({ found: 0 }))
  return countingOn(
    state.found,
    (found) => (state.found = found),
    () => stepsInParts(value, place, find),
  )
}
