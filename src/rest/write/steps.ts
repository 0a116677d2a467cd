import type { Call } from '../../api/call.js'
import { PAUSE, type Steps } from '../../api/steps.js'
import type { KubeObject } from '../../schema/object.js'
import type { Store } from '../../store/store.js'
import type { Transaction } from '../../store/transaction.js'

/** How often one step of a call ends its turn: whoever is always written to meanwhile is done at once in the end. */
const MOST_PAUSES = 4

type Done = {
  readonly from: readonly unknown[]
  readonly result: unknown
  /** Each tells whether something it read is still what it was. */
  readonly reads: readonly (() => boolean)[]
  readonly warnings: readonly string[]
  readonly times: number
}

type Under = { readonly reads: (() => boolean)[]; readonly warnings: string[]; hasWritten: boolean }

/** Begins the steps of a call. Without `pauses` all of them are done in one turn. */
export function createSteps({ pauses }: { readonly pauses: boolean }): Steps {
  const known = new Map<string, Done>()
  let under: Under | undefined
  let transaction: Transaction<KubeObject> | undefined
  let log: Store<KubeObject>['log'] | undefined
  let warn: (text: string) => void = () => undefined
  const note = (read: () => boolean) => under?.reads.push(read)
  const noted = (given: Transaction<KubeObject>): Transaction<KubeObject> => ({
    ...given,
    get(table, key) {
      const object = given.get(table, key)
      note(() => transaction?.get(table, key) === object)
      return object
    },
    table(name) {
      const changes = log?.(name)
      const end = changes?.end()
      note(() => log?.(name) === changes && changes?.end() === end)
      return given.table(name)
    },
    put(table, key, make) {
      if (under) under.hasWritten = true
      return given.put(table, key, make)
    },
    remove(table, key) {
      if (under) under.hasWritten = true
      return given.remove(table, key)
    },
  })
  return {
    take<T>(name: string, from: readonly unknown[], isSlight: boolean, work: () => T): T {
      const before = known.get(name)
      if (before && isSame(before.from, from) && before.reads.every((holds) => holds())) {
        before.warnings.forEach((text) => warn(text))
        return before.result as T // what a step of this name comes to
      }
      const own: Under = { reads: [], warnings: [], hasWritten: false }
      under = own
      let result: T
      try {
        result = work()
      } finally {
        under = undefined
      }
      if (own.hasWritten) return result
      const times = (before?.times ?? 0) + (isSlight ? 0 : 1)
      known.set(name, { from, result, reads: own.reads, warnings: own.warnings, times })
      if (pauses && !isSlight && times <= MOST_PAUSES) throw PAUSE
      return result
    },
    pause() {
      if (pauses) throw PAUSE
    },
    noting: (store) => ({
      ...store,
      transact: (run, cause) =>
        store.transact((given) => {
          transaction = given
          log = store.log
          return run(noted(given))
        }, cause),
    }),
    warning(next) {
      warn = next
      return (text) => {
        under?.warnings.push(text)
        next(text)
      }
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

const large = new WeakSet<KubeObject>()

/** Remembers of a stored object that whatever is done with it is long. */
export const noteLarge = (stored: KubeObject): void => void large.add(stored)

/** Has the call of whoever writes to a large object begin anew, in steps. */
export function needSteps(call: Call, old: KubeObject): void {
  if (large.has(old)) askForSteps(call)
}

/** Has a call begin anew in steps, unless it does. What a script does to it as it is carried out is not done twice. */
export function askForSteps({ steps, faults }: Call): void {
  if (!steps && !faults) throw PAUSE
}
