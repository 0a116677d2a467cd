import { LATEST_TIME } from './time.js'
import { createSortedMap } from '../lists/sorted-map.js'

/** The time of an env; see there. */
export type EnvClock = {
  readonly now: () => number
  readonly setTimer: (run: () => void, ms: number, options?: { readonly background?: boolean }) => () => void
  readonly hold: (until: Promise<unknown>) => void
  readonly advance?: (target: Target) => Promise<void>
  readonly next?: (until?: number) => Promise<boolean>
  /** Puts a virtual clock to a time; its moves that are under way end there. */
  readonly set?: (now: number) => void
  /** Returns a function that undoes what `set` has done to a virtual clock since. */
  readonly mark?: () => () => void
}

/**
 * Returns where to move a clock, given the time at which the move begins. If it throws, the move rejects and nothing
 * has moved.
 */
export type Target = (now: number) => number

/** How to let others go on. */
type Turns = {
  /** Lets promise callbacks and pending I/O callbacks run, and those that follow from them. */
  readonly settle: () => Promise<void>
  /** Lets promise callbacks run, and I/O callbacks that are already pending. */
  readonly turn: () => Promise<void>
}

/** Makes a clock that only moves when it is told to. */
export function createVirtualClock(start: number, { settle, turn }: Turns): EnvClock {
  let now = start
  // Increases when the clock is set: moves that were begun before end then.
  let epoch = 0
  let moving: Promise<unknown> = Promise.resolve()
  const timers = createTimerQueue()
  const { hold, isHeld, free } = createHolds(settle)
  const fire = (timer: { readonly due: number; readonly fire: () => void }) => {
    now = Math.max(now, timer.due)
    timer.fire()
  }
  const move = async (until: number, isOver: () => boolean) => {
    while (!isOver()) {
      // Timers and the promises they settle may set further timers that are due before `until`.
      await free()
      if (isOver()) return
      const first = timers.take(until)
      if (!first) {
        now = Math.max(now, until)
        return
      }
      for (let timer: typeof first | undefined = first; timer; timer = isOver() ? undefined : timers.take(until)) {
        fire(timer)
        await turn()
        if (isHeld()) await free()
      }
    }
  }
  // Moves run one after the other: two at once would both start from the same time.
  const inTurn = <T>(run: (isOver: () => boolean) => Promise<T>): Promise<T> => {
    const begun = epoch
    const moved = moving.then(() => run(() => epoch !== begun))
    moving = moved.catch(() => undefined)
    return moved
  }
  const next = async (until: number, isOver: () => boolean): Promise<boolean> => {
    await free()
    const first = isOver() ? undefined : timers.take(until)
    if (!first) return false
    fire(first)
    await move(now, isOver)
    return true
  }
  return {
    now: () => now,
    set(value) {
      now = value
      epoch++
    },
    mark() {
      const then = { now, epoch }
      return () => void ({ now, epoch } = then)
    },
    setTimer: (run, ms) => timers.add(now + Math.max(0, ms), run),
    hold,
    advance: (target) => inTurn(async (isOver) => move(target(now), isOver)),
    // A timer may be set for a time that no clock reaches.
    next: (until = LATEST_TIME) => inTurn((isOver) => next(until, isOver)),
  }
}

/** Makes an empty set of promises that the clock waits for. */
function createHolds(settle: Turns['settle']) {
  const held = new Set<Promise<unknown>>()
  return {
    isHeld: () => held.size > 0,
    /**
     * Lets others go on; resolves once all of the promises have settled, also those that are added meanwhile, and what
     * waited for them has gone on.
     */
    async free(): Promise<void> {
      await settle()
      while (held.size > 0) {
        await Promise.all(held)
        await settle()
      }
    },
    hold(until: Promise<unknown>): void {
      const done = until.then(
        () => void held.delete(done),
        () => void held.delete(done),
      )
      held.add(done)
    },
  }
}

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
