import type { ActingPhase, Actions } from './actions.js'
import { refusePromise } from '../../base/turns/promises.js'
import { actionShape } from './hook-shape.js'
import { describeProblems } from '../../base/check/problem.js'
import { type StatusLike, isStatusLike } from './status.js'

/**
 * Returns the result of a hook's function as an action.
 *
 * @throws TypeError if it is not one
 */
export function actionOf<P extends ActingPhase>(phase: P, value: Actions[P] | StatusLike, site: string): Actions[P] {
  const action = isStatusLike(value) ? { status: value } : value
  const problems = actionShape(phase).check(action, [])
  if (problems.length > 0)
    throw new TypeError(`the ${phase} hook of ${site} returned an invalid value: ${describeProblems(problems)}`)
  // Just validated; a status is an action in every phase.
  return action as Actions[P]
}

/**
 * Rejects a promise where the phase is synchronous.
 *
 * @throws TypeError
 */
export function failPromise(phase: ActingPhase, value: unknown, site: string): void {
  refusePromise(
    value,
    () =>
      `the ${phase} hook of ${site} returned a promise; it has to answer at once, so do the waiting elsewhere and keep what it found in a variable`,
  )
}
