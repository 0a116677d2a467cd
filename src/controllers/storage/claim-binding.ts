import { type PodWithClaims, claimNamesOf } from './pod-claims.js'
import { type Claim, claimKey, isDefaultClass, isDelayed, isOpen } from './storage.js'
import type { Controller, Key, ObjectChange, Reader } from '../runtime/types.js'
import type { Volume } from './volume.js'
import { identityOf } from '../../schema/identity.js'

/**
 * Binds claims to volumes: to the one that is reserved, or the smallest that fits; asks a provisioner where there is none. A volume
 * whose claim is gone is released, and reclaimed by its policy.
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

function volumeAndClaim({ prev, next }: ObjectChange): readonly Key[] {
  if (next) return [identityOf(next)]
  const { namespace = '', name } = (prev as Volume).spec?.claimRef ?? {} // of the kind it is told for
  return name ? [claimKey(namespace, name)] : []
}

/** A new pod is what some claims wait for. */
function waiting({ prev, next }: ObjectChange, world: Reader): readonly Key[] {
  if (prev || !next) return []
  const { namespace = '' } = next.metadata
  return claimNamesOf(next as PodWithClaims) // of the kind it is told for
    .filter((name) => {
      const claim = world.get('PersistentVolumeClaim', { namespace, name })
      return claim && isOpen(claim) && isDelayed(claim, world)
    })
    .map((name) => claimKey(namespace, name))
}
