import type { Steps } from '../../base/turns/steps.js'
import type { SchedulablePod } from './framework/types.js'
import type { Key, WorldInSteps } from '../runtime/types.js'
import { reserve } from '../storage/bind.js'
import { claimNamesOf } from '../storage/pod-claims.js'
import { annotations, isDelayed, isOpen } from '../storage/storage.js'
import { findVolume } from '../storage/volume-match.js'
import { selectNodeOf } from './volumes/bind-volumes.js'

/**
 * Provides the volume of a claim that waits for its first consumer, if something else has bound a pod that uses it to a
 * node.
 */
export function* followPod({ namespace, name }: Key, world: WorldInSteps): Steps<void> {
  const claim = world.get('PersistentVolumeClaim', { namespace, name })
  if (!claim || !isOpen(claim) || claim.metadata.annotations?.[annotations.selectedNode] !== undefined) return
  if (!isDelayed(claim, world)) return
  const pods = world.list<SchedulablePod>('v1/Pod', { namespace })
  const node = pods.find((pod) => pod.spec?.nodeName && claimNamesOf(pod).includes(name))?.spec?.nodeName
  if (!node) return
  const volume = findVolume(claim, world, false)
  if (volume) yield* reserve(volume, claim, world)
  else yield* selectNodeOf(claim, node, world)
}
