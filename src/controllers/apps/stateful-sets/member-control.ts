import type { Steps } from '../../../base/turns/steps.js'
import { plainError } from '../../../base/errors/status.js'
import type { WorldInSteps } from '../../runtime/types.js'
import { storedUid } from '../../../schema/object.js'
import { refOf } from '../../pods/owner.js'
import type { Pod } from '../../pods/pod-state.js'
import { refusal } from '../../pods/slow-start.js'
import { type Holders, hasOtherController, hasRightOwners, rightOwners } from './claim-owners.js'
import { type StorageClaim, claimsThere, createClaims } from './claims.js'
import type { Member } from './members.js'
import { hasIdentity, hasStorage, podOfSet, withIdentity, withStorage } from './pod-of-set.js'
import { remarkOnConflict, remarkOnPod, said } from './pod-events.js'
import type { StatefulSet } from './stateful-set.js'

/** Returns the possible owners of a pod's claims. */
export const holdersOf = (set: StatefulSet, { ordinal, pod }: Member): Holders => ({
  set,
  ordinal,
  podUid: pod ? storedUid(pod) : '',
})

/**
 * Creates a pod after its claims, with an Event.
 *
 * @param made the StatefulSet with the template of the pod's revision
 * @throws StatusError if a write was refused
 */
export function* createMember(world: WorldInSteps, set: StatefulSet, made: StatefulSet, member: Member): Steps<void> {
  const { name: pod, ordinal, revision } = member
  yield* said(world, set, 'create', pod, createClaims(world, set, pod, ordinal))
  const refused = yield* refusal(world.createFor(set, 'Pod', podOfSet(made, ordinal, revision)))
  if (refused?.status.reason === 'AlreadyExists') throw refused
  yield* said(world, set, 'update', pod, ownClaims(world, set, member))
  yield* remarkOnPod(world, set, { verb: 'create', pod, ...(refused ? { error: refused } : {}) })
  if (refused) throw refused
}

/** Creates the missing claims of a pod, and updates their owner references. */
export function* mendClaims(world: WorldInSteps, set: StatefulSet, member: Member): Steps<void> {
  yield* createClaims(world, set, member.name, member.ordinal)
  yield* said(world, set, 'update', member.name, ownClaims(world, set, member))
}

/** Deletes a pod, with an Event. */
export function* deleteMember(world: WorldInSteps, set: StatefulSet, { name: pod }: Member): Steps<void> {
  yield* said(world, set, 'delete', pod, world.delete('Pod', { ...refOf(set), name: pod }))
  yield* remarkOnPod(world, set, { verb: 'delete', pod })
}

/** Restores the labels, volumes and claims of an existing pod, if they differ. */
export function* mendMember(world: WorldInSteps, set: StatefulSet, member: Member, pod: Pod): Steps<void> {
  let next = hasIdentity(set, pod) ? pod : withIdentity(pod, member.ordinal)
  if (!hasStorage(set, next)) {
    next = withStorage(set, next, member.ordinal)
    yield* said(world, set, 'update', member.name, createClaims(world, set, member.name, member.ordinal))
  }
  const owned = hasOwnedClaims(world, set, member)
  if (!owned) yield* said(world, set, 'update', member.name, ownClaims(world, set, member))
  if (next === pod && owned) return
  yield* said(world, set, 'update', member.name, world.update('Pod', next))
  yield* remarkOnPod(world, set, { verb: 'update', pod: member.name })
}

/** Returns whether a pod's claims have the right owner references. */
export const hasOwnedClaims = (world: WorldInSteps, set: StatefulSet, member: Member): boolean =>
  claimsThere(world, set, member.ordinal).every((claim) => hasRightOwners(claim, holdersOf(set, member)))

/** Updates the owner references of a pod's claims by the retention policy, one claim per step. */
export function* ownClaims(world: WorldInSteps, set: StatefulSet, member: Member): Steps<void> {
  const holders = holdersOf(set, member)
  for (const claim of claimsThere(world, set, member.ordinal)) {
    yield* ownClaim(world, holders, claim)
    yield
  }
}

/** Updates the owner references of one of a pod's claims. */
export function* ownClaim(world: WorldInSteps, holders: Holders, claim: StorageClaim): Steps<void> {
  const { name } = refOf(claim)
  if (hasOtherController(claim, holders)) yield* remarkOnConflict(world, holders.set, name)
  if (hasRightOwners(claim, holders)) return
  const metadata = { ...claim.metadata, ownerReferences: rightOwners(claim, holders) }
  const refused = yield* refusal(world.update('PersistentVolumeClaim', { ...claim, metadata }))
  if (refused) throw plainError(`could not update claim ${name} for delete policy ownerRefs: ${refused.message}`)
}
