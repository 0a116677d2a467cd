import { storedName } from '../../../schema/object.js'
import { MOST, countIn } from './annotations.js'
import { type Deployment, type ReplicaSet, isRolling, sizeOf, sizeOfAll, wantedBy } from './deployment.js'
import { resolveFenceposts, surgeOf } from './fenceposts.js'
import { compareAges } from './templates.js'

/**
 * Returns the size of the current ReplicaSet next to others: the desired replicas, or as many as maxSurge allows
 * (NewRSNewReplicas).
 */
export function newSize(deployment: Deployment, others: readonly ReplicaSet[], size: number): number {
  const wanted = wantedBy(deployment)
  if (!isRolling(deployment)) return wanted
  const room = wanted + surgeOf(deployment) - sizeOfAll(others) - size
  return room <= 0 ? size : size + Math.min(room, wanted - size)
}

/**
 * Returns the sizes of the ReplicaSets of a Deployment that was scaled during a rollout: each in proportion to its
 * size, with the rounding remainder for the largest.
 */
export function proportionalSizes(deployment: Deployment, sets: readonly ReplicaSet[]): ReadonlyMap<string, number> {
  const wanted = wantedBy(deployment)
  const allowed = wanted > 0 ? wanted + resolveFenceposts(deployment).surge : 0
  const toAdd = allowed - sizeOfAll(sets)
  // Among ReplicaSets of the same size, newer ones are scaled up first, and older ones down first.
  const ordered = sets.toSorted((a, b) => sizeOf(b) - sizeOf(a) || Math.sign(-toAdd || 1) * compareAges(a, b))
  const sizes = new Map<string, number>()
  let added = 0
  for (const set of ordered) {
    const share = toAdd === added ? 0 : shareOf(deployment, set, toAdd - added, toAdd)
    sizes.set(storedName(set), sizeOf(set) + share)
    added += share
  }
  const [first] = ordered
  if (first && toAdd !== 0) {
    const name = storedName(first)
    sizes.set(name, Math.max(0, (sizes.get(name) ?? 0) + toAdd - added))
  }
  return sizes
}

/** Returns by how many pods a ReplicaSet is scaled, limited by the number that is left to add or remove. */
function shareOf(deployment: Deployment, set: ReplicaSet, left: number, toAdd: number): number {
  const share = fractionOf(deployment, set)
  return toAdd > 0 ? Math.min(share, left) : Math.max(share, left)
}

function fractionOf(deployment: Deployment, set: ReplicaSet): number {
  const size = sizeOf(set)
  const wanted = wantedBy(deployment)
  if (wanted === 0) return -size
  const before = countIn(set, MOST) || (deployment.status?.replicas ?? 0)
  return before === 0 ? 0 : rounded((size * (wanted + resolveFenceposts(deployment).surge)) / before) - size
}

const rounded = (value: number) => Math.trunc(value < 0 ? value - 0.5 : value + 0.5)
