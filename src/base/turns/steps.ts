/** Tells whether a value is a promise of any library. */
export const isPromise = <T>(value: T | PromiseLike<T>): value is PromiseLike<T> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'

/**
 * Rejects a promise where nothing can await it; its own failure is ignored.
 *
 * @param words returns what is wrong and how to fix it
 * @throws TypeError
 */
export function refusePromise(value: unknown, words: () => string): void {
  if (!isPromise(value)) return
  value.then(undefined, () => undefined)
  throw new TypeError(words())
}

/** Wraps a function that changes a draft, which must finish synchronously. */
export const atOnce =
  <T>(recipe: (draft: T) => unknown): ((draft: T) => void) =>
  (draft) =>
    refusePromise(
      recipe(draft),
      () => 'edit: the function returned a promise; it has to change the draft at once, so do the waiting before it',
    )

/**
 * Work that pauses, waits or is repeated, with a result at the end: at each `yield` the turn of the event loop may end,
 * and at the `yield` of a promise the work goes on with what it resolves to. Whoever runs it says how: at once
 * ({@link finish}), in turns ({@link finishInTurns}), or in the steps of work of its own (`yield*`).
 */
export type Steps<T> = Generator<Promise<unknown> | undefined, T, unknown>

/** Does a part of some work: at once, or in as many turns as it takes. */
export type InTurns = <T>(work: () => T) => Steps<T>

/** Work of which there is none. */
export type NoSteps = readonly never[]

/** What to go through where there is nothing to do: `yield* NO_STEPS` takes no step. */
export const NO_STEPS: NoSteps = []

/** An iterator that is its own only result. */
class OnlyResult<T> {
  // Declared and assigned, since a field that is defined, even without a value, is a call of its own.
  declare readonly done: true
  declare readonly value: T
  constructor(value: T) {
    this.done = true
    this.value = value
  }
  [Symbol.iterator](): this {
    return this
  }
  next(): this {
    return this
  }
}

/** Work that is done: `new Done(value)`, for which a generator would take twice as long. */
export const Done = OnlyResult as unknown as new <T>(value: T) => Steps<T> // all that is used of one

/** Waits for something outside, unless it is there already. */
export const waitFor = <T>(value: T | PromiseLike<T>): Steps<T> => (isPromise(value) ? awaited(value) : new Done(value))

function* awaited<T>(promise: PromiseLike<T>): Steps<T> {
  return (yield Promise.resolve(promise)) as T // what runs the work goes on with what the promise resolves to
}

/**
 * Does all of the work at once.
 *
 * @throws TypeError if it waits for something outside
 */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (value) throw new TypeError('this work has to wait for something, and is asked for at once')
  }
}

/**
 * Does the work one step at a time, calling `pause` in between, and waiting for what it waits for; work that has begun
 * goes on after its last `step`.
 */
export async function finishInTurns<T>(steps: Steps<T>, pause: () => Promise<void>, step = steps.next()): Promise<T> {
  let next = step
  while (!next.done) {
    let value: unknown
    try {
      value = await (next.value ?? pause())
    } catch (error) {
      next = steps.throw(error)
      continue
    }
    next = steps.next(value)
  }
  return next.value
}

/** Does the work at once if it neither pauses nor waits, else in turns. */
export function finishSoon<T>(steps: Steps<T>, pause: () => Promise<void>): T | Promise<T> {
  const step = steps.next()
  return step.done ? step.value : finishInTurns(steps, pause, step)
}

/** Yields what a step of other work waits for, as a step of one's own; returns the next step of that work. */
export function* passedOn<T>(
  steps: Steps<T>,
  waited: Promise<unknown> | undefined,
): Steps<() => ReturnType<typeof steps.next>> {
  try {
    const value = yield waited
    return () => steps.next(value)
  } catch (error) {
    return () => steps.throw(error)
  }
}

/** Maps items, one per step. */
export function* eachInSteps<T, R>(items: Iterable<T>, make: (item: T) => R): Steps<readonly R[]> {
  const all: R[] = []
  for (const item of items) {
    all.push(make(item))
    yield
  }
  return all
}
