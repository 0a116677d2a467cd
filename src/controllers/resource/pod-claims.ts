import type { PodResourceClaim } from '../../model/generated/types/core-v1.js'
import type { ObjectOf } from '../../kinds/object-types.js'

/** A pod, as far as its claims of devices are concerned. */
type Pod = {
  readonly metadata: { readonly uid?: string; readonly deletionTimestamp?: unknown }
  readonly spec?: { readonly nodeName?: string; readonly resourceClaims?: readonly PodClaim[] }
  readonly status?: {
    readonly phase?: string
    readonly resourceClaimStatuses?: readonly { readonly name: string; readonly resourceClaimName?: string }[]
  }
}
export type ResourceClaim = ObjectOf<'ResourceClaim'>
/** An entry of a pod's `spec.resourceClaims`. */
export type PodClaim = PodResourceClaim

/**
 * The claim of an entry of a pod: its name, whether it was made for the pod; none if none is needed, and undefined as
 * long as it has not been made (dynamic-resource-allocation, resourceclaim: Name).
 */
type NamedClaim = { readonly name: string; readonly isMade: boolean } | 'none' | undefined

/** Returns the claim of an entry of a pod. */
export function claimOf({ status }: Pod, { name, resourceClaimName: given }: PodClaim): NamedClaim {
  if (given !== undefined) return { name: given, isMade: false }
  const made = status?.resourceClaimStatuses?.find((each) => each.name === name)
  if (!made) return undefined
  return made.resourceClaimName === undefined ? 'none' : { name: made.resourceClaimName, isMade: true }
}

/** Returns the names of the claims of a pod, as far as they are known. */
export function claimNamesOf(pod: Pod): readonly string[] {
  return (pod.spec?.resourceClaims ?? []).flatMap((entry) => {
    const claim = claimOf(pod, entry)
    return typeof claim === 'object' ? [claim.name] : []
  })
}

/** Tells whether a claim was made for a pod (IsForPod). */
export const isForPod = ({ metadata: { uid } }: Pod, { metadata }: ResourceClaim): boolean =>
  (metadata.ownerReferences ?? []).some((owner) => owner.controller && owner.uid === uid)

/** Tells whether a claim is reserved for a pod. */
export const isReservedFor = ({ metadata: { uid } }: Pod, { status }: ResourceClaim): boolean =>
  (status?.reservedFor ?? []).some((consumer) => consumer.uid === uid)

const MOST_CONSUMERS = 256

/** Tells whether a claim may be reserved for another pod. */
export const isReservable = ({ status }: ResourceClaim): boolean => (status?.reservedFor ?? []).length < MOST_CONSUMERS

/** The finalizer of claims whose devices the scheduler has allocated. */
export const CLAIM_FINALIZER = 'resource.kubernetes.io/delete-protection'

/** Tells whether a pod will not run any more. */
export const isDone = ({ metadata, spec, status }: Pod): boolean =>
  ['Succeeded', 'Failed'].includes(status?.phase ?? '') || (metadata.deletionTimestamp !== undefined && !spec?.nodeName)
