import { identityOf } from '../../schema/identity.js'
import type { Controller } from '../runtime/types.js'
import { type Claim, isOpen, provisionerOf } from './storage.js'

/**
 * Makes the volumes that claims ask a provisioner for, and deletes those that are released, as a driver's provisioner
 * does.
 */
export const claimProvisioning: Controller = {
  name: 'claim-provisioning',
  user: 'system:serviceaccount:kube-system:csi-provisioner',
  manager: 'csi-provisioner',
  watches: {
    PersistentVolumeClaim({ next }) {
      const claim = next as Claim | undefined // of that kind, as it is the one watched
      return claim && isOpen(claim) && provisionerOf(claim) ? [identityOf(claim)] : []
    },
    PersistentVolume: 'own',
  },
  load: () => import('./provision.js'),
}
