import type { SchedulablePod } from '../framework/types.js'
import { claimNamesOf } from '../../storage/pod-claims.js'
import { type Claim, annotations, isDelayed } from '../../storage/storage.js'
import type { Volume } from '../../storage/volume.js'
import type { Reader } from '../../runtime/types.js'

/** A claim that a pod uses, by name; undefined if it does not exist. */
export type UsedClaim = { readonly name: string; readonly isEphemeral: boolean; readonly claim: Claim | undefined }

/** Returns the claims a pod uses. */
export function claimsOf(pod: SchedulablePod, world: Reader): readonly UsedClaim[] {
  const { volumes } = pod.spec ?? {}
  if (!volumes?.some(({ persistentVolumeClaim, ephemeral }) => persistentVolumeClaim ?? ephemeral)) return NONE
  const namespace = pod.metadata.namespace ?? ''
  const stated = new Set(volumes.flatMap(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? []))
  return claimNamesOf(pod).map((name) => ({
    name,
    isEphemeral: !stated.has(name),
    claim: world.get('PersistentVolumeClaim', { namespace, name }),
  }))
}

const NONE: readonly UsedClaim[] = []

/** Returns whether the binding of a claim is complete. */
export const isFullyBound = ({ metadata, spec }: Claim): boolean =>
  Boolean(spec?.volumeName) && metadata.annotations?.[annotations.bindCompleted] !== undefined

/** Returns whether a claim is bound once a pod that uses it has a node. */
export const waitsForNode = (claim: Claim, world: Reader): boolean =>
  !isFullyBound(claim) && !claim.spec?.volumeName && isDelayed(claim, world)

/** Returns the claims of a pod that are bound once it has a node. */
export const openClaimsOf = (pod: SchedulablePod, world: Reader): readonly Claim[] =>
  claimsOf(pod, world).flatMap(({ claim }) => (claim && waitsForNode(claim, world) ? [claim] : []))

/** Returns the volume of a claim. */
export const volumeOf = ({ spec }: Claim, world: Reader): Volume | undefined =>
  spec?.volumeName ? world.get<Volume>('v1/PersistentVolume', { name: spec.volumeName }) : undefined
