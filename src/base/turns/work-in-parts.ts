import { atTurnEnd } from '../time/event-loop.js'
import { namesOf } from '../json/member-names.js'
import { type Steps, finish, finishInTurns } from './steps.js'

/** Thrown when the rest of the work is left to the next turn. */
export const PAUSE = new Error('the rest of this work is for its next turn')

/** The work of one turn before other requests are served: a few milliseconds, in parts that take microseconds. */
const MOST_PARTS = 2500
// Anything with fewer parts is done at once.
const LEAST_PARTS = 16

/**
 * The progress of long work. The work is started again in each turn with the same values; functions that process long
 * lists in parts continue where they were.
 */
type Parts = {
  readonly states: Map<object, Map<unknown, unknown>>
  /** Tells whether the turn may end here. */
  readonly mayPause: () => boolean
  /** The number of parts done in this turn. */
  done: number
}

/** Makes the progress of work that has not started. */
export const createParts = (mayPause: () => boolean = () => true): Parts => ({ states: new Map(), mayPause, done: 0 })

// The progress of the running work. There is only one, as the work is synchronous.
let current: Parts | undefined

/**
 * Runs work with its progress; without one all of it is done at once.
 *
 * @throws PAUSE if it must be called again in another turn
 */
export function withParts<T>(parts: Parts | undefined, work: () => T): T {
  const outer = current
  current = parts
  if (parts) parts.done = 0
  try {
    return work()
  } finally {
    current = outer
  }
}

/** Returns the result of some work; undefined if its rest is left to the next turn. */
export function unlessPaused<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error === PAUSE) return undefined
    throw error
  }
}

/** Does work in as many steps as it takes, which go on from the progress of `parts`. */
export function* inSteps<T>(work: () => T, parts = createParts()): Steps<T> {
  for (;;) {
    const result = unlessPaused(() => ({ made: withParts(parts, work) }))
    if (result) return result.made
    yield
  }
}

/** Runs work in as many turns as it takes, calling `pause` between them. */
export const inTurns = <T>(work: () => T, pause: () => Promise<void>): Promise<T> => finishInTurns(inSteps(work), pause)

// The parts that were done at once in this turn, by all work together.
let atOnce = 0

/**
 * Returns the result of some work: synchronously if it is short, and not much was done at once in this turn; else after
 * as many turns as it takes.
 */
export function atOnceOrInTurns<T>(work: () => T, pause: () => Promise<void>): T | Promise<T> {
  const parts = createParts()
  const attempt = () => unlessPaused(() => ({ made: withParts(parts, work) }))
  const goOn = async (): Promise<T> => {
    for (;;) {
      await pause()
      const result = attempt()
      if (result) return result.made
    }
  }
  if (atOnce >= MOST_PARTS) return goOn()
  const first = attempt()
  if (atOnce === 0 && parts.done > 0) atTurnEnd(() => (atOnce = 0))
  atOnce += parts.done
  return first ? first.made : goOn()
}

/** Tells whether the running work is done in several turns. */
export const isInTurns = (): boolean => current !== undefined

/** Tells whether this many parts are processed in several turns. */
export const areParted = (size: number): boolean => current !== undefined && size >= LEAST_PARTS

/** Tells whether so few parts are processed at once, and counts them if so. */
export function countAtOnce(size: number): boolean {
  if (!current) return true
  if (size >= LEAST_PARTS) return false
  current.done += size
  return true
}

/** Returns the progress of a place on a value; if there is none yet, or work is done at once, what `begin` makes. */
export function progressOf<S>(value: object, place: unknown, begin: () => S): S {
  if (!current) return begin()
  let states = current.states.get(value)
  if (!states) current.states.set(value, (states = new Map()))
  if (!states.has(place)) states.set(place, begin())
  return states.get(place) as S // made by `begin` of that place
}

/** Forgets the progress of a place on a value, which is done. */
export function forgetProgress(value: object, place: unknown): void {
  const states = current?.states.get(value)
  if (states?.delete(place) && states.size === 0) current?.states.delete(value)
}

/**
 * Marks a part as done and its result as kept.
 *
 * @throws PAUSE if the turn has done enough
 */
export function endPart(): void {
  if (current && ++current.done >= MOST_PARTS && current.mayPause()) throw PAUSE
}

/**
 * Leaves what follows to another turn.
 *
 * @throws PAUSE if there may be one
 */
export function endTurn(): void {
  if (current?.mayPause()) throw PAUSE
}

/** Counts work that is not otherwise reported, as that many parts. */
export function countParts(done: number): void {
  if (current) current.done += done
}

/**
 * Processes the `size` parts of a value. A part must change the state only at its end: a part in which a turn ends is
 * started again. `place` identifies the operation among those on the same value.
 *
 * @throws PAUSE as {@link endPart} does
 */
export function inParts<S>(
  value: object,
  place: unknown,
  size: number,
  begin: () => S,
  part: (state: S, i: number) => void,
): S {
  if (countAtOnce(size)) {
    const state = begin()
    for (let i = 0; i < size; i++) part(state, i)
    return state
  }
  const progress = progressOf(value, place, () => ({ state: begin(), done: 0 }))
  while (progress.done < size) {
    part(progress.state, progress.done)
    progress.done++
    endPart()
  }
  return progress.state
}

/** Processes items as {@link inParts} does; `part` returns how many parts the item counts for. */
export function throughItems<T, S>(
  items: readonly T[],
  place: unknown,
  begin: () => S,
  part: (state: S, item: T) => number,
): S {
  const progress = progressOf(items, place, () => ({ state: begin(), done: 0 }))
  for (const item of progress.done === 0 ? items : items.slice(progress.done)) {
    countParts(part(progress.state, item))
    progress.done++
    endPart()
  }
  return progress.state
}

/** Maps items to a list; each counts as `cost` parts. */
export const mapInParts = <T, R>(
  items: readonly T[],
  place: unknown,
  cost: number,
  map: (item: T) => R,
): readonly R[] =>
  throughItems(
    items,
    place,
    (): R[] => [],
    (all, item) => {
      all.push(map(item))
      return cost
    },
  )

/**
 * Does work in steps of one part each, and continues in each turn where the last one ended. A step must not end the
 * turn itself; work that throws starts over when it is requested again.
 *
 * @throws PAUSE as {@link endPart}
 */
export function stepsInParts<T>(value: object, place: unknown, begin: () => Steps<T>): T {
  if (!current) return finish(begin())
  const progress = progressOf(value, place, (): { readonly steps: Steps<T>; end?: { readonly value: T } } => ({
    steps: begin(),
  }))
  try {
    while (!progress.end) {
      const { done, value: made } = progress.steps.next()
      if (done) progress.end = { value: made }
      else if (++current.done >= MOST_PARTS && current.mayPause()) throw PAUSE
    }
  } catch (error) {
    if (error !== PAUSE) forgetProgress(value, place)
    throw error
  }
  return progress.end.value
}

// For fewer members, listing the names is faster than looking them up.
const MANY_NAMES = 1000

/**
 * Returns the names of an object's members; in work of several turns those of an object with thousands are listed once.
 */
export function namesInParts(value: object): readonly string[] {
  if (!current) return namesOf(value)
  const known = current.states.get(value)?.get(namesInParts)
  if (known) return known as readonly string[] // nothing else is stored under that place
  const names = namesOf(value)
  return names.length > MANY_NAMES ? progressOf(value, namesInParts, () => names) : names
}

/** Processes the members of an object as {@link inParts} does. */
export function inMembers<S>(value: object, place: unknown, begin: () => S, part: (state: S, name: string) => void): S {
  const names = namesInParts(value)
  return inParts(value, place, names.length, begin, (state, i) => part(state, names[i] ?? ''))
}

/**
 * Makes something of a value at once, in a turn of its own.
 *
 * @throws PAUSE after it
 */
export function apart<T>(value: object, place: unknown, make: () => T): T {
  if (!current) return make()
  let isNew = false
  const made = progressOf(value, place, () => {
    isNew = true
    return { made: make() }
  })
  if (isNew && current.mayPause()) throw PAUSE
  return made.made
}

const places = new WeakMap<object, WeakMap<object, object>>()

/** Returns the place for a pair of a function and a parameter of it, always the same object for the same pair. */
export function placeOf(maker: object, by: object): object {
  if (!current) return maker // work that is done at once has no places
  let own = places.get(maker)
  if (!own) places.set(maker, (own = new WeakMap()))
  let place = own.get(by)
  if (!place) own.set(by, (place = {}))
  return place
}
