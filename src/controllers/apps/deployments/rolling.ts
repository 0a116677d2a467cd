import type { Steps } from '../../../base/turns/steps.js'
import { StatusError } from '../../../base/errors/status.js'
import type { WorldInSteps } from '../../runtime/types.js'
import { type Deployment, type Found, type ReplicaSet, allOf, sizeOf, sizeOfAll, wantedBy } from './deployment.js'
import { resolveFenceposts } from './fenceposts.js'
import { active, scaleTo } from './scale.js'
import { newSize } from './size.js'
import { oldestFirst, sameTemplate, withoutHash } from './templates.js'
import { isOwn, revisionOf } from './annotations.js'
import { say } from './say.js'

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

/** The annotation that requests a rollback, as extensions/v1beta1 did: the revision, 0 for the previous one. */
const ROLLBACK_TO = 'deprecated.deployment.rollback.to'

/** Returns the revision to roll back to; undefined if no rollback is requested. */
export function rollbackOf({ metadata }: Deployment): number | undefined {
  const text = metadata.annotations?.[ROLLBACK_TO] ?? ''
  return /^[+-]?\d+$/.test(text) ? Number(text) : undefined
}

/** Restores the template of an earlier revision, and removes the request. */
export function* rollBack(world: WorldInSteps, found: Found, asked: number): Steps<void> {
  const { deployment } = found
  const sets = allOf(found)
  const revision = asked || lastRevision(sets)
  if (revision === 0) return yield* giveUp(world, deployment, 'Unable to find last revision.')
  const set = sets.find((each) => revisionOf(each) === revision)
  if (!set) return yield* giveUp(world, deployment, 'Unable to find the revision to rollback to.')
  const name = deployment.metadata.name ?? ''
  if (sameTemplate(deployment.spec?.template, set.spec?.template)) {
    const message = `The rollback revision contains the same template as current deployment "${name}"`
    yield* say(world, deployment, 'Warning', 'DeploymentRollbackTemplateUnchanged', message)
    return yield* write(world, deployment)
  }
  yield* write(world, withTemplate(deployment, set))
  yield* say(
    world,
    deployment,
    'Normal',
    'DeploymentRollback',
    `Rolled back deployment "${name}" to revision ${revision}`,
  )
}

/** Returns the second highest revision; 0 if there is none. */
function lastRevision(sets: readonly ReplicaSet[]): number {
  const known = sets.flatMap((set) => revisionOf(set) ?? []).sort((a, b) => b - a)
  return known[1] ?? 0
}

/**
 * Returns a Deployment with the template and annotations of a ReplicaSet; it keeps the annotations that are its own.
 */
function withTemplate(deployment: Deployment, set: ReplicaSet): Deployment {
  const { metadata, spec } = deployment
  const annotations = Object.fromEntries([
    ...Object.entries(metadata.annotations ?? {}).filter(([name]) => isOwn(name)),
    ...Object.entries(set.metadata.annotations ?? {}).filter(([name]) => !isOwn(name)),
  ])
  const template = set.spec?.template && withoutHash(set.spec.template)
  return {
    ...deployment,
    metadata: { ...metadata, annotations },
    ...(spec && template ? { spec: { ...spec, template } } : {}),
  }
}

function* giveUp(world: WorldInSteps, deployment: Deployment, message: string): Steps<void> {
  yield* say(world, deployment, 'Warning', 'DeploymentRollbackRevisionNotFound', message)
  yield* write(world, deployment)
}

function* write(world: WorldInSteps, deployment: Deployment): Steps<void> {
  const { [ROLLBACK_TO]: _, ...annotations } = deployment.metadata.annotations ?? {}
  yield* world.update('Deployment', { ...deployment, metadata: { ...deployment.metadata, annotations } })
}
