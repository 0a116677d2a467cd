import type { ObjectOf } from '../../kinds/object-types.js'
import { ALLOCATOR, MANAGED_BY } from '../../model/registry/service-address.js'
import type { Reader } from '../runtime/types.js'

/** An allocated address. */
export type IPAddress = ObjectOf<'IPAddress'>
/** What an address refers to instead of its Service. */
export type AddressFault = 'no Service' | 'none there is' | 'another'

/** Returns the Service that an address refers to. */
export function referenceOf({ spec }: IPAddress): { readonly namespace: string; readonly name: string } {
  const { namespace = '', name = '' } = spec?.parentRef ?? {}
  return { namespace, name }
}

/** Returns what is wrong with an address that the server allocated. */
export function faultOf(address: IPAddress, world: Pick<Reader, 'get'>): AddressFault | undefined {
  const { labels, name = '' } = address.metadata
  if (labels?.[MANAGED_BY] !== ALLOCATOR) return undefined
  const { group = '', resource } = address.spec?.parentRef ?? {}
  if (group !== '' || resource !== 'services') return 'no Service'
  const service = world.get('Service', referenceOf(address))
  if (!service) return 'none there is'
  return service.spec?.clusterIPs?.includes(name) ? undefined : 'another'
}
