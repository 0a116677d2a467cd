import type { PodWithClaims } from './pod-claims.js'
import { type Claim, awaitedClaims, claimKey } from './storage.js'
import { isDefaultStorageClass } from '../../model/registry/storage-classes.js'
import type { Controller, Key, ObjectChange, Reader } from '../runtime/types.js'
import type { Volume } from './volume.js'
import { identityOf } from '../../schema/identity.js'

/**
 * Binds claims to volumes: to the reserved one, or the smallest that fits; requests provisioning if there is none.
 * Releases the volume of a deleted claim, and applies its reclaim policy.
 */
export const claimBinding: Controller = {
  name: 'claim-binding',
  user: 'system:serviceaccount:kube-system:persistent-volume-binder',
  watches: {
    PersistentVolumeClaim: claimAndVolume,
    PersistentVolume: volumeAndClaim,
    StorageClass: ({ next }) => (next && isDefaultStorageClass(next) ? [identityOf(next)] : []),
    Pod: waiting,
  },
  load: () => import('./sync-binding.js'),
}

const volumeKey = (name: string): Key => ({ apiVersion: 'v1', kind: 'PersistentVolume', namespace: '', name })

function claimAndVolume({ prev, next }: ObjectChange): readonly Key[] {
  if (next) return [identityOf(next)]
  const { volumeName } = (prev as Claim).spec ?? {} // of the watched kind
  return volumeName ? [volumeKey(volumeName)] : []
}

/** Wakes a volume, and the claim of a volume that was deleted or whose claimRef was removed. */
function volumeAndClaim({ prev, next }: ObjectChange): readonly Key[] {
  const { namespace = '', name } = (prev as Volume | undefined)?.spec?.claimRef ?? {} // of the watched kind
  const claims = name ? [claimKey(namespace, name)] : []
  if (!next) return claims
  return (next as Volume).spec?.claimRef ? [identityOf(next)] : [identityOf(next), ...claims] // as above
}

/** Wakes a new pod that claims may wait for, which are then synced at the next round. */
function waiting({ prev, next }: ObjectChange, world: Reader): readonly Key[] {
  // Of the watched kind.
  const isAwaited = !prev && next && awaitedClaims(next as PodWithClaims, world).length > 0
  return isAwaited ? [identityOf(next)] : []
}
