import { StatusError } from '../../base/status.js'
import type { WorkSteps } from '../runtime/types.js'

/** How many were made, and why no more were. */
type Started = { readonly made: number; readonly failure: StatusError | undefined }

/**
 * Does something so many times, in batches of 1, 2, 4 and so on, and stops after the first batch in which one was
 * refused: where all would be refused for one reason few are tried. Of a batch, which the real controllers do at once,
 * the last is the first that gets to its request, and the others follow in order: as goroutines are run.
 *
 * @param make may throw a StatusError
 */
export function* slowStart(count: number, make: (index: number) => WorkSteps<unknown> | void): WorkSteps<Started> {
  let done = 0
  let failure: StatusError | undefined
  let from = 0
  for (let batch = Math.min(count, 1); batch > 0 && !failure; batch = Math.min(2 * batch, count - from)) {
    for (let turn = 0; turn < batch; turn++) {
      const index = turn === 0 ? from + batch - 1 : from + turn - 1
      const refused = yield* refusalOf(made(() => make(index)))
      if (refused) failure ??= refused
      else done++
      yield
    }
    from += batch
  }
  return { made: done, failure }
}

/** What something is made by, in steps or at once. */
function* made(make: () => WorkSteps<unknown> | void): WorkSteps<void> {
  const steps = make()
  if (steps) yield* steps
}

/** {@link refusal} of work in steps. */
export function* refusalOf(steps: WorkSteps<unknown>): WorkSteps<StatusError | undefined> {
  try {
    yield* steps
    return undefined
  } catch (error) {
    if (error instanceof StatusError) return error
    throw error
  }
}

/** Does something for each of a list, a step each; returns what refused some of them. */
export function* refusalsOf<T>(
  list: readonly T[],
  act: (item: T) => void,
): WorkSteps<readonly (StatusError | undefined)[]> {
  const refusals: (StatusError | undefined)[] = []
  for (const item of list) {
    refusals.push(refusal(() => act(item)))
    yield
  }
  return refusals
}

/** What refused a step; undefined where nothing did. Anything else it throws is thrown on. */
export function refusal(step: () => void): StatusError | undefined {
  try {
    step()
    return undefined
  } catch (error) {
    if (error instanceof StatusError) return error
    throw error
  }
}
