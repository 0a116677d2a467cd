/** A timer whose time has come. */
export type Due = { readonly due: number; readonly fire: () => void }

/** Timers by the time they are due; of those due at once the one set first comes first. */
export type TimerQueue = {
  /** Adds a timer; returns what takes it away again. */
  readonly add: (due: number, fire: () => void) => () => void
  /** Takes the first timer that is due by then; undefined where none is. */
  readonly take: (until: number) => Due | undefined
}

type Timer = Due & { readonly order: number; gone: boolean }

const FEW = 64

/** Makes an empty queue: a binary heap, so that thousands of timers cost no more than a few. */
export function createTimerQueue(): TimerQueue {
  let heap: Timer[] = []
  let order = 0
  let gone = 0 // timers taken away that are in the heap still

  const push = (timer: Timer) => {
    let at = heap.length
    for (; at > 0; at = (at - 1) >> 1) {
      const above = heap[(at - 1) >> 1]!
      if (isBefore(above, timer)) break
      heap[at] = above
    }
    heap[at] = timer
  }
  const pop = () => {
    const last = heap.pop()!
    if (heap.length === 0) return
    let at = 0
    for (;;) {
      const left = 2 * at + 1
      if (left >= heap.length) break
      const below = left + 1 < heap.length && isBefore(heap[left + 1]!, heap[left]!) ? left + 1 : left
      if (isBefore(last, heap[below]!)) break
      heap[at] = heap[below]!
      at = below
    }
    heap[at] = last
  }
  const drop = () => {
    if (++gone < FEW || gone * 2 < heap.length) return
    // A sorted array is a heap.
    heap = heap.filter((timer) => !timer.gone).sort((a, b) => (isBefore(a, b) ? -1 : 1))
    gone = 0
  }

  return {
    add(due, fire) {
      const timer: Timer = { due, fire, order: order++, gone: false }
      push(timer)
      return () => {
        if (timer.gone) return
        timer.gone = true
        drop()
      }
    },
    take(until) {
      while (heap.length > 0 && heap[0]!.due <= until) {
        const first = heap[0]!
        pop()
        if (first.gone) gone--
        else {
          first.gone = true
          return first
        }
      }
      return undefined
    },
  }
}

const isBefore = (a: Timer, b: Timer) => a.due < b.due || (a.due === b.due && a.order < b.order)
