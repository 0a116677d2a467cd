import type { ObjectOf } from '../../kinds/object-types.js'
import { identityOf } from '../../schema/identity.js'
import { SERVICE } from '../discovery/services.js'
import type { Controller, Reader } from '../runtime/types.js'

/** An address of a Service as the server remembers it. */
export type IPAddress = ObjectOf<'IPAddress'>
/** What is wrong with one. */
export type AddressFault = 'not of a Service' | 'of none' | 'of another'

/** Puts back the IPAddresses of Services, and takes away those that no Service has (ipallocator-repair-controller). */
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

/** The Service that an address is said to be of. */
export function referenceOf({ spec }: IPAddress): { readonly namespace: string; readonly name: string } {
  const { namespace = '', name = '' } = spec?.parentRef ?? {}
  return { namespace, name }
}

/** What is wrong with an address that the server itself has given out. */
export function faultOf(address: IPAddress, world: Pick<Reader, 'get'>): AddressFault | undefined {
  const { labels, name = '' } = address.metadata
  if (labels?.['ipaddress.kubernetes.io/managed-by'] !== 'ipallocator.k8s.io') return undefined
  const { group = '', resource } = address.spec?.parentRef ?? {}
  if (group !== '' || resource !== 'services') return 'not of a Service'
  const service = world.get('Service', referenceOf(address))
  if (!service) return 'of none'
  return service.spec?.clusterIPs?.includes(name) ? undefined : 'of another'
}
