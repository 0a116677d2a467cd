import { type Claim, grows } from './storage.js'
import type { Controller } from '../runtime/types.js'
import { identityOf } from '../../schema/identity.js'

/**
 * Expands the volume of a bound claim that requests more, if its class allows expansion, as an external resizer does
 * for a driver without node expansion.
 */
export const claimResize: Controller = {
  name: 'claim-resize',
  user: 'system:serviceaccount:kube-system:csi-resizer',
  isTrusted: true,
  manager: 'csi-resizer',
  watches: {
    // Of the watched kind.
    PersistentVolumeClaim: ({ next }) => (next && grows(next as Claim) ? [identityOf(next)] : []),
  },
  load: () => import('./resize.js'),
}
