import type { OwnerReference } from '../../../schema/metadata.js'
import { storedName, storedUid } from '../../../schema/stored-metadata.js'
import { controllerRef } from '../../pods/owner.js'
import type { StorageClaim } from './claims.js'
import { type StatefulSet, isInRange, podName } from './stateful-set.js'

/** Whose claims are looked at: a StatefulSet and one of its pods. */
export type Holders = {
  readonly set: StatefulSet
  readonly ordinal: number
  /** The uid of the pod; empty where it is not known yet. */
  readonly podUid: string
}

/** Who shall own the claims: nobody keeps them past the end of the one that does. */
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

/** Tells whether a claim belongs to a pod of that name that is no more. */
export const isStale = (claim: Owned, holders: Holders): boolean =>
  (refsOf(claim).find((ref) => isPod(ref, holders))?.uid ?? holders.podUid) !== holders.podUid

const isOfAnotherSet = (claim: Owned, holders: Holders): boolean =>
  (refsOf(claim).find((ref) => isSet(ref, holders))?.uid ?? uidOf(holders)) !== uidOf(holders)

/** Tells whether somebody else controls a claim that a retention policy is about. */
export function hasOtherController(claim: Owned, holders: Holders): boolean {
  const { whenDeleted, whenScaled } = holders.set.spec?.persistentVolumeClaimRetentionPolicy ?? {}
  if (whenDeleted !== 'Delete' && whenScaled !== 'Delete') return false
  return refsOf(claim).some((ref) => {
    if (isSet(ref, holders)) return ref.uid !== uidOf(holders)
    if (isPod(ref, holders)) return ref.uid !== holders.podUid
    return ref.controller === true
  })
}

/** Tells whether the owners of a claim are what the retention policy asks for, or not to be touched. */
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
 * The owners of a claim by the retention policy; where somebody else controls it, those without the StatefulSet and its
 * pod.
 */
export function rightOwners(claim: Owned, holders: Holders): OwnerReference[] {
  const others = refsOf(claim).filter((ref) => !isSet(ref, holders) && !isPod(ref, holders))
  if (hasOtherController(claim, holders)) return others
  const { bySet, byPod } = wantedOf(holders)
  const { set, ordinal, podUid } = holders
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: podName(set, ordinal), uid: podUid } }
  return [...others, ...(bySet ? [controllerRef(set)] : []), ...(byPod ? [controllerRef(pod)] : [])]
}
