import type { Steps } from '../../../base/turns/steps.js'
import { StatusError } from '../../../base/errors/status.js'
import type { WorldInSteps } from '../../runtime/types.js'
import { type Deployment, type Found, type ReplicaSet, allOf, sizeOf, sizeOfAll, wantedBy } from './deployment.js'
import { resolveFenceposts } from './fenceposts.js'
import { active, scaleTo } from './scale.js'
import { newSize } from './size.js'
import { oldestFirst } from './templates.js'

/**
 * Takes the next step of a rolling update: scales the current ReplicaSet up, or else old ones down. Returns whether
 * anything was scaled.
 */
export function* rollOn(world: WorldInSteps, found: Found, current: ReplicaSet): Steps<boolean> {
  return (yield* growCurrent(world, found, current)) || (yield* shrinkOld(world, found, current))
}

function* growCurrent(world: WorldInSteps, { deployment, old }: Found, current: ReplicaSet): Steps<boolean> {
  const wanted = wantedBy(deployment)
  const size = sizeOf(current)
  const next = size > wanted ? wanted : newSize(deployment, old, size)
  return (yield* scaleTo(world, deployment, current, next)) !== current
}

/** Scales old ReplicaSets down as far as maxUnavailable allows, unavailable pods first. */
function* shrinkOld(world: WorldInSteps, found: Found, current: ReplicaSet): Steps<boolean> {
  const { deployment } = found
  const old = oldestFirst(active(found.old))
  if (old.length === 0) return false
  const least = wantedBy(deployment) - resolveFenceposts(deployment).unavailable
  const pending = sizeOf(current) - (current.status?.availableReplicas ?? 0)
  const most = sizeOfAll(allOf(found)) - least - pending
  if (most <= 0) return false
  try {
    const healthy = yield* withoutUnhealthy(world, deployment, old, most)
    if (!healthy) return false
    const left = availableOf([...healthy, current]) - least
    return sizeOfAll(old) - sizeOfAll(healthy) + (yield* shrinkHealthy(world, deployment, healthy, left)) > 0
  } catch (error) {
    if (error instanceof StatusError) return false
    throw error
  }
}

const availableOf = (sets: readonly ReplicaSet[]) =>
  sets.reduce((sum, { status }) => sum + (status?.availableReplicas ?? 0), 0)

/**
 * Scales ReplicaSets down by their unavailable pods, the oldest ReplicaSet first; returns them as they are then.
 * Returns undefined if a ReplicaSet was scaled down but its status still counts more available pods, so that it is not
 * known how many may go.
 */
function* withoutUnhealthy(
  world: WorldInSteps,
  deployment: Deployment,
  sets: readonly ReplicaSet[],
  most: number,
): Steps<readonly ReplicaSet[] | undefined> {
  const shrunk: ReplicaSet[] = []
  let left = most
  for (const set of sets) {
    const taken = left > 0 ? Math.min(left, sizeOf(set) - (set.status?.availableReplicas ?? 0)) : 0
    if (taken < 0) return undefined
    left -= taken
    shrunk.push(yield* scaleTo(world, deployment, set, sizeOf(set) - taken))
  }
  return shrunk
}

/** Scales ReplicaSets down by a number of pods in total, the oldest first; returns by how many it did. */
function* shrinkHealthy(
  world: WorldInSteps,
  deployment: Deployment,
  sets: readonly ReplicaSet[],
  most: number,
): Steps<number> {
  let taken = 0
  for (const set of sets) {
    const count = Math.min(sizeOf(set), most - taken)
    if (count <= 0) continue
    yield* scaleTo(world, deployment, set, sizeOf(set) - count)
    taken += count
  }
  return taken
}
