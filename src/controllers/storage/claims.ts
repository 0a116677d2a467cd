import type { PodWithClaims } from './pod-claims.js'
import { type Claim, awaitedClaims, claimKey, isOpen, provisionerOf, grows } from './storage.js'
import { isDefaultStorageClass } from '../../model/registry/storage-classes.js'
import type { Controller, Key, ObjectChange, Reader } from '../runtime/types.js'
import type { Volume } from './volume.js'
import { identityOf } from '../../schema/object.js'

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

/** Provisions volumes for claims, and deletes released ones, as a driver's external provisioner does. */
export const claimProvisioning: Controller = {
  name: 'claim-provisioning',
  user: 'system:serviceaccount:kube-system:csi-provisioner',
  isTrusted: true,
  manager: 'csi-provisioner',
  watches: {
    PersistentVolumeClaim({ next }) {
      const claim = next as Claim | undefined // of the watched kind
      return claim && isOpen(claim) && provisionerOf(claim) ? [identityOf(claim)] : []
    },
    PersistentVolume: 'own',
  },
  load: () => import('./provision.js'),
}

/**
 * Expands the volume of a bound claim that requests more, if its class allows expansion, as an external resizer does
 * for a driver without node expansion.
 */
export const claimResize: Controller = {
  name: 'claim-resize',
  user: 'system:serviceaccount:kube-system:csi-resizer',
  isTrusted: true,
  manager: 'csi-resizer',
  watches: {
    // Of the watched kind.
    PersistentVolumeClaim: ({ next }) => (next && grows(next as Claim) ? [identityOf(next)] : []),
  },
  load: () => import('./resize.js'),
}
