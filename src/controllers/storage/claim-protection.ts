import { hasEnded } from '../../kinds/shared/ended-pods.js'
import { changedObject } from '../../schema/changed-object.js'
import { type PodWithClaims, claimNamesOf } from './pod-claims.js'
import { keepFinalizer } from './protect.js'
import type { Controller, Key, ObjectChange } from '../runtime/types.js'

const FINALIZER = 'kubernetes.io/pvc-protection'
const NOTHING: readonly Key[] = []

/** Keeps a deleted PersistentVolumeClaim while a scheduled pod uses it. */
export const claimProtection: Controller = {
  name: 'claim-protection',
  user: 'system:serviceaccount:kube-system:pvc-protection-controller',
  watches: { PersistentVolumeClaim: 'own', Pod: freed },
  *reconcileInSteps({ namespace, name }, world) {
    const claim = world.get('PersistentVolumeClaim', { namespace, name })
    if (!claim) return
    yield* keepFinalizer('PersistentVolumeClaim', claim, FINALIZER, world, () =>
      world
        .list('v1/Pod', { namespace })
        .some((pod: PodWithClaims) => pod.spec?.nodeName && claimNamesOf(pod).includes(name)),
    )
  },
}

/** Wakes the claims of a pod that was deleted or has finished. */
function freed({ prev, next }: ObjectChange): readonly Key[] {
  const pod: PodWithClaims = changedObject({ prev, next })
  if (next && !hasEnded(next)) return NOTHING
  return claimNamesOf(pod).map((name) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    namespace: pod.metadata.namespace ?? '',
    name,
  }))
}
