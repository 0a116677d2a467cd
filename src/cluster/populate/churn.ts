import type { Again, Controller, Key, WorldInSteps } from '../../controllers/runtime/types.js'
import { StatusError } from '../../base/errors/status.js'
import type { Steps } from '../../base/turns/steps.js'
import { createChance } from './chance.js'
import { type Flipped, type Kept, flip, flipBack, remark, replace, roll } from './churn-steps.js'

/** The ongoing changes in a generated world. */
type Churn = Kept & {
  /** The name of its controller. */
  readonly name: string
  /** Changes per second. */
  readonly rate: number
  readonly seed: number
}

/**
 * The memory of the controller: the number of changes so far, when the next is due, and the pods that are unready for a
 * while.
 */
type Memory = { readonly turn: number; readonly next: number; readonly flipped: readonly Flipped[] }

/** The maximum number of changes in one run: if the clock jumps further ahead, the rest is skipped. */
const MOST_AT_ONCE = 100
/** The maximum number of pods that are unready at once. */
const MOST_FLIPPED = 20

const KEY: Key = { apiVersion: 'v1', kind: 'Namespace', namespace: '', name: 'default' }

/** Creates the controller that makes the changes; they follow from its seed and the existing objects. */
export function createChurn(churn: Churn): Controller {
  return {
    name: churn.name,
    user: 'fakecluster:churn',
    manager: 'fakecluster-churn',
    // The controller has to be triggered once.
    watches: { Namespace: ({ prev, next }) => (!prev && next?.metadata.name === KEY.name ? [KEY] : []) },
    reconcileInSteps: (_key, world) => goOn(churn, world),
  }
}

function* goOn(churn: Churn, world: WorldInSteps): Steps<Again> {
  const now = world.now()
  const interval = 1000 / churn.rate
  // The type stored below.
  let memory = (world.memory as Memory | undefined) ?? { turn: 0, next: now + interval, flipped: [] }
  for (let i = 0; i < MOST_AT_ONCE && memory.next <= now; i++) {
    const { changes, flipped } = yield* act(churn, memory, world)
    memory = { turn: memory.turn + 1, next: memory.next + interval * changes, flipped }
  }
  if (memory.next <= now) memory = { ...memory, next: now + interval }
  world.remember(memory)
  return { at: Math.max(now + 1, memory.next) }
}

type Acted = { readonly changes: number; readonly flipped: readonly Flipped[] }

/** Makes one change. A rejected write counts as a change. */
function* act(churn: Churn, { turn, flipped }: Memory, world: WorldInSteps): Steps<Acted> {
  const scene = { churn, world, chance: createChance(seedOf(churn.seed, turn)) }
  const due = flipped.find(({ until }) => until <= world.now())
  const kind = scene.chance.random()
  const left = due ? flipped.filter((each) => each !== due) : flipped
  try {
    if (due) yield* flipBack(scene, due)
    else if (kind < 0.03 && churn.isKept) return { changes: Math.max(1, yield* roll(scene)), flipped }
    else if (kind < 0.2) yield* replace(scene)
    else if (kind < 0.45 && flipped.length < MOST_FLIPPED) {
      const pod = yield* flip(scene, flipped)
      return { changes: 1, flipped: pod ? [...flipped, pod] : flipped }
    } else yield* remark(scene)
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
  }
  return { changes: 1, flipped: left }
}

/** Returns a seed for each turn, so that no turn depends on how much randomness the others used. */
const seedOf = (seed: number, turn: number): number =>
  (Math.imul(seed ^ 0x2545f491, 0x9e3779b1) ^ Math.imul(turn + 1, 0x85ebca6b)) >>> 0
