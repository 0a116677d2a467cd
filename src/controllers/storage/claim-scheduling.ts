import { reserve } from './bind.js'
import { type PodWithClaims, claimNamesOf } from './pod-claims.js'
import { annotations, claimKey, isDelayed, isOpen } from './storage.js'
import type { Controller, Key, ObjectChange } from '../runtime/types.js'
import { findVolume } from './volume-match.js'
import { identityOf } from '../../schema/identity.js'

/** Does for claims that wait for their first consumer what the scheduler does: once a pod has a node, they may have their volume. */
export const claimScheduling: Controller = {
  name: 'claim-scheduling',
  user: 'system:kube-scheduler',
  manager: 'kube-scheduler',
  watches: {
    Pod: scheduled,
    PersistentVolumeClaim: ({ prev, next }: ObjectChange<'PersistentVolumeClaim'>) =>
      !prev && next && isOpen(next) ? [identityOf(next)] : [],
  },
  reconcile({ namespace, name }, world) {
    const claim = world.get('PersistentVolumeClaim', { namespace, name })
    if (!claim || !isOpen(claim) || claim.metadata.annotations?.[annotations.selectedNode] !== undefined) return
    if (!isDelayed(claim, world)) return
    const pods: readonly PodWithClaims[] = world.list('v1/Pod', { namespace })
    const node = pods.find((pod) => pod.spec?.nodeName && claimNamesOf(pod).includes(name))?.spec?.nodeName
    if (!node) return
    const volume = findVolume(claim, world, false)
    if (volume) reserve(volume, claim, world)
    else
      world.patch(
        'PersistentVolumeClaim',
        { namespace, name },
        { metadata: { annotations: { [annotations.selectedNode]: node } } },
      )
  },
}

function scheduled({ prev, next }: ObjectChange): readonly Key[] {
  const pod = next as PodWithClaims | undefined // of the kind it is told for
  // The same kind before.
  if (!pod?.spec?.nodeName || (prev as PodWithClaims | undefined)?.spec?.nodeName) return []
  return claimNamesOf(pod).map((name) => claimKey(pod.metadata.namespace ?? '', name))
}
