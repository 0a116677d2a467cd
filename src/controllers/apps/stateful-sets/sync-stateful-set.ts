import { StatusError, plainError } from '../../../base/errors/status.js'
import { lowestOf } from '../../../base/lists/lists.js'
import { type KubernetesVersion, atLeast } from '../../../model/registry/kubernetes-version.js'
import { amountOf } from '../deployments/fenceposts.js'
import type { Steps } from '../../../base/turns/steps.js'
import type { ObjectOf } from '../../../kinds/object-types.js'
import { type KubeObject, storedName } from '../../../schema/object.js'
import { deleteOldest, selectedRevisionsOf } from '../../history/keep-revisions.js'
import type { Revision } from '../../history/revisions.js'
import { withPatchedTemplate } from '../../history/template-patch.js'
import { claim, claimable } from '../../pods/claim.js'
import { refOf } from '../../pods/owner.js'
import { type Pod, availableAt, isAvailable } from '../../pods/pod-state.js'
import { refusal, slowStart } from '../../pods/slow-start.js'
import { availableSince, isStated, makeStatedPod, nodesForStated } from '../../pods/stated-pod.js'
import type { Again, Key, WorldInSteps } from '../../runtime/types.js'
import { type NamedClaim, claimsOf, claimsThere } from './claims.js'
import {
  deleteMember,
  holdersOf,
  ownClaim,
  createMember,
  hasOwnedClaims,
  mendClaims,
  mendMember,
  ownClaims,
} from './member-control.js'
import { type Member, type Members, isGoing, isHealthy, isRunning, membersOf } from './members.js'
import { podOfSet, hasIdentity, hasStorage } from './pod-of-set.js'
import { type SetRevisions, findRevisions } from './revisions-of-set.js'
import { type StatefulSet, placeOfPod, replicasOf, revisionOf } from './stateful-set.js'
import { hasEnded } from '../../../kinds/shared/pods.js'
import { isStale } from './claim-owners.js'

type Counts = {
  readonly replicas: number
  readonly readyReplicas: number
  readonly availableReplicas: number
  readonly currentReplicas: number
  readonly updatedReplicas: number
}
type SetStatus = NonNullable<ObjectOf<'StatefulSet'>['status']> & Counts

/** Computes the status of a StatefulSet. */
function statusOf(set: StatefulSet, pods: readonly Pod[], revisions: SetRevisions, now: number): SetStatus {
  const [currentRevision, updateRevision] = [storedName(revisions.current), storedName(revisions.update)]
  const running = pods.filter(isRunning)
  const countOf = (revision: string) =>
    pods.filter((pod) => !pod.metadata.deletionTimestamp && revisionOf(pod) === revision).length
  return {
    observedGeneration: set.metadata.generation ?? 0,
    replicas: pods.length,
    readyReplicas: running.length,
    currentReplicas: countOf(currentRevision),
    updatedReplicas: countOf(updateRevision),
    currentRevision,
    updateRevision,
    collisionCount: revisions.collisions,
    availableReplicas: running.filter((pod) => isAvailable(pod, set.spec?.minReadySeconds, now)).length,
  }
}

/**
 * Completes a rolling update, since 1.37 any update, in the status once all pods are ready and of the update revision
 * (completeUpdate).
 */
function completed(set: StatefulSet, status: SetStatus, version: KubernetesVersion): SetStatus {
  const { replicas, readyReplicas, updatedReplicas, updateRevision } = status
  const isDone = [updatedReplicas, readyReplicas, replicas].every((count) => count === replicasOf(set))
  return isDone && (set.spec?.updateStrategy?.type === 'RollingUpdate' || atLeast(version, '1.37'))
    ? { ...status, currentReplicas: updatedReplicas, ...(updateRevision ? { currentRevision: updateRevision } : {}) }
    : status
}

const TOLD = [
  'replicas',
  'currentReplicas',
  'readyReplicas',
  'updatedReplicas',
  'availableReplicas',
  'currentRevision',
  'updateRevision',
] as const

/** Writes the status, if it changed. */
function* writeStatus(world: WorldInSteps, set: StatefulSet, status: SetStatus): Steps<void> {
  const { status: before = { replicas: 0 } } = set
  const isNews =
    (status.observedGeneration ?? 0) > (before.observedGeneration ?? 0) ||
    TOLD.some((member) => (status[member] || undefined) !== (before[member] || undefined))
  if (!isNews) return
  const now = world.get('StatefulSet', refOf(set))
  if (now) yield* world.update('StatefulSet', { ...now, status }, { subresource: 'status' })
}

const CLAIM = 'PersistentVolumeClaim'

/**
 * Creates the pods and claims that the status of a StatefulSet counts, as a fixture states it: first the ready ones,
 * from the first ordinal on, with bound claims, then those that are not ready. Returns whether any pods were missing.
 */
function* makeAsStated(world: WorldInSteps, set: StatefulSet, { replicas }: Members): Steps<boolean> {
  const { replicas: all = 0, readyReplicas = 0 } = set.status ?? {}
  const wanted = replicas.slice(0, Math.min(replicasOf(set), Math.max(all, readyReplicas)))
  const isVacant = ({ pod, name }: Member) => !pod && !world.get('Pod', { ...refOf(set), name })
  const nodes = nodesForStated(world, set.spec?.template.spec, wanted.length)
  for (const [i, member] of wanted.entries())
    if (isVacant(member)) yield* makeMember(world, set, member, { ready: i < readyReplicas, node: nodes[i] })
  return wanted.some(({ pod }) => !pod)
}

type Wanted = { readonly ready: boolean; readonly node: string | undefined }

function* makeMember(world: WorldInSteps, set: StatefulSet, member: Member, { ready, node }: Wanted): Steps<void> {
  const { ordinal, revision } = member
  for (const draft of claimsOf(set, ordinal)) yield* makeClaim(world, draft, ready)
  const { spec = { containers: [] }, metadata = {} } = podOfSet(set, ordinal, revision)
  const draft = { metadata, spec: { ...spec, ...(ready && node ? { nodeName: node } : {}) } }
  yield* makeStatedPod(world, draft, { ready, since: availableSince(world, set.spec?.minReadySeconds) })
  for (const claim of claimsThere(world, set, ordinal)) yield* ownClaim(world, holdersOf(set, member), claim)
}

/** Creates a claim that does not exist; that of a ready pod is Bound, to an existing or a new volume. */
function* makeClaim(world: WorldInSteps, draft: NamedClaim, bound: boolean): Steps<void> {
  const { namespace, name } = draft.metadata
  if (world.get(CLAIM, { namespace, name })) return
  yield* world.create(CLAIM, draft)
  if (bound)
    yield* world.assumed().patch(CLAIM, { namespace, name }, { status: { phase: 'Bound' } }, { subresource: 'status' })
}

/** Syncs a StatefulSet: takes the next step towards its desired pods, and updates its status. */
export function* reconcileInSteps({ namespace, name }: Key, world: WorldInSteps): Steps<Again | undefined> {
  const set = world.get('StatefulSet', { namespace, name })
  if (!set) return world.remember(undefined) ?? undefined
  const selector = set.spec?.selector
  const known = yield* selectedRevisionsOf(world, set, selector)
  const wants = (pod: KubeObject) => placeOfPod(pod)?.parent === name
  const pods = yield* claim(world, { owner: set, selector, wants }, claimable<Pod>(world, 'Pod', set))
  const revisions = yield* findRevisions(world, set, known)
  const members = membersOf(set, pods, revisions, world)
  // The pods it creates wake the StatefulSet again.
  if (isStated(world) && (yield* makeAsStated(world, set, members))) return world.remember(undefined) ?? undefined
  world.remember(undefined)
  const counted = statusOf(set, pods, revisions, world.now())
  const currentSet = withPatchedTemplate(set, revisions.current.data)
  const { refused, rolled } = yield* bringAbout({ world, set, currentSet, revisions, members })
  const status = { ...counted, currentReplicas: Math.max(0, counted.currentReplicas - rolled) }
  const failures = [
    refused,
    yield* refusal(writeStatus(world, set, completed(set, status, world.profile.version))),
    yield* refusal(forgetOldest(world, set, { known, revisions, pods })),
  ]
  const [failure] = failures.filter((each) => each !== undefined)
  if (failure) throw failure
  return nextLook(set, pods, world.now())
}

/** Creates and deletes pods, and updates them once all are in place. */
function* bringAbout(sync: Sync): Steps<{ readonly refused?: StatusError | undefined; readonly rolled: number }> {
  if (sync.set.metadata.deletionTimestamp) return { rolled: 0 }
  const { isDone, refused } = yield* placePods(sync)
  if (!isDone) return { refused, rolled: 0 }
  try {
    return { rolled: yield* rollPods(sync) }
  } catch (error) {
    if (error instanceof StatusError) return { refused: error, rolled: 0 }
    throw error
  }
}

type History = {
  readonly known: readonly Revision[]
  readonly revisions: SetRevisions
  readonly pods: readonly Pod[]
}

/** Deletes the oldest revisions beyond revisionHistoryLimit that have no pods. */
function* forgetOldest(world: WorldInSteps, { spec }: StatefulSet, { known, revisions, pods }: History): Steps<void> {
  const live = new Set([
    ...Object.values([revisions.current, revisions.update]).map(storedName),
    ...pods.map(revisionOf),
  ])
  const isLive = (revision: Revision) => live.has(storedName(revision))
  const limit = spec?.revisionHistoryLimit ?? 10
  const dead = known.filter((revision) => !isLive(revision)).length
  if (limit >= 0) yield* deleteOldest(world, known, isLive, dead - limit)
}

/** Requeues the StatefulSet for when the next ready pod becomes available. */
function nextLook(set: StatefulSet, pods: readonly Pod[], now: number): Again | undefined {
  const times = pods.flatMap((pod) => availableAt(pod, set.spec?.minReadySeconds) ?? []).filter((time) => time > now)
  return times.length > 0 ? { at: lowestOf(times) } : undefined
}

/**
 * Deletes pods that are not of the update revision, the highest ordinals first, down to the partition.
 *
 * @returns the number of pods deleted
 */
function* rollPods(sync: Sync): Steps<number> {
  const { world, set, members, revisions } = sync
  const { type, rollingUpdate } = set.spec?.updateStrategy ?? {}
  if (type === 'OnDelete') return 0
  const update = storedName(revisions.update)
  const isOld = (member: Member) => member.revision !== update && !isGoing(member)
  const targets = members.replicas.slice(rollingUpdate?.partition ?? 0).toReversed()
  const going = world.featureGates.MaxUnavailableStatefulSet
    ? outagesOf(sync, targets, isOld)
    : nextOf(sync, targets, isOld)
  for (const member of going) yield* deleteMember(world, set, member)
  return going.length
}

type IsOld = (member: Member) => boolean

/** Returns the first pod to update, if those before it are healthy. */
function nextOf({ world, set }: Sync, targets: readonly Member[], isOld: IsOld): readonly Member[] {
  const first = targets.find((member) => isOld(member) || !isHealthy(member, set, world))
  return first && isOld(first) ? [first] : []
}

/**
 * Returns the pods to update so that at most `maxUnavailable` are unhealthy. Of pods that are managed in parallel, the
 * unhealthy ones come first, as many as there are (updateStatefulSetAfterInvariantEstablished).
 */
function outagesOf({ world, set, members }: Sync, targets: readonly Member[], isOld: IsOld): readonly Member[] {
  const isFit = (member: Member) => isHealthy(member, set, world)
  const { maxUnavailable = 1 } = set.spec?.updateStrategy?.rollingUpdate ?? {}
  const most = Math.max(1, amountOf(maxUnavailable, replicasOf(set), Math.floor))
  const left = Math.max(0, most - members.replicas.filter((member) => !isFit(member)).length)
  const old = targets.filter(isOld)
  if (isOrdered(set)) return old.slice(0, left)
  return [...old.filter((member) => !isFit(member)), ...old.filter(isFit).slice(0, left)]
}

/** The state that one sync of a StatefulSet works on. */
type Sync = {
  readonly world: WorldInSteps
  readonly set: StatefulSet
  /** The StatefulSet with the template of its current revision. */
  readonly currentSet: StatefulSet
  readonly revisions: SetRevisions
  readonly members: Members
}

/** The result of a step: whether everything is in place, and the failure if there was one. */
type Placed = { readonly isDone: boolean; readonly refused?: StatusError | undefined }

/** Returns whether podManagementPolicy is OrderedReady: one pod after the other, waiting for each. */
const isOrdered = ({ spec }: StatefulSet): boolean => spec?.podManagementPolicy !== 'Parallel'

/** Creates missing pods and deletes surplus ones, in order or all at once. */
function* placePods(sync: Sync): Steps<Placed> {
  const { set, members } = sync
  const { replicas, condemned } = members
  const ordered = isOrdered(set)
  const steps = [
    () => forEach(replicas, ordered, (member) => placeReplica(sync, member, ordered)),
    () => forEach(condemned, ordered, (member) => handClaimsOver(sync, member)),
    () => forEach(condemned, ordered, (member) => condemn(sync, member, ordered)),
  ]
  for (const step of steps) {
    const placed = yield* step()
    if (!placed.isDone) return placed
  }
  return { isDone: !members.isPartial }
}

/** Processes a member; returns whether to wait for it. */
type Step = (member: Member) => Steps<boolean>

/** Processes members until one has to be waited for; all of them if they are not ordered. */
function* forEach(members: readonly Member[], ordered: boolean, step: Step): Steps<Placed> {
  if (!ordered) {
    const { failure } = yield* slowStart(members.length, (i) => members[i] && step(members[i]))
    return { isDone: !failure, refused: failure }
  }
  try {
    for (const member of members) {
      if (yield* step(member)) return { isDone: false }
      yield
    }
    return { isDone: true }
  } catch (error) {
    if (error instanceof StatusError) return { isDone: false, refused: error }
    throw error
  }
}

/** Creates, replaces or repairs the pod of an ordinal; returns whether to wait for it. */
function* placeReplica(sync: Sync, member: Member, ordered: boolean): Steps<boolean> {
  const { world, set } = sync
  const { pod } = member
  if (!pod) {
    yield* create(sync, member)
    return ordered
  }
  if (hasEnded(pod)) {
    if (!isGoing(member)) yield* deleteMember(world, set, member)
    return true
  }
  if (pod.status?.phase === 'Pending') yield* mendClaims(world, set, member)
  if (ordered && (isGoing(member) || !isRunning(pod) || !isAvailable(pod, set.spec?.minReadySeconds, world.now())))
    return true
  if (!hasIdentity(set, pod) || !hasStorage(set, pod) || !hasOwnedClaims(world, set, member))
    yield* mendMember(world, set, member, pod)
  return false
}

function* create({ world, set, currentSet, revisions }: Sync, member: Member): Steps<void> {
  const holders = holdersOf(set, member)
  // The real controller waits for the next event until such a claim is gone; here there may be no further event, so it
  // fails and is retried.
  if (set.spec?.persistentVolumeClaimRetentionPolicy?.whenScaled === 'Delete')
    for (const claim of claimsThere(world, set, member.ordinal))
      if (isStale(claim, holders))
        throw plainError(`claim ${claim.metadata.name} still belongs to another pod ${member.name}`)
  const isCurrent = member.revision === revisions.current.metadata.name
  yield* createMember(world, set, isCurrent ? currentSet : set, member)
}

/** Makes a condemned pod the owner of its claims, if they are to be deleted along with it. */
function* handClaimsOver({ world, set }: Sync, member: Member): Steps<boolean> {
  if (!hasOwnedClaims(world, set, member)) yield* ownClaims(world, set, member)
  return false
}

/** Deletes a surplus pod; in order, only once the others are ready. */
function* condemn({ world, set, members }: Sync, member: Member, ordered: boolean): Steps<boolean> {
  if (isGoing(member)) return ordered
  const isFit = (pod: Pod | undefined) =>
    pod !== undefined && isRunning(pod) && isAvailable(pod, set.spec?.minReadySeconds, world.now())
  if (ordered && !isFit(member.pod) && member.name !== members.firstUnhealthy) return true
  yield* deleteMember(world, set, member)
  return true
}
