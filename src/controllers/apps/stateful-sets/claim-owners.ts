import type { OwnerReference } from '../../../schema/metadata.js'
import { storedName, storedUid } from '../../../schema/object.js'
import { controllerRef } from '../../pods/owner.js'
import type { StorageClaim } from './claims.js'
import { type StatefulSet, isInRange, podName } from './stateful-set.js'

/** A StatefulSet and one of its pods, which may own claims. */
export type Holders = {
  readonly set: StatefulSet
  readonly ordinal: number
  /** The uid of the pod; empty if it does not exist yet. */
  readonly podUid: string
}

/** Which of the two should own a claim, so that the claim is deleted along with it. */
type Wanted = { readonly bySet: boolean; readonly byPod: boolean }

function wantedOf({ set, ordinal }: Holders): Wanted {
  const { whenDeleted, whenScaled } = set.spec?.persistentVolumeClaimRetentionPolicy ?? {}
  const isGoing = whenScaled === 'Delete' && !isInRange(set, ordinal)
  return { bySet: whenDeleted === 'Delete' && !isGoing, byPod: isGoing }
}

type Owned = Pick<StorageClaim, 'metadata'>
const refsOf = ({ metadata }: Owned): readonly OwnerReference[] => metadata.ownerReferences ?? []

const isSet = ({ apiVersion, kind, name }: OwnerReference, { set }: Holders): boolean =>
  apiVersion === 'apps/v1' && kind === 'StatefulSet' && name === storedName(set)
const isPod = ({ apiVersion, kind, name }: OwnerReference, { set, ordinal }: Holders): boolean =>
  apiVersion === 'v1' && kind === 'Pod' && name === podName(set, ordinal)
const uidOf = ({ set }: Holders) => storedUid(set)

/** Returns whether a claim is owned by an earlier pod of the same name. */
export const isStale = (claim: Owned, holders: Holders): boolean =>
  (refsOf(claim).find((ref) => isPod(ref, holders))?.uid ?? holders.podUid) !== holders.podUid

const isOfAnotherSet = (claim: Owned, holders: Holders): boolean =>
  (refsOf(claim).find((ref) => isSet(ref, holders))?.uid ?? uidOf(holders)) !== uidOf(holders)

/** Returns whether a claim that a retention policy applies to has another controller. */
export function hasOtherController(claim: Owned, holders: Holders): boolean {
  const { whenDeleted, whenScaled } = holders.set.spec?.persistentVolumeClaimRetentionPolicy ?? {}
  if (whenDeleted !== 'Delete' && whenScaled !== 'Delete') return false
  return refsOf(claim).some((ref) => {
    if (isSet(ref, holders)) return ref.uid !== uidOf(holders)
    if (isPod(ref, holders)) return ref.uid !== holders.podUid
    return ref.controller === true
  })
}

/**
 * Returns whether the owner references of a claim match the retention policy, or must not be changed
 * (isClaimOwnerUpToDate).
 */
export function hasRightOwners(claim: Owned, holders: Holders): boolean {
  if (isOfAnotherSet(claim, holders) || isStale(claim, holders)) return true
  const bySet = refsOf(claim).some(({ uid }) => uid === uidOf(holders))
  const byPod = refsOf(claim).some(({ uid }) => uid === holders.podUid)
  if (hasOtherController(claim, holders)) return !bySet && !byPod
  const isOurs = ({ uid }: OwnerReference) => uid === uidOf(holders) || uid === holders.podUid
  if (refsOf(claim).some((ref) => isOurs(ref) && !ref.controller)) return false
  const wanted = wantedOf(holders)
  return bySet === wanted.bySet && byPod === wanted.byPod
}

/**
 * Returns the owner references of a claim for the retention policy; without the StatefulSet and its pod if the claim
 * has another controller.
 */
export function rightOwners(claim: Owned, holders: Holders): OwnerReference[] {
  const others = refsOf(claim).filter((ref) => !isSet(ref, holders) && !isPod(ref, holders))
  if (hasOtherController(claim, holders)) return others
  const { bySet, byPod } = wantedOf(holders)
  const { set, ordinal, podUid } = holders
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: podName(set, ordinal), uid: podUid } }
  return [...others, ...(bySet ? [controllerRef(set)] : []), ...(byPod ? [controllerRef(pod)] : [])]
}
