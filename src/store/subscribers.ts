import type { Change } from './log.js'
import type { State } from './transaction.js'

/** Told of each change after its transaction has committed. */
export type Listener = () => void

/** Looks at a transaction before it is committed. `next`, the state it makes, is to be called before it returns. */
export type Guard<T> = (changes: readonly Change<T>[], next: () => State<T>) => void

/** Told of all changes of a commit, whatever their table. */
export type Observer<T> = (changes: readonly Change<T>[]) => void

/** Who is asked before a commit and told after it. */
type Subscribers<T> = {
  readonly listen: (table: string, listener: Listener) => () => void
  readonly observe: (observer: Observer<T>) => () => void
  readonly guard: (guard: Guard<T>) => () => void
  /** Asks every guard; throws what one of them throws. */
  readonly ask: Guard<T>
  /** Tells observers, then the listeners of the tables that changed. */
  readonly tell: (changes: readonly Change<T>[]) => void
  /** Tells every listener. */
  readonly tellAll: () => void
}

/** Makes a list of subscribers that is empty. */
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
