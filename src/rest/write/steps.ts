import type { Call } from '../../api/call.js'
import type { Steps } from '../../api/steps.js'
import { PAUSE, type Parts, createParts, withParts } from '../../base/parts.js'
import type { KubeObject } from '../../schema/object.js'
import type { Store } from '../../store/store.js'
import type { Transaction } from '../../store/transaction.js'

/**
 * How often one step may end its turn: a step that concurrent writes invalidate again and again is finally done at
 * once.
 */
const MOST_PAUSES = 4
/** Maximum number of turns for the parts of one step, enough for a body of 3 MiB. */
const MOST_TURNS = 1000

type Done = {
  readonly from: readonly unknown[]
  readonly result: unknown
  /** Each tells whether something the step has read is unchanged. */
  readonly reads: readonly (() => boolean)[]
  readonly warnings: readonly string[]
  readonly times: number
}

/**
 * An unfinished step: its inputs, what it has read, and its progress, which it resumes while the former are unchanged.
 */
type Begun = {
  readonly from: readonly unknown[]
  readonly reads: (() => boolean)[]
  readonly parts: Parts
  readonly times: number
}

/** What the current step has read, written and warned of so far. */
type Under = { readonly reads: (() => boolean)[]; readonly warnings: string[]; hasWritten: boolean }

/** The state of the steps of a call in the current turn. */
type Turn = {
  transaction?: Transaction<KubeObject>
  log?: Store<KubeObject>['log']
  warn: (text: string) => void
  /** The step that is running. */
  under?: Under | undefined
}

/** Makes the steps of a call. Without `pauses`, all of them are done in one turn. */
export function createSteps({ pauses }: { readonly pauses: boolean }): Steps {
  const known = new Map<string, Done>()
  const open = new Map<string, Begun>()
  const turn: Turn = { warn: () => undefined }
  const begun = (name: string, from: readonly unknown[]): Begun => {
    const before = open.get(name)
    if (before && isSame(before.from, from) && before.reads.every((holds) => holds())) return before
    const times = (before?.times ?? known.get(name)?.times ?? 0) + 1
    let turns = 0
    // Writes of an abandoned turn are lost, so a step that has written must not pause.
    const parts = createParts(() => times <= MOST_PAUSES && !turn.under?.hasWritten && ++turns <= MOST_TURNS)
    const next: Begun = { from, reads: [], parts, times }
    open.set(name, next)
    return next
  }
  return {
    take<T>(name: string, from: readonly unknown[], isSlight: boolean, work: () => T): T {
      const before = known.get(name)
      if (before && isSame(before.from, from) && before.reads.every((holds) => holds())) {
        before.warnings.forEach((text) => turn.warn(text))
        return before.result as T // the result of the step of this name
      }
      const { reads, parts, times } = begun(name, from)
      const under: Under = { reads, warnings: [], hasWritten: false }
      const result = during(turn, under, () => withParts(pauses && !isSlight ? parts : undefined, work))
      open.delete(name)
      // A step that writes must write again in the turn that commits, so its result is not kept.
      if (under.hasWritten) return result
      known.set(name, { from, result, reads, warnings: under.warnings, times })
      if (pauses && !isSlight && times <= MOST_PAUSES) throw PAUSE
      return result
    },
    pause() {
      if (pauses) throw PAUSE
    },
    noting: (store) => ({
      ...store,
      transact: (run, cause) =>
        store.transact((transaction) => {
          turn.transaction = transaction
          turn.log = store.log
          return run(noting(turn, transaction))
        }, cause),
    }),
    warning(warn) {
      turn.warn = warn
      return (text) => {
        turn.under?.warnings.push(text)
        warn(text)
      }
    },
  }
}

function during<T>(turn: Turn, under: Under, work: () => T): T {
  turn.under = under
  try {
    return work()
  } finally {
    turn.under = undefined
  }
}

/** Returns a transaction that records what a step reads in it. */
function noting(turn: Turn, transaction: Transaction<KubeObject>): Transaction<KubeObject> {
  const noteWrite = () => {
    if (turn.under) turn.under.hasWritten = true
  }
  return {
    ...transaction,
    get(table, key) {
      const object = transaction.get(table, key)
      turn.under?.reads.push(() => turn.transaction?.get(table, key) === object)
      return object
    },
    table(name) {
      const changes = turn.log?.(name)
      const end = changes?.end()
      turn.under?.reads.push(() => turn.log?.(name) === changes && changes?.end() === end)
      return transaction.table(name)
    },
    put(table, key, make) {
      noteWrite()
      return transaction.put(table, key, make)
    },
    remove(table, key) {
      noteWrite()
      return transaction.remove(table, key)
    },
  }
}

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean => a.every((value, i) => value === b[i])

/** Runs a part of a verb: directly for most calls, in a turn of its own for a long one. */
export const step = <T>({ steps }: Call, name: string, from: readonly unknown[], work: () => T): T =>
  steps ? steps.take(name, from, false, work) : work()

/** The same for work that takes no time, but whose result is the input of other steps. */
export const slightStep = <T>({ steps }: Call, name: string, from: readonly unknown[], work: () => T): T =>
  steps ? steps.take(name, from, true, work) : work()

const large = new WeakSet<object>()

/** Marks a stored object as large: all work on it is long. */
export const noteLarge = (stored: KubeObject): void => void large.add(stored)

/** Tells whether a stored object is marked as large. */
export const isNotedLarge = (stored: object): boolean => large.has(stored)

/** Restarts a call that writes to a large object, in steps. */
export function needSteps(call: Call, old: KubeObject): void {
  if (large.has(old)) askForSteps(call)
}

/**
 * Restarts a call in steps, unless it is in steps already. A call with faults is not restarted, so that they happen
 * once.
 *
 * @throws PAUSE
 */
export function askForSteps({ steps, faults }: Call): void {
  if (!steps && !faults) throw PAUSE
}
