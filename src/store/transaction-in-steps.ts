import { type Steps, passedOn } from '../base/turns/steps.js'
import {
  OVERTAKEN,
  type Pending,
  type Present,
  type State,
  type Transaction,
  type Writes,
  beginTransaction,
} from './transaction.js'

/** The store of a transaction that is run in steps. */
export type Source<T> = Present<T> & {
  /** Runs something while nothing else may write. */
  readonly alone: <R>(run: () => R) => R
  /** Checks what a transaction would commit, and the state that would result. */
  readonly ask: (writes: Writes<T>, proposed: () => State<T>) => void
  readonly commit: (writes: Writes<T>) => void
}

/** Runs a transaction as Store.transactInSteps says; `mustBeCurrent` throws if the state was replaced. */
export function* transactInSteps<T, R>(
  source: Source<T>,
  mustBeCurrent: () => void,
  run: (transaction: Transaction<T>, starts: number) => Steps<R>,
  cause: unknown,
): Steps<R> {
  for (let starts = 1; ; starts++) {
    const pending = beginTransaction(source, cause)
    let steps: Steps<R> | undefined
    let resume = () => (steps = run(pending.transaction, starts)).next()
    const step = () => asked(source, pending, resume())
    try {
      for (;;) {
        const { done, value } = source.alone(step)
        const writes = pending.writes()
        if (done) {
          if (writes && writes.changes.length > 0) source.commit(writes)
          return value
        }
        if (writes) throw new TypeError('a transaction must not pause or wait once it has written')
        if (steps) resume = yield* passedOn(steps, value)
        pending.pause()
        mustBeCurrent()
      }
    } catch (error) {
      if (error !== OVERTAKEN) throw error
    }
  }
}

/** Checks what a step would commit, if it is the last. */
function asked<T, S extends { readonly done?: boolean }>(
  { ask }: Source<T>,
  { writes, proposed }: Pending<T>,
  step: S,
): S {
  const made = step.done ? writes() : undefined
  if (made) ask(made, () => proposed(made))
  return step
}
