import { createSortedMap } from '../lists/sorted-map.js'

/** A due timer. */
type Due = { readonly due: number; readonly fire: () => void }

/** Timers sorted by due time; those due at the same time in the order they were set. */
type TimerQueue = {
  /** Adds a timer; returns a function that removes it. */
  readonly add: (due: number, fire: () => void) => () => void
  /** Removes and returns the first timer due by `until`; undefined if there is none. */
  readonly take: (until: number) => Due | undefined
}

type Timer = Due & { readonly order: number }

/** Makes an empty queue: a sorted map, so that thousands of timers are as cheap as a few. */
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
