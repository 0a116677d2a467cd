import type { Issue } from './issue.js'
import { countAtOnce, inParts, namesInParts, placeOf, progressOf, stepsInParts } from '../turns/work-in-parts.js'
import type { Steps } from '../turns/steps.js'

/**
 * Collects the issues of the items of a list, in several turns if there are many. `place` identifies the validation
 * among those of the same list.
 *
 * @throws PAUSE as {@link inParts} does
 */
export function issuesOfItems<T>(
  list: readonly T[],
  place: unknown,
  find: (item: T, i: number) => readonly Issue[],
): readonly Issue[] {
  if (list.length === 0) return NONE
  return collected(list, place, list.length, ({ issues }, i) => {
    // There is an item at each index.
    for (const issue of find(list[i] as T, i)) issues.push(issue)
  })
}

/** Collects the issues of the members of an object as {@link issuesOfItems} does. */
export function issuesOfMembers<T>(
  object: { readonly [name: string]: T },
  place: unknown,
  find: (name: string, member: T) => readonly Issue[],
): readonly Issue[] {
  const names = namesInParts(object)
  if (names.length === 0) return NONE
  return collected(object, place, names.length, ({ issues }, i) => {
    const name = names[i] ?? ''
    for (const issue of find(name, object[name] as T)) issues.push(issue) // the object has the name
  })
}

const NONE: readonly Issue[] = []

type Found = { readonly issues: Issue[] }

function collected(value: object, place: unknown, size: number, part: (found: Found, i: number) => void) {
  if (countAtOnce(size)) {
    const found: Found = { issues: [] }
    for (let i = 0; i < size; i++) part(found, i)
    return found.issues
  }
  const found = progressOf(value, place, (): Found => ({ issues: [] }))
  // Issues found in earlier turns count again in each turn.
  found.issues.forEach(countIssue)
  return inParts(found, place, size, () => found, part).issues
}

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

/**
 * The maximum number of field errors reported for one object. A real server reports all of them, and a request can
 * cause as many as it has bytes.
 */
export const MOST_ISSUES = 20_000

/** Thrown when an object has more field errors than are reported. */
class TooManyIssues extends Error {
  override readonly name = 'TooManyIssues'
}

let left = Infinity

/** Counts one more field error. Throws TooManyIssues beyond the limit, inside {@link withinIssues}. */
export function countIssue(): void {
  if (--left < 0) throw new TooManyIssues()
}

/**
 * Continues a validation that found `before` field errors in earlier turns; `note` is called with the number found so
 * far.
 */
function countingOn<T>(before: number, note: (found: number) => void, find: () => T): T {
  for (let i = 0; i < before; i++) countIssue()
  const begun = left
  try {
    return find()
  } finally {
    // Outside of withinIssues nothing is counted.
    note(before + (begun === Infinity ? 0 : begun - left))
  }
}

/**
 * Runs a validation that may find at most {@link MOST_ISSUES} field errors; beyond that returns what `refuse` returns.
 */
export function withinIssues<T>(find: () => T, refuse: () => T): T {
  const before = left
  left = MOST_ISSUES
  try {
    return find()
  } catch (error) {
    if (error instanceof TooManyIssues) return refuse()
    throw error
  } finally {
    left = before
  }
}
