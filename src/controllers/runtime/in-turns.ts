import { createParts, unlessPaused, withParts } from '../../base/parts.js'
import type { WriteOptions } from '../../client/types.js'
import type { Draft } from '../../kinds/object-types.js'
import { isNotedLarge } from '../../rest/write/steps.js'
import type { KubeObject } from '../../schema/object.js'
import type { WorkSteps, World } from './types.js'

/** Where a world has what is done in turns: what takes a controller long keeps nobody waiting. */
export const TURNS = Symbol('turns')

/** What a world has there. */
export type Turns = {
  /** Leaves the rest to another turn. */
  readonly pause: () => WorkSteps<void>
  readonly create: (kind: string, object: Draft<string>, owner: KubeObject) => WorkSteps<KubeObject>
  readonly update: (kind: string, object: Draft<string>, options?: WriteOptions) => WorkSteps<KubeObject>
}

// What takes microseconds for each of so many is enough for a turn.
const MANY = 4000

/** In how many turns something is looked at: what does not end in so many is done at once. */
const MOST_TURNS = 1000

// The engine gives it to each.
const turnsOf = (world: World): Turns => (world as World & { readonly [TURNS]: Turns })[TURNS]

/**
 * Work in steps of which the first is done now: what comes to its end there was done at once, as nearly all is that is
 * not long.
 */
export function begun<T>(steps: WorkSteps<T>): T | WorkSteps<T> {
  const { done, value } = steps.next(false)
  return done ? value : rest(steps)
}

function* rest<T>(steps: WorkSteps<T>): WorkSteps<T> {
  for (;;) {
    const { done, value } = steps.next(yield)
    if (done) return value
  }
}

/** Creates an object for its owner; that of a large owner in several turns. */
export const createInTurns = <T extends KubeObject>(
  world: World,
  kind: string,
  object: Draft<string>,
  owner: KubeObject,
): WorkSteps<T> => turnsOf(world).create(kind, object, owner) as WorkSteps<T> // the kind's name tells what comes

/** Replaces an object; a large one in several turns. */
export const updateInTurns = <T extends KubeObject>(
  world: World,
  kind: string,
  object: Draft<string>,
  options?: WriteOptions,
): WorkSteps<T> => turnsOf(world).update(kind, object, options) as WorkSteps<T> // as above

/**
 * Leaves the rest to another turn after something of so many parts, where that was long; returns how many of them were
 * done in the turn that follows, or goes on.
 */
export function* restAfter(world: World, parts: number): WorkSteps<number> {
  if (parts < MANY) return parts
  yield* turnsOf(world).pause()
  return 0
}

/** Leaves the rest to another turn where an object is so large that whatever is done with it is long. */
export function* restBeside(world: World, object: KubeObject): WorkSteps<void> {
  if (isNotedLarge(object)) yield* turnsOf(world).pause()
}

/** What some work comes to that only looks; the parts of a long one are done in several turns. */
export function* madeInTurns<T>(world: World, work: () => T): WorkSteps<T> {
  let turns = 0
  const parts = createParts(() => ++turns <= MOST_TURNS)
  const attempt = () => unlessPaused(() => ({ made: withParts(parts, work) }))
  let result = attempt()
  while (!result) {
    yield* turnsOf(world).pause()
    result = attempt()
  }
  return result.made
}
