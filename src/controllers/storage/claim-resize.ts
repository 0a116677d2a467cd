import { grows } from './grows.js'
import type { Claim } from './storage.js'
import type { Controller } from '../runtime/types.js'
import { identityOf } from '../../schema/identity.js'

/**
 * Grows the volume of a bound claim that asks for more, where its class allows that, as the resizer of a driver does
 * that needs no node.
 */
export const claimResize: Controller = {
  name: 'claim-resize',
  user: 'system:serviceaccount:kube-system:csi-resizer',
  manager: 'csi-resizer',
  watches: {
    // Of that kind, as it is the one watched.
    PersistentVolumeClaim: ({ next }) => (next && grows(next as Claim) ? [identityOf(next)] : []),
  },
  load: () => import('./resize.js'),
}
