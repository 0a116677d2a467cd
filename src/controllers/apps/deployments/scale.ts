import type { Steps } from '../../../base/turns/steps.js'
import { storedName } from '../../../schema/object.js'
import type { WorldInSteps } from '../../runtime/types.js'
import { DESIRED, countIn, sizeAnnotations } from './annotations.js'
import { type Deployment, type Found, type ReplicaSet, allOf, isRolling, sizeOf, wantedBy } from './deployment.js'
import { sayScaled } from './say.js'
import { proportionalSizes } from './size.js'
import { oldestFirst } from './templates.js'

/** Scales a ReplicaSet and records an Event; does nothing if it has the size already. */
export function* scaleTo(
  world: WorldInSteps,
  deployment: Deployment,
  set: ReplicaSet,
  size: number,
): Steps<ReplicaSet> {
  return sizeOf(set) === size ? set : yield* writeSize(world, deployment, set, size)
}

/** Writes a ReplicaSet's replicas, and its annotations about the size of the Deployment. */
function* writeSize(world: WorldInSteps, deployment: Deployment, set: ReplicaSet, size: number): Steps<ReplicaSet> {
  const before = sizeOf(set)
  const { annotations = {} } = set.metadata
  const said = sizeAnnotations(deployment)
  const isSaid = Object.entries(said).every(([name, text]) => annotations[name] === text)
  if (before === size && isSaid) return set
  const { spec } = set
  const written = yield* world.update('ReplicaSet', {
    ...set,
    metadata: { ...set.metadata, annotations: { ...annotations, ...said } },
    ...(spec ? { spec: { ...spec, replicas: size } } : {}),
  })
  if (before !== size) yield* sayScaled(world, deployment, written, before, size)
  return written
}

/** Returns whether the Deployment was scaled after its ReplicaSets. */
export const wasScaled = (found: Found): boolean =>
  active(allOf(found)).some((set) => {
    const desired = countIn(set, DESIRED)
    return desired !== undefined && desired !== wantedBy(found.deployment)
  })

/** Returns the ReplicaSets with desired replicas. */
export const active = (sets: readonly ReplicaSet[]): readonly ReplicaSet[] => sets.filter((set) => sizeOf(set) > 0)

/**
 * Scales ReplicaSets to the size of a Deployment outside a rollout: the only active one gets all pods; old ones get
 * none once the current one is saturated; otherwise each is scaled proportionally.
 */
export function* scaleAll(world: WorldInSteps, found: Found): Steps<void> {
  const { deployment, current, old } = found
  const only = activeOrLatest(found)
  if (only) return void (yield* scaleTo(world, deployment, only, wantedBy(deployment)))
  if (current && isSaturated(deployment, current)) {
    for (const set of active(old)) yield* scaleTo(world, deployment, set, 0)
    return
  }
  if (!isRolling(deployment)) return
  const sets = active(allOf(found))
  for (const [name, size] of proportionalSizes(deployment, sets)) {
    const set = sets.find((each) => storedName(each) === name)
    if (set) yield* writeSize(world, deployment, set, size)
  }
}

/**
 * Returns the only ReplicaSet with desired replicas; if none has any, the current or else the newest one; undefined if
 * several do (FindActiveOrLatest).
 */
function activeOrLatest(found: Found): ReplicaSet | undefined {
  const sets = active(allOf(found))
  if (sets.length > 1) return undefined
  return sets[0] ?? found.current ?? oldestFirst(found.old).at(-1)
}

const isSaturated = (deployment: Deployment, set: ReplicaSet) => {
  const wanted = wantedBy(deployment)
  return sizeOf(set) === wanted && countIn(set, DESIRED) === wanted && (set.status?.availableReplicas ?? 0) === wanted
}
