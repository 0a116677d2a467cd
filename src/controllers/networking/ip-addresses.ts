import { identityOf } from '../../schema/object.js'
import { SERVICE } from '../discovery/services.js'
import type { Controller } from '../runtime/types.js'
import { faultOf, referenceOf } from './address-fault.js'

/** Restores the IPAddresses of Services, and deletes those without a Service (ipallocator-repair-controller). */
export const ipAddresses: Controller<'IPAddress'> = {
  name: 'ip-addresses',
  user: 'system:apiserver',
  manager: 'kube-apiserver',
  watches: {
    *IPAddress({ prev, next }, world) {
      if (next) {
        if (faultOf(next, world)) yield identityOf(next)
      } else if (prev && !faultOf(prev, world)) yield { ...SERVICE, ...referenceOf(prev) }
    },
  },
  load: () => import('./sync-ip-addresses.js'),
}
