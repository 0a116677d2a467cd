import { keepFinalizer } from './protect.js'
import type { Controller } from '../runtime/types.js'
import type { Volume } from './volume.js'

const FINALIZER = 'kubernetes.io/pv-protection'

/** Keeps a deleted PersistentVolume while it is bound. */
export const volumeProtection: Controller = {
  name: 'volume-protection',
  user: 'system:serviceaccount:kube-system:pv-protection-controller',
  watches: { PersistentVolume: 'own' },
  *reconcileInSteps({ name }, world) {
    const volume: Volume | undefined = world.get('v1/PersistentVolume', { name })
    if (volume)
      yield* keepFinalizer('v1/PersistentVolume', volume, FINALIZER, world, () => volume.status?.phase === 'Bound')
  },
}
