import type { Controller } from '../runtime/types.js'

/** Deletes finished Jobs and their pods after `ttlSecondsAfterFinished`. */
export const ttlAfterFinished: Controller = {
  name: 'ttl-after-finished',
  user: 'system:serviceaccount:kube-system:ttl-after-finished-controller',
  watches: { Job: 'own' },
  load: () => import('./end-after-ttl.js'),
}
