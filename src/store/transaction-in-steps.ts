import { type Steps, passedOn } from '../base/turns/steps.js'
import type { ChangeLog, ObjectTable } from './log.js'
import type { Pending, Read, Transaction } from './transaction.js'

/** The store of a transaction that is run in steps, as it is at each time. */
export type Source<T> = {
  readonly get: (table: string, key: string) => T | undefined
  readonly table: (table: string) => ObjectTable<T>
  readonly log: (table: string) => ChangeLog<T>
  /** Opens a transaction at the present revision, given what was read last of it. */
  readonly open: (cause: unknown, last: Read<T> | undefined) => Pending<T>
  /** Runs something while nothing else may write. */
  readonly alone: <R>(run: () => R) => R
  /** Checks what a transaction would commit. */
  readonly ask: (pending: Pending<T>) => void
  readonly commit: (pending: Pending<T>) => void
}

/** Thrown by the first write of a transaction, if what it had read was written by others since. */
const OVERTAKEN = new Error('what this transaction has read was written by others since')

/** Runs a transaction as Store.transactInSteps says; `mustBeCurrent` throws if the state was replaced. */
export function* transactInSteps<T, R>(
  source: Source<T>,
  mustBeCurrent: () => void,
  run: (transaction: Transaction<T>, starts: number) => Steps<R>,
  cause: unknown,
): Steps<R> {
  for (let starts = 1; ; starts++) {
    const late = createLateTransaction<T>(source, cause)
    let steps: Steps<R> | undefined
    let resume = () => (steps = run(late.transaction, starts)).next()
    try {
      for (;;) {
        const { done, value } = source.alone(() => {
          const step = resume()
          const pending = step.done && late.pending()
          if (pending) source.ask(pending)
          return step
        })
        const pending = late.pending()
        if (done) {
          if (pending && pending.changes.length > 0) source.commit(pending)
          return value
        }
        if (pending) throw new TypeError('a transaction must not pause or wait once it has written')
        if (steps) resume = yield* passedOn(steps, value)
        late.pause()
        mustBeCurrent()
      }
    } catch (error) {
      if (error !== OVERTAKEN) throw error
    }
  }
}

/**
 * Makes a transaction whose reads are of the present, and which opens with its first write: what it has read has to be
 * unchanged by then.
 */
function createLateTransaction<T>(source: Source<T>, cause: unknown) {
  const objects: Read<T>[] = []
  let ends: Map<string, number> | undefined
  let hasPaused = false
  let pending: Pending<T> | undefined
  const isCurrent = () =>
    objects.every(({ table, key, object }) => source.get(table, key) === object) &&
    [...(ends ?? [])].every(([table, end]) => source.log(table).end() === end)
  const opened = (): Transaction<T> => {
    if (!pending) {
      if (hasPaused && !isCurrent()) throw OVERTAKEN
      pending = source.open(cause, objects.at(-1))
    }
    return pending.transaction
  }
  const get = (table: string, key: string): T | undefined => {
    if (pending) return pending.transaction.get(table, key)
    const object = source.get(table, key)
    objects.push({ table, key, object })
    return object
  }
  const transaction: Transaction<T> = {
    get,
    has: (table, key) => get(table, key) !== undefined,
    table(name) {
      if (pending) return pending.transaction.table(name)
      ends ??= new Map()
      if (!ends.has(name)) ends.set(name, source.log(name).end())
      return source.table(name)
    },
    put: (table, key, make) => opened().put(table, key, make),
    remove: (table, key) => opened().remove(table, key),
    raise: (least) => opened().raise(least),
    hasWritten: () => pending !== undefined,
  }
  return { transaction, pending: () => pending, pause: () => void (hasPaused = true) }
}
