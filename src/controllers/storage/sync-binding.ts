import { identityOf } from '../../schema/identity.js'
import type { Key, World } from '../runtime/types.js'
import { classNameOf, isOpen } from './storage.js'
import { syncClaim } from './sync-claim.js'
import { syncVolume } from './sync-volume.js'
import type { Volume } from './volume.js'

/** Brings a claim or a volume to where it should be; a class that is the default now wakes the claims that name none. */
export function reconcile({ kind, namespace, name }: Key, world: World): void {
  if (kind === 'PersistentVolume') {
    const volume: Volume | undefined = world.get('v1/PersistentVolume', { name })
    if (volume) syncVolume(volume, world)
  } else if (kind === 'StorageClass') {
    for (const claim of world.list('PersistentVolumeClaim'))
      if (isOpen(claim) && classNameOf(claim) === undefined) world.wake(identityOf(claim))
  } else {
    const claim = world.get('PersistentVolumeClaim', { namespace, name })
    if (claim) syncClaim(claim, world)
  }
}
