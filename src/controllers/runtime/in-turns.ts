import { createParts, unlessPaused, withParts } from '../../base/turns/work-in-parts.js'
import type { WriteOptions } from '../../server/client/types.js'
import type { Draft } from '../../kinds/object-types.js'
import { isNotedLarge } from '../../rest/write/turns.js'
import type { KubeObject } from '../../schema/object.js'
import type { WorkSteps, World } from './types.js'

/**
 * The member of a world with operations that run over several turns, so that long work does not block the event loop.
 */
export const TURNS = Symbol('turns')

/** The operations of that member. */
export type Turns = {
  /** Continues in a later turn. */
  readonly pause: () => WorkSteps<void>
  readonly create: (kind: string, object: Draft<string>, owner: KubeObject) => WorkSteps<KubeObject>
  readonly update: (kind: string, object: Draft<string>, options?: WriteOptions) => WorkSteps<KubeObject>
}

// At some microseconds per item, this many items fill a turn.
const MANY = 4000

/** Most turns that a computation is split into; what is not done by then runs to its end at once. */
const MOST_TURNS = 1000

// The engine sets it on every world.
const turnsOf = (world: World): Turns => (world as World & { readonly [TURNS]: Turns })[TURNS]

/**
 * Runs the first step of some work immediately; returns its result if that finished it, as it nearly always does,
 * otherwise the remaining steps.
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

/** Creates an object for its owner; in several turns if the owner is large. */
export const createInTurns = <T extends KubeObject>(
  world: World,
  kind: string,
  object: Draft<string>,
  owner: KubeObject,
): WorkSteps<T> => turnsOf(world).create(kind, object, owner) as WorkSteps<T> // the kind's name determines the type

/** Replaces an object; in several turns if it is large. */
export const updateInTurns = <T extends KubeObject>(
  world: World,
  kind: string,
  object: Draft<string>,
  options?: WriteOptions,
): WorkSteps<T> => turnsOf(world).update(kind, object, options) as WorkSteps<T> // as above

/** Yields to another turn after many parts; returns how many of them count for the turn that follows or goes on. */
export function* restAfter(world: World, parts: number): WorkSteps<number> {
  if (parts < MANY) return parts
  yield* turnsOf(world).pause()
  return 0
}

/** Yields to another turn if the object is so large that anything done with it takes long. */
export function* restBeside(world: World, object: KubeObject): WorkSteps<void> {
  if (isNotedLarge(object)) yield* turnsOf(world).pause()
}

/** Runs a computation without side effects, in several turns if it takes long, and returns its result. */
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
