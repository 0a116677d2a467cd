import type { Again, Controller, Key, World } from '../controllers/runtime/types.js'
import { refusal } from '../controllers/pods/slow-start.js'
import { createChance } from './chance.js'
import { type Flipped, type Kept, flip, flipBack, remark, replace, roll } from './churn-steps.js'

/** What goes on in a world that was generated. */
type Churn = Kept & {
  /** Of its controller. */
  readonly name: string
  /** Changes a second. */
  readonly rate: number
  readonly seed: number
}

/** What is remembered: how many changes there were, when the next is due, and which pods are not ready for a while. */
type Memory = { readonly turn: number; readonly next: number; readonly flipped: readonly Flipped[] }

/** Changes of one run at most: what a clock has run ahead by more than that is left out. */
const MOST_AT_ONCE = 100
/** The most pods that are not ready because of it. */
const MOST_FLIPPED = 20

const KEY: Key = { apiVersion: 'v1', kind: 'Namespace', namespace: '', name: 'default' }

/** Makes the controller that keeps a world busy: what it does follows from its seed and the objects there are. */
export function createChurn(churn: Churn): Controller {
  return {
    name: churn.name,
    user: 'fakecluster:churn',
    manager: 'fakecluster-churn',
    // It needs to be woken once.
    watches: { Namespace: ({ prev, next }) => (!prev && next?.metadata.name === KEY.name ? [KEY] : []) },
    reconcile: (_key, world) => goOn(churn, world),
  }
}

function goOn(churn: Churn, world: World): Again {
  const now = world.now()
  const interval = 1000 / churn.rate
  // As remembered below.
  let memory = (world.memory as Memory | undefined) ?? { turn: 0, next: now + interval, flipped: [] }
  for (let i = 0; i < MOST_AT_ONCE && memory.next <= now; i++) {
    const { changes, flipped } = act(churn, memory, world)
    memory = { turn: memory.turn + 1, next: memory.next + interval * changes, flipped }
  }
  if (memory.next <= now) memory = { ...memory, next: now + interval }
  world.remember(memory)
  return { after: Math.max(1, Math.ceil(memory.next - now)) }
}

type Acted = { readonly changes: number; readonly flipped: readonly Flipped[] }

/** Does one thing. What is refused has had its turn. */
function act(churn: Churn, { turn, flipped }: Memory, world: World): Acted {
  const scene = { churn, world, chance: createChance(seedOf(churn.seed, turn)) }
  const due = flipped.find(({ until }) => until <= world.now())
  let acted: Acted = { changes: 1, flipped: due ? flipped.filter((each) => each !== due) : flipped }
  const kind = scene.chance.random()
  refusal(() => {
    if (due) flipBack(scene, due)
    else if (kind < 0.03 && churn.isKept) acted = { changes: Math.max(1, roll(scene)), flipped }
    else if (kind < 0.2) replace(scene)
    else if (kind < 0.45 && flipped.length < MOST_FLIPPED) {
      const pod = flip(scene, flipped)
      acted = { changes: 1, flipped: pod ? [...flipped, pod] : flipped }
    } else remark(scene)
  })
  return acted
}

/** The seed of a turn, so that no turn depends on what others have asked of chance. */
const seedOf = (seed: number, turn: number): number =>
  (Math.imul(seed ^ 0x2545f491, 0x9e3779b1) ^ Math.imul(turn + 1, 0x85ebca6b)) >>> 0
