import { refusal } from '../../pods/slow-start.js'
import type { World } from '../../runtime/types.js'
import { type Deployment, type Found, type ReplicaSet, allOf, sizeOf, sizeOfAll, wantedBy } from './deployment.js'
import { resolveFenceposts } from './fenceposts.js'
import { active, scaleTo } from './scale.js'
import { newSize } from './size.js'
import { oldestFirst } from './templates.js'

/**
 * Takes the next step of a rolling update: scales the current ReplicaSet up, or else old ones down. Returns whether
 * anything was scaled.
 */
export const rollOn = (world: World, found: Found, current: ReplicaSet): boolean =>
  growCurrent(world, found, current) || shrinkOld(world, found, current)

function growCurrent(world: World, { deployment, old }: Found, current: ReplicaSet): boolean {
  const wanted = wantedBy(deployment)
  const size = sizeOf(current)
  const next = size > wanted ? wanted : newSize(deployment, old, size)
  return scaleTo(world, deployment, current, next) !== current
}

/** Scales old ReplicaSets down as far as maxUnavailable allows, unavailable pods first. */
function shrinkOld(world: World, found: Found, current: ReplicaSet): boolean {
  const { deployment } = found
  const old = oldestFirst(active(found.old))
  if (old.length === 0) return false
  const least = wantedBy(deployment) - resolveFenceposts(deployment).unavailable
  const pending = sizeOf(current) - (current.status?.availableReplicas ?? 0)
  const most = sizeOfAll(allOf(found)) - least - pending
  if (most <= 0) return false
  let taken = 0
  const refused = refusal(() => {
    const healthy = withoutUnhealthy(world, deployment, old, most)
    if (!healthy) return
    taken = sizeOfAll(old) - sizeOfAll(healthy)
    taken += shrinkHealthy(world, deployment, healthy, availableOf([...healthy, current]) - least)
  })
  return !refused && taken > 0
}

const availableOf = (sets: readonly ReplicaSet[]) =>
  sets.reduce((sum, { status }) => sum + (status?.availableReplicas ?? 0), 0)

/**
 * Scales ReplicaSets down by their unavailable pods, the oldest ReplicaSet first; returns them as they are then.
 * Returns undefined if a ReplicaSet was scaled down but its status still counts more available pods, so that it is not
 * known how many may go.
 */
function withoutUnhealthy(
  world: World,
  deployment: Deployment,
  sets: readonly ReplicaSet[],
  most: number,
): readonly ReplicaSet[] | undefined {
  const shrunk: ReplicaSet[] = []
  let left = most
  for (const set of sets) {
    const taken = left > 0 ? Math.min(left, sizeOf(set) - (set.status?.availableReplicas ?? 0)) : 0
    if (taken < 0) return undefined
    left -= taken
    shrunk.push(scaleTo(world, deployment, set, sizeOf(set) - taken))
  }
  return shrunk
}

/** Scales ReplicaSets down by a number of pods in total, the oldest first; returns by how many it did. */
function shrinkHealthy(world: World, deployment: Deployment, sets: readonly ReplicaSet[], most: number): number {
  let taken = 0
  for (const set of sets) {
    const count = Math.min(sizeOf(set), most - taken)
    if (count <= 0) continue
    scaleTo(world, deployment, set, sizeOf(set) - count)
    taken += count
  }
  return taken
}
