import { namesOf } from './names.js'
import { type Steps, finish } from './steps.js'

/** Thrown where the rest of some work is for its next turn. */
export const PAUSE = new Error('the rest of this work is for its next turn')

/** What a turn does of long work before others are answered: a few milliseconds, of parts that take microseconds. */
const MOST_PARTS = 4000
// What has fewer parts is done at once.
const LEAST_PARTS = 16

/**
 * How far some long work got. It is begun anew in each turn, with the same values; what goes through long lists in
 * parts goes on in each where it was.
 */
export type Parts = {
  readonly states: Map<object, Map<unknown, unknown>>
  /** Tells whether the turn may end where it is. */
  readonly mayPause: () => boolean
  /** Parts that the turn has done. */
  done: number
}

/** Makes what is known of work of which nothing is done. */
export const createParts = (mayPause: () => boolean = () => true): Parts => ({ states: new Map(), mayPause, done: 0 })

// Of the work that is being done; there is none beside it, as it does not wait for anything.
let current: Parts | undefined

/**
 * Does work of which the parts are known; without them all of it is done at once.
 *
 * @throws PAUSE where it is to be called again in another turn
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

/** What some work comes to; undefined where the rest of it is for its next turn. */
export function unlessPaused<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error === PAUSE) return undefined
    throw error
  }
}

/** Does work in as many turns as it takes, between which others work. */
export async function inTurns<T>(work: () => T, pause: () => Promise<void>): Promise<T> {
  const parts = createParts()
  for (;;) {
    try {
      return withParts(parts, work)
    } catch (error) {
      if (error !== PAUSE) throw error
    }
    await pause()
  }
}

/** What some work comes to: at once where that is short, else in as many turns as it takes. */
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
  const first = attempt()
  return first ? first.made : goOn()
}

/** Tells whether the work that is done is done in several turns. */
export const isInTurns = (): boolean => current !== undefined

/** Tells whether so many parts are gone through in several turns. */
export const areParted = (size: number): boolean => current !== undefined && size >= LEAST_PARTS

/** What some place made of a value so far; where there is nothing yet, or work is done at once, what it begins with. */
export function progressOf<S>(value: object, place: unknown, begin: () => S): S {
  if (!current) return begin()
  let states = current.states.get(value)
  if (!states) current.states.set(value, (states = new Map()))
  if (!states.has(place)) states.set(place, begin())
  return states.get(place) as S // what `begin` of that place made
}

/** Forgets what a place made of a value, which is done. */
export function forgetProgress(value: object, place: unknown): void {
  const states = current?.states.get(value)
  if (states?.delete(place) && states.size === 0) current?.states.delete(value)
}

/**
 * Says that a part is done, and kept.
 *
 * @throws PAUSE where the turn has done enough
 */
export function endPart(): void {
  if (current && ++current.done >= MOST_PARTS && current.mayPause()) throw PAUSE
}

/**
 * Says that what follows is for another turn.
 *
 * @throws PAUSE where there may be one
 */
export function endTurn(): void {
  if (current?.mayPause()) throw PAUSE
}

/** Says that as much work as so many parts was done, of which nothing else is told. */
export function countParts(done: number): void {
  if (current) current.done += done
}

/**
 * Goes through the parts of a value, of which there are so many. What a part changes in the state it changes at its
 * end: a part in which a turn ends is begun anew. The place tells apart what is made of one value.
 *
 * @throws PAUSE as {@link endPart}
 */
export function inParts<S>(
  value: object,
  place: unknown,
  size: number,
  begin: () => S,
  part: (state: S, i: number) => void,
): S {
  if (!areParted(size)) {
    const state = begin()
    for (let i = 0; i < size; i++) part(state, i)
    countParts(size)
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

/** Goes through items as {@link inParts} does, of which each is as much work as so many parts, as it says. */
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

/** Makes a list of what each item becomes, which is as much work as so many parts. */
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
 * Does work in steps that are a part each, and goes on in each turn where it was. None of them may end the turn itself;
 * work that fails is begun anew when it is asked for again.
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

// Names of fewer are found sooner than it is looked up whether they were.
const MANY_NAMES = 1000

/** The names of an object's members: in work of several turns those of one with thousands are found once. */
export function namesInParts(value: object): readonly string[] {
  const known = current?.states.get(value)?.get(namesInParts)
  if (known) return known as readonly string[] // nothing else is put in that place
  const names = namesOf(value)
  return names.length > MANY_NAMES ? progressOf(value, namesInParts, () => names) : names
}

/** Goes through the members of an object as {@link inParts} does. */
export function inMembers<S>(value: object, place: unknown, begin: () => S, part: (state: S, name: string) => void): S {
  const names = namesInParts(value)
  return inParts(value, place, names.length, begin, (state, i) => part(state, names[i] ?? ''))
}

/**
 * What a place makes of a value at once, in a turn of its own.
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

/** A place that is one for what makes something and what it goes by. */
export function placeOf(maker: object, by: object): object {
  let own = places.get(maker)
  if (!own) places.set(maker, (own = new WeakMap()))
  let place = own.get(by)
  if (!place) own.set(by, (place = {}))
  return place
}
