import type { PodWithClaims } from './pod-claims.js'
import { awaitedClaims } from './awaited-claims.js'
import { type Claim, claimKey, isDefaultClass } from './storage.js'
import type { Controller, Key, ObjectChange, Reader } from '../runtime/types.js'
import type { Volume } from './volume.js'
import { identityOf } from '../../schema/identity.js'

/**
 * Binds claims to volumes: to the one that is reserved, or the smallest that fits; asks a provisioner where there is
 * none. A volume whose claim is gone is released, and reclaimed by its policy.
 */
export const claimBinding: Controller = {
  name: 'claim-binding',
  user: 'system:serviceaccount:kube-system:persistent-volume-binder',
  watches: {
    PersistentVolumeClaim: claimAndVolume,
    PersistentVolume: volumeAndClaim,
    StorageClass: ({ next }) => (next && isDefaultClass(next) ? [identityOf(next)] : []),
    Pod: waiting,
  },
  load: () => import('./sync-binding.js'),
}

const volumeKey = (name: string): Key => ({ apiVersion: 'v1', kind: 'PersistentVolume', namespace: '', name })

function claimAndVolume({ prev, next }: ObjectChange): readonly Key[] {
  if (next) return [identityOf(next)]
  const { volumeName } = (prev as Claim).spec ?? {} // of the kind it is told for
  return volumeName ? [volumeKey(volumeName)] : []
}

/** The claim of a volume that is gone, or that somebody has set free of it, is looked at too. */
function volumeAndClaim({ prev, next }: ObjectChange): readonly Key[] {
  const { namespace = '', name } = (prev as Volume | undefined)?.spec?.claimRef ?? {} // of the kind it is told for
  const claims = name ? [claimKey(namespace, name)] : []
  if (!next) return claims
  return (next as Volume).spec?.claimRef ? [identityOf(next)] : [identityOf(next), ...claims] // as above
}

/** A new pod is what some claims wait for, which are looked at with the next round. */
function waiting({ prev, next }: ObjectChange, world: Reader): readonly Key[] {
  // Of the kind it is told for.
  const isAwaited = !prev && next && awaitedClaims(next as PodWithClaims, world).length > 0
  return isAwaited ? [identityOf(next)] : []
}
