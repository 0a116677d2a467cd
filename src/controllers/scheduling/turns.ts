import type { PluginName } from './framework/filter.js'
import { identityOf } from '../../schema/object.js'
import type { SchedulablePod } from './framework/types.js'
import type { WorldInSteps } from '../runtime/types.js'
import { keys } from './keys.js'

/**
 * What the scheduler remembers of an unschedulable pod: the plugins that rejected it, the number of attempts, and when
 * and in what order it was requeued.
 */
export type Waiting = {
  readonly by: readonly PluginName[]
  readonly attempts: number
  readonly at: number
  readonly turn: number
}

/** The initial and maximal backoff, in milliseconds: it doubles with each attempt, and ends on full seconds. */
const FIRST = 1000
const LAST = 10_000

/** Returns what is remembered of an unschedulable pod. */
export function waitingOf(pod: SchedulablePod, world: WorldInSteps): Waiting | undefined {
  const memory = world.recall(identityOf(pod)) as Waiting | object | undefined // as remembered by this controller
  return memory && 'attempts' in memory ? memory : undefined
}

/** Records that a pod was requeued. */
export function noteFailure(
  pod: SchedulablePod,
  by: readonly PluginName[],
  attempts: number,
  world: WorldInSteps,
): void {
  const turn = ((world.recall(keys.turns) as number | undefined) ?? 0) + 1 // as remembered here
  world.remember(turn, keys.turns)
  world.remember({ by, attempts, at: world.now(), turn } satisfies Waiting, identityOf(pod))
}

/**
 * Sorts pods in the order in which they are scheduled: by priority, then by how long ago they were requeued. Pods in
 * backoff come after all others, ordered by the second at which their backoff ends.
 */
export function inTurn(pods: readonly SchedulablePod[], world: WorldInSteps): readonly SchedulablePod[] {
  if (pods.length === 1) return pods
  const now = secondOf(world.now())
  return pods
    .map((pod) => {
      const waiting = waitingOf(pod, world)
      const end = waiting ? secondOf(waiting.at + Math.min(LAST, FIRST * 2 ** (waiting.attempts - 1))) : 0
      return { pod, turn: waiting?.turn ?? 0, end: end >= now ? end : 0 }
    })
    .sort((a, b) => a.end - b.end || priorityOf(b.pod) - priorityOf(a.pod) || a.turn - b.turn || byAge(a.pod, b.pod))
    .map(({ pod }) => pod)
}

const secondOf = (time: number) => Math.floor(time / 1000)
const priorityOf = ({ spec }: SchedulablePod) => spec?.priority ?? 0

function byAge(a: SchedulablePod, b: SchedulablePod): number {
  const [first = '', second = ''] = [a.metadata.creationTimestamp, b.metadata.creationTimestamp]
  if (first !== second) return first < second ? -1 : 1
  return Number(a.metadata.resourceVersion) - Number(b.metadata.resourceVersion)
}
