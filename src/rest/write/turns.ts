import { causeOf } from '../../model/call/cause.js'
import { STALE, conflict } from '../../base/errors/status.js'
import type { Call } from '../../model/call/call.js'
import { createParts, unlessPaused, withParts } from '../../base/turns/work-in-parts.js'
import type { Steps } from '../../base/turns/steps.js'
import type { KubeObject } from '../../schema/object.js'
import type { Transaction } from '../../store/transaction.js'
import type { RestContext } from '../context.js'

/** How often a write starts because others wrote what it had read; then it is done in one turn. */
const MOST_STARTS = 4
/** How often one starts that waits for something outside, which takes turns (MaxRetryWhenPatchConflicts). */
const MOST_TRIES = 5
/** Maximum number of turns for the parts of one piece of work, enough for a body of 3 MiB. */
const MOST_TURNS = 1000

/** Whether a write is done over several turns of the event loop, so that other requests are answered in between. */
export type Turns = {
  /** Whether its body, or the stored object that it changes, is large. */
  isLong: boolean
  /** Set once it has started over so often that it is done in one turn. */
  isLate: boolean
  /** Whether admission has changed the object. */
  isMutated: boolean
  transaction: Transaction<KubeObject> | undefined
  /** What clients are warned of so far. */
  warnings: Set<string> | undefined
}

/** The context of a write as far as its turns go. */
type InTurns = { readonly turns: Turns }

/** Makes the turns of a call that has not begun. */
export const createTurns = ({ body, faults }: Call): Turns => ({
  isLong: body?.long === true && !faults,
  // A call with faults is done in one turn, so that they happen once.
  isLate: faults !== undefined,
  isMutated: false,
  transaction: undefined,
  warnings: undefined,
})

/** Does a part of a long write in as many turns as it takes, and the next part in another one. */
export function* inTurns<T>({ turns }: InTurns, work: () => T): Steps<T> {
  let left = MOST_TURNS
  const parts = createParts(() => mayPause(turns) && left-- > 0)
  for (;;) {
    const result = unlessPaused(() => ({ made: withParts(parts, work) }))
    if (mayPause(turns)) yield
    if (result) return result.made
  }
}

// What is written takes the next revision, which no other write may take meanwhile.
const mayPause = ({ isLate, transaction }: Turns): boolean => !isLate && !transaction?.hasWritten()

/** Tells whether a write turns out to be long, as the object that it changes is large; it goes on in another turn. */
export function becomesLong({ turns }: InTurns, old: KubeObject): boolean {
  if (turns.isLong || turns.isLate || !isNotedLarge(old)) return false
  turns.isLong = true
  return true
}

/**
 * Runs a transaction of a call. It starts over if others have written, in a turn in between, what it had read by then.
 *
 * @throws StatusError 409 if that happens each time it waits for something outside
 */
export const transact = <R>(
  { store, turns }: Pick<RestContext, 'store'> & InTurns,
  call: Call,
  run: (transaction: Transaction<KubeObject>) => Steps<R>,
): Steps<R> => {
  const { warnings } = turns
  const before = warnings && [...warnings]
  return store.transactInSteps((transaction, starts) => {
    turns.transaction = transaction
    if (starts > 1) turns.warnings = before && new Set(before)
    if (starts > MOST_STARTS) turns.isLate = true
    if (starts > MOST_TRIES) throw conflict(call.target.def.resourceSubject, call.target.name, STALE)
    return run(transaction)
  }, causeOf(call))
}

const large = new WeakSet<object>()

/** Marks a stored object as large: all work on it is long. */
export const noteLarge = (stored: KubeObject): void => void large.add(stored)

/** Tells whether a stored object is marked as large. */
export const isNotedLarge = (stored: object): boolean => large.has(stored)
