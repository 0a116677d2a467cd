import { refusal } from '../../pods/slow-start.js'
import type { World } from '../../runtime/types.js'
import { type Deployment, type Found, type ReplicaSet, allOf, sizeOf, sizeOfAll, wantedBy } from './deployment.js'
import { roomOf } from './room.js'
import { active, scaleTo } from './scale.js'
import { newSize } from './size.js'
import { oldestFirst } from './templates.js'

/**
 * Takes the next step of a rolling update: more pods of the template, or else fewer old ones. Returns whether there was
 * one.
 */
export const rollOn = (world: World, found: Found, current: ReplicaSet): boolean =>
  growCurrent(world, found, current) || shrinkOld(world, found, current)

function growCurrent(world: World, { deployment, old }: Found, current: ReplicaSet): boolean {
  const wanted = wantedBy(deployment)
  const size = sizeOf(current)
  const next = size > wanted ? wanted : newSize(deployment, old, size)
  return scaleTo(world, deployment, current, next) !== current
}

/** Gives up as many old pods as the Deployment can do without: those that are not available first. */
function shrinkOld(world: World, found: Found, current: ReplicaSet): boolean {
  const { deployment } = found
  const old = oldestFirst(active(found.old))
  if (old.length === 0) return false
  const least = wantedBy(deployment) - roomOf(deployment).unavailable
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
 * Takes pods that are not available from ReplicaSets, the oldest first; returns these as they are then. It ends at one
 * that was given fewer pods and still says that more are available: what there is to be taken is not known, and nothing
 * is returned.
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

/** Takes so many pods from ReplicaSets, the oldest first; returns how many there were to take. */
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
