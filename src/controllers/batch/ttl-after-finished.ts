import type { Controller } from '../runtime/types.js'

/** Deletes Jobs that are over, with their pods, so many seconds after as they say (`ttlSecondsAfterFinished`). */
export const ttlAfterFinished: Controller = {
  name: 'ttl-after-finished',
  user: 'system:serviceaccount:kube-system:ttl-after-finished-controller',
  watches: { Job: 'own' },
  load: () => import('./end-after-ttl.js'),
}
