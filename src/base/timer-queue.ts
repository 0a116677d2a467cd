import { createSortedMap } from './btree.js'

/** A timer whose time has come. */
type Due = { readonly due: number; readonly fire: () => void }

/** Timers by the time they are due; of those due at once the one set first comes first. */
type TimerQueue = {
  /** Adds a timer; returns what takes it away again. */
  readonly add: (due: number, fire: () => void) => () => void
  /** Takes the first timer that is due by then; undefined where none is. */
  readonly take: (until: number) => Due | undefined
}

type Timer = Due & { readonly order: number }

/** Makes an empty queue: a sorted map, so that thousands of timers cost no more than a few. */
export function createTimerQueue(): TimerQueue {
  const timers = createSortedMap<true, Timer>((a, b) => a.due - b.due || a.order - b.order)
  let order = 0
  return {
    add(due, fire) {
      const timer: Timer = { due, fire, order: order++ }
      timers.set(timer, true)
      return () => void timers.delete(timer)
    },
    take(until) {
      const first = timers.minKey()
      if (!first || first.due > until) return undefined
      timers.delete(first)
      return first
    },
  }
}
