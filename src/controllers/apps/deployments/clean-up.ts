import type { Steps } from '../../../base/turns/steps.js'
import { refOf } from '../../pods/owner.js'
import type { WorldInSteps } from '../../runtime/types.js'
import { revisionOf } from './annotations.js'
import { type Found, type ReplicaSet, sizeOf } from './deployment.js'
import { compareAges } from './templates.js'

/** The revisionHistoryLimit that disables the cleanup. */
const NEVER = 2 ** 31 - 1

/**
 * Deletes old ReplicaSets beyond revisionHistoryLimit, the oldest revisions first; keeps those that have pods or whose
 * status is not up to date.
 */
export function* cleanUp(world: WorldInSteps, { deployment, old }: Found): Steps<void> {
  const limit = deployment.spec?.revisionHistoryLimit ?? NEVER
  const sets = old.filter(({ metadata }) => !metadata.deletionTimestamp)
  const surplus = limit === NEVER ? 0 : sets.length - limit
  if (surplus <= 0) return
  for (const set of sets.toSorted(compareRevisions).slice(0, surplus))
    if (isIdle(set)) yield* world.delete('ReplicaSet', refOf(set))
}

const isIdle = (set: ReplicaSet) =>
  (set.status?.replicas ?? 0) === 0 &&
  sizeOf(set) === 0 &&
  (set.metadata.generation ?? 0) <= (set.status?.observedGeneration ?? 0)

function compareRevisions(a: ReplicaSet, b: ReplicaSet): number {
  const [first, second] = [revisionOf(a), revisionOf(b)]
  return first === undefined || second === undefined || first === second ? compareAges(a, b) : first - second
}
