import { identityOf } from '../../schema/identity.js'
import type { Controller } from '../runtime/types.js'
import { type Claim, isOpen, provisionerOf } from './storage.js'

/** Provisions volumes for claims, and deletes released ones, as a driver's external provisioner does. */
export const claimProvisioning: Controller = {
  name: 'claim-provisioning',
  user: 'system:serviceaccount:kube-system:csi-provisioner',
  isTrusted: true,
  manager: 'csi-provisioner',
  watches: {
    PersistentVolumeClaim({ next }) {
      const claim = next as Claim | undefined // of the watched kind
      return claim && isOpen(claim) && provisionerOf(claim) ? [identityOf(claim)] : []
    },
    PersistentVolume: 'own',
  },
  load: () => import('./provision.js'),
}
