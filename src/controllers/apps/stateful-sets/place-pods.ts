import type { Steps } from '../../../base/turns/steps.js'
import { hasEnded } from '../../../kinds/shared/pods.js'
import { plainError, StatusError } from '../../../base/errors/status.js'
import { isAvailable, type Pod } from '../../pods/pod-state.js'
import { slowStart } from '../../pods/slow-start.js'
import type { WorldInSteps } from '../../runtime/types.js'
import { isStale } from './claim-owners.js'
import { claimsThere } from './claims.js'
import {
  createMember,
  deleteMember,
  hasOwnedClaims,
  holdersOf,
  mendClaims,
  mendMember,
  ownClaims,
} from './member-control.js'
import { type Member, type Members, isGoing, isRunning } from './members.js'
import { hasIdentity, hasStorage } from './pod-of-set.js'
import type { SetRevisions } from './revisions-of-set.js'
import type { StatefulSet } from './stateful-set.js'

/** The state that one sync of a StatefulSet works on. */
export type Sync = {
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
export const isOrdered = ({ spec }: StatefulSet): boolean => spec?.podManagementPolicy !== 'Parallel'

/** Creates missing pods and deletes surplus ones, in order or all at once. */
export function* placePods(sync: Sync): Steps<Placed> {
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
