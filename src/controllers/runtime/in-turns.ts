import { createParts, unlessPaused, withParts } from '../../base/turns/work-in-parts.js'
import type { Steps } from '../../base/turns/steps.js'
import { isNotedLarge } from '../../rest/write/turns.js'
import type { KubeObject } from '../../schema/object.js'
import type { WorldInSteps } from './types.js'

type Pausing = Pick<WorldInSteps, 'pause'>

// At some microseconds per item, this many items fill a turn.
const MANY = 4000

/** Most turns that a computation is split into; what is not done by then runs to its end at once. */
const MOST_TURNS = 1000

/** Yields to another turn after many parts; returns how many of them count for the turn that follows or goes on. */
export function* restAfter(world: Pausing, parts: number): Steps<number> {
  if (parts < MANY) return parts
  yield* world.pause()
  return 0
}

/** Yields to another turn if the object is so large that anything done with it takes long. */
export function* restBeside(world: Pausing, object: KubeObject): Steps<void> {
  if (isNotedLarge(object)) yield* world.pause()
}

/** Runs a computation without side effects, in several turns if it takes long, and returns its result. */
export function* madeInTurns<T>(world: Pausing, work: () => T): Steps<T> {
  let turns = 0
  const parts = createParts(() => ++turns <= MOST_TURNS)
  const attempt = () => unlessPaused(() => ({ made: withParts(parts, work) }))
  let result = attempt()
  while (!result) {
    yield* world.pause()
    result = attempt()
  }
  return result.made
}

/** Does work that waits for nothing, each of its steps in a turn. */
export function* eachInATurn<T>(world: Pausing, steps: Steps<T>): Steps<T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    yield* world.pause()
  }
}
