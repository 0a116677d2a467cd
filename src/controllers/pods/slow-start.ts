import type { Steps } from '../../base/turns/steps.js'
import { StatusError } from '../../base/errors/status.js'

/** The number of successful calls, and the failure that stopped them. */
type Started = { readonly made: number; readonly failure: StatusError | undefined }

/**
 * Calls a function a number of times, in batches of 1, 2, 4 and so on, and stops after the first batch with a failure,
 * so that few calls are made if all would fail for the same reason. In a batch, the last call is made first and the
 * others follow in order, as the goroutines of the real controllers are scheduled.
 *
 * @param make returns the steps of a call, which may throw a StatusError
 */
export function* slowStart(count: number, make: (index: number) => Steps<unknown> | void): Steps<Started> {
  let done = 0
  let failure: StatusError | undefined
  let from = 0
  for (let batch = Math.min(count, 1); batch > 0 && !failure; batch = Math.min(2 * batch, count - from)) {
    for (let turn = 0; turn < batch; turn++) {
      const index = turn === 0 ? from + batch - 1 : from + turn - 1
      const steps = make(index)
      const refused = steps ? yield* refusal(steps) : undefined
      if (refused) failure ??= refused
      else done++
      yield
    }
    from += batch
  }
  return { made: done, failure }
}

/** Does some work; returns the StatusError that it throws, undefined if it succeeds. Rethrows other errors. */
export function* refusal(steps: Steps<unknown>): Steps<StatusError | undefined> {
  try {
    yield* steps
    return undefined
  } catch (error) {
    if (error instanceof StatusError) return error
    throw error
  }
}

/** Calls a function for each item, one per step; returns the failures. */
export function* refusalsOf<T>(
  list: readonly T[],
  act: (item: T) => Steps<unknown>,
): Steps<readonly (StatusError | undefined)[]> {
  const refusals: (StatusError | undefined)[] = []
  for (const item of list) {
    refusals.push(yield* refusal(act(item)))
    yield
  }
  return refusals
}
