import type { Key, Reader } from '../runtime/types.js'
import { type PodWithClaims, claimNamesOf } from './pod-claims.js'
import { claimKey, isDelayed, isOpen } from './storage.js'

/** Returns the claims of an unscheduled pod that wait for it to be scheduled. */
export function awaitedClaims(pod: PodWithClaims, world: Reader): readonly Key[] {
  if (pod.spec?.nodeName) return []
  const { namespace = '' } = pod.metadata
  return claimNamesOf(pod)
    .filter((name) => {
      const claim = world.get('PersistentVolumeClaim', { namespace, name })
      return claim && isOpen(claim) && isDelayed(claim, world)
    })
    .map((name) => claimKey(namespace, name))
}
