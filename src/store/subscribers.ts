import type { Change } from './log.js'
import type { State } from './transaction.js'

/** Called after each commit that changed its table. */
export type Listener = () => void

/**
 * Called before a transaction commits; it may throw. `next` returns the resulting state, and must be called before the
 * guard returns.
 */
export type Guard<T> = (changes: readonly Change<T>[], next: () => State<T>) => void

/** Called with all changes of a commit to any table. */
export type Observer<T> = (changes: readonly Change<T>[]) => void

/** The subscribers that are called before and after commits. */
type Subscribers<T> = {
  readonly listen: (table: string, listener: Listener) => () => void
  readonly observe: (observer: Observer<T>) => () => void
  readonly guard: (guard: Guard<T>) => () => void
  /** Calls every guard; throws what a guard throws. */
  readonly ask: Guard<T>
  /** Calls the observers, then the listeners of the changed tables. */
  readonly tell: (changes: readonly Change<T>[]) => void
  /** Calls every listener. */
  readonly tellAll: () => void
}

/** Makes an empty list of subscribers. */
export function createSubscribers<T>(): Subscribers<T> {
  const listeners = new Map<string, Set<Listener>>()
  const guards = new Set<Guard<T>>()
  const observers = new Set<Observer<T>>()
  const notify = (table: string) => {
    const told = listeners.get(table)
    if (told && told.size > 0) for (const listener of [...told]) listener()
  }
  return {
    listen(table, listener) {
      let set = listeners.get(table)
      if (!set) listeners.set(table, (set = new Set()))
      return added(set, listener)
    },
    observe: (observer) => added(observers, observer),
    guard: (guard) => added(guards, guard),
    ask(changes, next) {
      for (const guard of guards) guard(changes, next)
    },
    tell(changes) {
      for (const observer of observers) observer(changes)
      if (listeners.size === 0) return
      const [only, second] = changes
      if (only && !second) notify(only.table)
      else for (const table of new Set(changes.map((change) => change.table))) notify(table)
    },
    tellAll() {
      for (const table of listeners.keys()) notify(table)
    },
  }
}

function added<T>(set: Set<T>, member: T): () => void {
  set.add(member)
  return () => void set.delete(member)
}
