import type { Call } from '../../api/call.js'
import type { Steps } from '../../api/steps.js'
import { PAUSE, type Parts, createParts, withParts } from '../../base/parts.js'
import type { KubeObject } from '../../schema/object.js'
import type { Store } from '../../store/store.js'
import type { Transaction } from '../../store/transaction.js'

/** How often one step of a call ends its turn: whoever is always written to meanwhile is done at once in the end. */
const MOST_PAUSES = 4
/** In how many turns the parts of a step are done: three MiB have no more that are worth one. */
const MOST_TURNS = 1000

type Done = {
  readonly from: readonly unknown[]
  readonly result: unknown
  /** Each tells whether something it read is still what it was. */
  readonly reads: readonly (() => boolean)[]
  readonly warnings: readonly string[]
  readonly times: number
}

/** A step that is not done: how far it got from that, and what it has read, which it goes on from while that holds. */
type Begun = {
  readonly from: readonly unknown[]
  readonly reads: (() => boolean)[]
  readonly parts: Parts
  readonly times: number
}

/** What a step has read, written and warned of so far. */
type Under = { readonly reads: (() => boolean)[]; readonly warnings: string[]; hasWritten: boolean }

/** What the steps of a call work with in its present turn. */
type Turn = {
  transaction?: Transaction<KubeObject>
  log?: Store<KubeObject>['log']
  warn: (text: string) => void
  /** The step that is being done. */
  under?: Under | undefined
}

/** Begins the steps of a call. Without `pauses` all of them are done in one turn. */
export function createSteps({ pauses }: { readonly pauses: boolean }): Steps {
  const known = new Map<string, Done>()
  const open = new Map<string, Begun>()
  const turn: Turn = { warn: () => undefined }
  const begun = (name: string, from: readonly unknown[]): Begun => {
    const before = open.get(name)
    if (before && isSame(before.from, from) && before.reads.every((holds) => holds())) return before
    const times = (before?.times ?? known.get(name)?.times ?? 0) + 1
    let turns = 0
    // What it writes in one turn is gone in the next.
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
        return before.result as T // what a step of this name comes to
      }
      const { reads, parts, times } = begun(name, from)
      const under: Under = { reads, warnings: [], hasWritten: false }
      const result = during(turn, under, () => withParts(pauses && !isSlight ? parts : undefined, work))
      open.delete(name)
      // What it writes it has to write again in the turn that commits.
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

/** A transaction that notes what a step reads in it. */
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

/** What a part of a verb comes to: of most calls now, of a long one in a turn of its own. */
export const step = <T>({ steps }: Call, name: string, from: readonly unknown[], work: () => T): T =>
  steps ? steps.take(name, from, false, work) : work()

/** The same for what takes no time, but is a value that other steps are made from. */
export const slightStep = <T>({ steps }: Call, name: string, from: readonly unknown[], work: () => T): T =>
  steps ? steps.take(name, from, true, work) : work()

const large = new WeakSet<object>()

/** Remembers of a stored object that whatever is done with it is long. */
export const noteLarge = (stored: KubeObject): void => void large.add(stored)

/** Tells whether whatever is done with a stored object is long. */
export const isNotedLarge = (stored: object): boolean => large.has(stored)

/** Has the call of whoever writes to a large object begin anew, in steps. */
export function needSteps(call: Call, old: KubeObject): void {
  if (large.has(old)) askForSteps(call)
}

/** Has a call begin anew in steps, unless it does. What a script does to it as it is carried out is not done twice. */
export function askForSteps({ steps, faults }: Call): void {
  if (!steps && !faults) throw PAUSE
}
