import { append } from '../lists/lists.js'
import { countIssue, countingOn } from '../errors/issue-count.js'
import type { Issue } from '../errors/issue.js'
import { countAtOnce, inParts, namesInParts, placeOf, progressOf, stepsInParts } from './work-in-parts.js'
import type { Steps } from './steps.js'

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
  // There is an item at each index.
  return collected(list, place, list.length, ({ issues }, i) => append(issues, find(list[i] as T, i)))
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
    append(issues, find(name, object[name] as T)) // the object has the name
  })
}

const NONE: readonly Issue[] = []

type Found = { readonly issues: Issue[] }

function collected(value: object, place: unknown, size: number, part: (found: Found, i: number) => void) {
  if (countAtOnce(size)) {
    const found = begin()
    for (let i = 0; i < size; i++) part(found, i)
    return found.issues
  }
  const found = progressOf(value, place, begin)
  // Issues found in earlier turns count again in each turn.
  found.issues.forEach(countIssue)
  return inParts(found, place, size, () => found, part).issues
}

const begin = (): Found => ({ issues: [] })

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
