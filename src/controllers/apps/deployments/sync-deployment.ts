import { jsonEqual } from '../../../base/json/json.js'
import type { Steps } from '../../../base/turns/steps.js'
import { hasEnded } from '../../../kinds/shared/pods.js'
import { selects } from '../../../model/registry/label-selector.js'
import { storedUid, storedName } from '../../../schema/object.js'
import { claim, claimable } from '../../pods/claim.js'
import { controllerOf, refOf } from '../../pods/owner.js'
import type { Pod } from '../../pods/pod-state.js'
import { makeStatedPods } from '../../pods/stated-pods.js'
import { restBeside } from '../../runtime/in-turns.js'
import type { Again, Key, Reader, WorldInSteps } from '../../runtime/types.js'
import { readySinceOf } from '../replica-sets/as-stated.js'
import { revisionOf } from './annotations.js'
import {
  conditionOf,
  progressDeadline,
  withProgress,
  newCondition,
  withCondition,
  withoutCondition,
} from './conditions.js'
import { createReplicaSet, draftOf } from './create-replica-set.js'
import {
  type Deployment,
  type Found,
  type ReplicaSet,
  type Status,
  isRolling,
  sizeOf,
  wantedBy,
  writeDeployment,
  allOf,
  sizeOfAll,
} from './deployment.js'
import { findReplicaSets } from './replica-sets-of.js'
import { rollBack, rollbackOf, rollOn } from './rolling.js'
import { active, scaleAll, scaleTo, wasScaled } from './scale.js'
import { compareAges } from './templates.js'
import { resolveFenceposts } from './fenceposts.js'

/** What is compared with the state a fixture stated: the Deployment's generation, and the counts of its ReplicaSets. */
type Standing = { readonly generation: number; readonly counts: readonly (readonly number[])[] }

/**
 * Returns whether a Deployment is left as a fixture states it, which it is from when the fixture states its status
 * until its spec or the counts of its ReplicaSets change. If the status has replicas but there is no ReplicaSet,
 * creates one with its pods.
 */
function* isLeftAsStated(world: WorldInSteps, deployment: Deployment, sets: readonly ReplicaSet[]): Steps<boolean> {
  const { generation = 0, deletionTimestamp } = deployment.metadata
  if (world.stated) {
    const isStated = Boolean(deployment.status?.observedGeneration || deployment.status?.replicas)
    const made =
      isStated && sets.length === 0 && deployment.status?.replicas ? [yield* makeSet(world, deployment)] : sets
    world.remember(isStated ? { generation, counts: countsOf(made) } : undefined)
    return isStated
  }
  const standing = world.memory as Standing | undefined // as remembered above
  if (!standing) return false
  const isSame = standing.generation === generation && jsonEqual(standing.counts, countsOf(sets))
  if (isSame && !deletionTimestamp) return true
  world.remember(undefined)
  return false
}

const countsOf = (sets: readonly ReplicaSet[]) =>
  sets.map(({ spec, status }) => [
    spec?.replicas ?? 1,
    status?.replicas ?? 0,
    status?.readyReplicas ?? 0,
    status?.availableReplicas ?? 0,
  ])

/** Creates the ReplicaSet of a Deployment's template, with the pods that the Deployment's status counts. */
function* makeSet(world: WorldInSteps, deployment: Deployment): Steps<ReplicaSet> {
  const { replicas = 0, readyReplicas = 0, availableReplicas = 0 } = deployment.status ?? {}
  const made = yield* world.create(
    'ReplicaSet',
    draftOf(deployment, replicas, revisionOf(deployment) || 1, world.profile.version),
  )
  const counts = {
    replicas,
    fullyLabeledReplicas: replicas,
    ...(readyReplicas ? { readyReplicas } : {}),
    ...(availableReplicas ? { availableReplicas } : {}),
    ...(made.metadata.generation ? { observedGeneration: made.metadata.generation } : {}),
  }
  const set = yield* world.assumed().patch('ReplicaSet', refOf(made), { status: counts }, { subresource: 'status' })
  const since = readySinceOf(world, set)
  yield* makeStatedPods(world, set, set.spec?.template ?? {}, { count: replicas, ready: readyReplicas, since })
  return set
}

/** Scales all old ReplicaSets of a Deployment to zero; returns whether there were any to scale. */
function* emptyOld(world: WorldInSteps, { deployment, old }: Found): Steps<boolean> {
  const sets = active(old)
  for (const set of sets) yield* scaleTo(world, deployment, set, 0)
  return sets.length > 0
}

/** Returns whether there are still pods of old templates, even terminating ones. */
const hasOldPods = (world: Reader, { deployment, old }: Found): boolean =>
  old.some(({ status }) => (status?.replicas ?? 0) > 0) || old.some((set) => hasPods(world, deployment, set))

const hasPods = (world: Reader, { spec }: Deployment, set: ReplicaSet) =>
  world.dependents(storedUid(set)).some(
    (pod) =>
      pod.kind === 'Pod' &&
      controllerOf(pod)?.uid === set.metadata.uid &&
      selects(spec?.selector, pod.metadata.labels) &&
      !hasEnded(pod as Pod), // checked by its kind
  )

/** The revisionHistoryLimit that disables the cleanup. */
const NEVER = 2 ** 31 - 1

/**
 * Deletes old ReplicaSets beyond revisionHistoryLimit, the oldest revisions first; keeps those that have pods or whose
 * status is not up to date.
 */
function* cleanUp(world: WorldInSteps, { deployment, old }: Found): Steps<void> {
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

/** Syncs a Deployment by one step, after which its ReplicaSets wake it for the next. */
export function* reconcileInSteps({ namespace, name }: Key, world: WorldInSteps): Steps<Again | undefined | void> {
  const deployment = world.get('Deployment', { namespace, name })
  if (!deployment) return undefined
  const { selector } = deployment.spec ?? {}
  const sets = yield* claim(
    world,
    { owner: deployment, selector },
    claimable<ReplicaSet>(world, 'ReplicaSet', deployment),
  )
  if (yield* isLeftAsStated(world, deployment, sets)) return undefined
  const isDeleted = deployment.metadata.deletionTimestamp !== undefined
  const found = yield* findReplicaSets(world, isDeleted ? deployment : yield* tellPause(world, deployment), sets)
  if (isDeleted) return void (yield* syncStatus(world, found))
  yield* restBeside(world, deployment)
  const { paused } = found.deployment.spec ?? {}
  const asked = rollbackOf(found.deployment)
  if (!paused && asked !== undefined) return yield* goBack(world, found, asked)
  return paused || wasScaled(found) ? yield* resize(world, found) : yield* rollOut(world, found)
}

/** Rolls back to a revision; the ReplicaSet of the current template is created first. */
function* goBack(world: WorldInSteps, found: Found, asked: number): Steps<void> {
  const made = found.current ? found : yield* createReplicaSet(world, found.deployment, found.old)
  if (made) yield* rollBack(world, made, asked)
}

/** Updates the Progressing condition when a Deployment is paused or resumed. */
function* tellPause(world: WorldInSteps, deployment: Deployment): Steps<Deployment> {
  const reason = conditionOf(deployment.status, 'Progressing')?.reason
  if (progressDeadline(deployment) === undefined || reason === 'ProgressDeadlineExceeded') return deployment
  const paused = deployment.spec?.paused ?? false
  if (paused === (reason === 'DeploymentPaused')) return deployment
  const saying = paused
    ? { reason: 'DeploymentPaused', message: 'Deployment is paused' }
    : { reason: 'DeploymentResumed', message: 'Deployment is resumed' }
  return yield* writeDeployment(world, withProgress(world, deployment, { status: 'Unknown', ...saying }))
}

/** Only scales the ReplicaSets: the Deployment is paused, or was scaled. */
function* resize(world: WorldInSteps, found: Found): Steps<undefined> {
  yield* scaleAll(world, found)
  if (found.deployment.spec?.paused) yield* cleanUp(world, found)
  yield* syncStatus(world, found)
}

function* rollOut(world: WorldInSteps, found: Found): Steps<Again | undefined> {
  const { deployment } = found
  if (!isRolling(deployment) && ((yield* emptyOld(world, found)) || hasOldPods(world, found)))
    return yield* syncRollout(world, found)
  const made = found.current ? found : yield* createReplicaSet(world, deployment, found.old)
  const { current } = made ?? {}
  if (!made || !current) return undefined
  const { deployment: now } = made
  if (!found.current) yield* restBeside(world, now)
  if (!isRolling(now)) yield* scaleTo(world, now, current, wantedBy(now))
  else if (yield* rollOn(world, made, current)) return yield* syncRollout(world, made)
  if (isComplete(now, now.status)) yield* cleanUp(world, made)
  return yield* syncRollout(world, made)
}

type Count = 'replicas' | 'readyReplicas' | 'availableReplicas'

/** Computes the status of a Deployment: the counts of its ReplicaSets, and the condition Available. */
function statusOf(world: Reader, found: Found): Status {
  const { deployment, current } = found
  const sets = allOf(found)
  const count = (member: Count, of: readonly ReplicaSet[] = sets) =>
    of.reduce((sum, set) => sum + (set.status?.[member] ?? 0), 0)
  const available = count('availableReplicas')
  const { conditions, collisionCount } = deployment.status ?? {}
  const counts = {
    observedGeneration: deployment.metadata.generation ?? 0,
    replicas: count('replicas'),
    updatedReplicas: current ? count('replicas', [current]) : 0,
    readyReplicas: count('readyReplicas'),
    availableReplicas: available,
    unavailableReplicas: Math.max(0, sizeOfAll(sets) - available),
  }
  const status: Status = {
    ...Object.fromEntries(Object.entries(counts).filter(([, value]) => value !== 0)),
    ...(world.featureGates.DeploymentReplicaSetTerminatingReplicas ? terminatingOf(sets) : {}),
    ...(conditions ? { conditions } : {}),
    ...(collisionCount === undefined ? {} : { collisionCount }),
  }
  const isEnough = available >= wantedBy(deployment) - resolveFenceposts(deployment).unavailable
  return withCondition(status, newCondition(world, 'Available', isEnough ? ENOUGH : TOO_FEW))
}

/** Sums up the terminating pods of ReplicaSets; there is no sum if one that was synced does not tell its number. */
function terminatingOf(sets: readonly ReplicaSet[]): Pick<Status, 'terminatingReplicas'> {
  const told = sets.flatMap(({ status = { replicas: 0 } }) =>
    status.terminatingReplicas === undefined && !status.observedGeneration ? [] : [status.terminatingReplicas],
  )
  if (told.includes(undefined)) return {}
  return { terminatingReplicas: told.reduce<number>((sum, number = 0) => sum + number, 0) }
}

const ENOUGH = {
  status: 'True',
  reason: 'MinimumReplicasAvailable',
  message: 'Deployment has minimum availability.',
}
const TOO_FEW = {
  status: 'False',
  reason: 'MinimumReplicasUnavailable',
  message: 'Deployment does not have minimum availability.',
}

/** Writes the counts of a Deployment, if they changed. */
function* syncStatus(world: WorldInSteps, found: Found): Steps<void> {
  yield* writeChanged(world, found.deployment, statusOf(world, found))
}

/** Writes the status of a Deployment with the progress of its rollout; requeues it to check its deadline. */
function* syncRollout(world: WorldInSteps, found: Found): Steps<Again | undefined> {
  const { deployment } = found
  const counted = statusOf(world, found)
  const status = withFailure(
    found,
    progressDeadline(deployment) === undefined
      ? withoutCondition(counted, 'Progressing')
      : progressed(world, found, counted),
  )
  return (yield* writeChanged(world, deployment, status)) ? undefined : afterDeadline(world, deployment)
}

/** Copies the condition ReplicaFailure of the current ReplicaSet, or else of another one. */
function withFailure(found: Found, status: Status): Status {
  const { current } = found
  const failure = [...(current ? [current] : []), ...allOf(found)]
    .flatMap((set) => set.status?.conditions ?? [])
    .find(({ type }) => type === 'ReplicaFailure')
  if (!failure) return conditionOf(status, 'ReplicaFailure') ? withoutCondition(status, 'ReplicaFailure') : status
  const { lastTransitionTime } = failure
  const times = lastTransitionTime ? { lastUpdateTime: lastTransitionTime, lastTransitionTime } : {}
  const { reason, message } = failure
  return withCondition(status, {
    type: 'ReplicaFailure',
    status: failure.status,
    ...times,
    ...(reason ? { reason } : {}),
    ...(message ? { message } : {}),
  })
}

function* writeChanged(world: WorldInSteps, deployment: Deployment, status: Status): Steps<boolean> {
  if (jsonEqual(status, deployment.status ?? {})) return false
  yield* writeDeployment(world, { ...deployment, status })
  return true
}

const DONE = 'NewReplicaSetAvailable'
const TIMED_OUT = 'ProgressDeadlineExceeded'

/** Returns whether all pods of a Deployment are of its current template, and available. */
function isComplete(deployment: Deployment, status: Status | undefined): boolean {
  const wanted = wantedBy(deployment)
  const { replicas = 0, updatedReplicas = 0, availableReplicas = 0, observedGeneration = 0 } = status ?? {}
  return (
    updatedReplicas === wanted &&
    replicas === wanted &&
    availableReplicas === wanted &&
    observedGeneration >= (deployment.metadata.generation ?? 0)
  )
}

/** Returns the status with an updated Progressing condition: complete, progressing, or timed out. */
function progressed(world: Reader, found: Found, status: Status): Status {
  const { deployment, current } = found
  const before = conditionOf(deployment.status, 'Progressing')
  if ((status.replicas ?? 0) === (status.updatedReplicas ?? 0) && before?.reason === DONE) return status
  const what = current ? `ReplicaSet "${storedName(current)}"` : `Deployment "${storedName(deployment)}"`
  const saying = (is: 'True' | 'False', reason: string, message: string) =>
    newCondition(world, 'Progressing', { status: is, reason, message: `${what} ${message}` })
  if (isComplete(deployment, status)) return withCondition(status, saying('True', DONE, 'has successfully progressed.'))
  if (goesOn(deployment.status ?? {}, status)) {
    const next = saying('True', 'ReplicaSetUpdated', 'is progressing.')
    const since = before?.status === 'True' ? before.lastTransitionTime : undefined
    const condition = { ...next, ...(since ? { lastTransitionTime: since } : {}) }
    return withCondition(before ? withoutCondition(status, 'Progressing') : status, condition)
  }
  return isTimedOut(world, deployment, status)
    ? withCondition(status, saying('False', TIMED_OUT, 'has timed out progressing.'))
    : status
}

/** Returns whether the rollout has progressed: more pods are updated, ready or available, or fewer are old. */
function goesOn(before: Status, after: Status): boolean {
  const of = (status: Status, member: 'replicas' | 'updatedReplicas' | 'readyReplicas' | 'availableReplicas') =>
    status[member] ?? 0
  const old = (status: Status) => of(status, 'replicas') - of(status, 'updatedReplicas')
  return (
    of(after, 'updatedReplicas') > of(before, 'updatedReplicas') ||
    old(after) < old(before) ||
    of(after, 'readyReplicas') > of(before, 'readyReplicas') ||
    of(after, 'availableReplicas') > of(before, 'availableReplicas')
  )
}

function isTimedOut(world: Reader, deployment: Deployment, status: Status): boolean {
  const condition = conditionOf(status, 'Progressing')
  if (!condition || condition.reason === DONE) return false
  return condition.reason === TIMED_OUT || deadlineOf(deployment, status) < world.now()
}

/** Returns when a rollout without progress fails, in milliseconds since 1970. */
function deadlineOf(deployment: Deployment, status: Status | undefined): number {
  const since = conditionOf(status, 'Progressing')?.lastUpdateTime
  return Date.parse(since ?? '') + (progressDeadline(deployment) ?? 0) * 1000
}

/** Requeues a Deployment a second after its progress deadline. */
function afterDeadline(world: Reader, deployment: Deployment): Again | undefined {
  const condition = conditionOf(deployment.status, 'Progressing')
  if (progressDeadline(deployment) === undefined || !condition) return undefined
  if (isComplete(deployment, deployment.status) || condition.reason === TIMED_OUT) return undefined
  return { at: Math.max(world.now(), deadlineOf(deployment, deployment.status)) + 1000 }
}
