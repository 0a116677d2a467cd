import { append } from './append.js'
import { countIssue } from './issue-count.js'
import type { Issue } from './issue.js'
import { areParted, inParts, progressOf } from './parts.js'

/**
 * What is wrong with the parts of a value, of which there are so many; of many in several turns. The place tells apart
 * what is asked of one value.
 *
 * @throws PAUSE as {@link inParts}
 */
export function issuesInParts(
  value: object,
  place: unknown,
  size: number,
  find: (i: number) => readonly Issue[],
): readonly Issue[] {
  const found = areParted(size) ? progressOf(value, place, begin) : begin()
  // What was found in the turns before counts in each.
  found.issues.forEach(countIssue)
  inParts(found, place, size, begin, (_, i) => append(found.issues, find(i)))
  return found.issues
}

const begin = (): { readonly issues: Issue[] } => ({ issues: [] })
