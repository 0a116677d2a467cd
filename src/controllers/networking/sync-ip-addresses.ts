import type { Steps } from '../../base/turns/steps.js'
import { parseIp } from '../../base/text/ip.js'
import { serviceAddress } from '../../model/registry/service-address.js'
import { storedName } from '../../schema/object.js'
import { recordEvent } from '../core/record-event.js'
import type { Again, Key, WorldInSteps } from '../runtime/types.js'
import { type AddressFault, type IPAddress, faultOf } from './address-fault.js'

const CONTROLLER = 'ipallocator-repair-controller'
/** How often all Services are checked, in milliseconds. */
const INTERVAL = 180_000
/** How long an address may precede the creation of its Service, in milliseconds. */
const GRACE = 60_000

export function* reconcileInSteps(
  { kind, namespace, name }: Key,
  world: WorldInSteps,
): Steps<Again | undefined | void> {
  return kind === 'Service' ? yield* putBack(world, { namespace, name }) : yield* takeAway(world, name)
}

/** Restores the missing addresses of a Service, at the next periodic check. */
function* putBack(
  world: WorldInSteps,
  ref: { readonly namespace: string; readonly name: string },
): Steps<Again | undefined> {
  const service = world.get('Service', ref)
  const lacking = (service?.spec?.clusterIPs ?? []).filter((ip) => parseIp(ip) && !world.get('IPAddress', { name: ip }))
  if (!service || world.stated || lacking.length === 0) {
    world.remember(undefined)
    return undefined
  }
  const due = typeof world.memory === 'number' ? world.memory : world.now() + INTERVAL
  if (world.now() < due) {
    world.remember(due)
    return { at: due }
  }
  for (const ip of lacking) {
    yield* recordEvent(world, service, {
      type: 'Warning',
      reason: 'ClusterIPNotAllocated',
      action: 'ClusterIPAllocation',
      note: `Cluster IP [IPv${parseIp(ip)?.written}]: ${ip} is not allocated; repairing`,
      controller: CONTROLLER,
    })
    yield* world.create('IPAddress', serviceAddress(ip, ref))
  }
  world.remember(undefined)
  return undefined
}

/** Deletes an address that belongs to no Service. */
function* takeAway(world: WorldInSteps, name: string): Steps<Again | undefined> {
  const address = world.get('IPAddress', { name })
  const fault = address && faultOf(address, world)
  if (!fault || world.stated) return undefined
  const end = Date.parse(address.metadata.creationTimestamp ?? '') + GRACE
  if (fault === 'none there is' && end > world.now()) return { at: end }
  yield* recordEvent(world, address, {
    type: 'Warning',
    reason: fault === 'another' ? 'IPAddressWrongReference' : 'IPAddressNotAllocated',
    action: 'IPAddressAllocation',
    note: noteOf(address, fault),
    controller: CONTROLLER,
  })
  yield* world.delete('IPAddress', { name })
  return undefined
}

function noteOf(address: IPAddress, fault: AddressFault): string {
  const name = storedName(address)
  const { group = '', resource = '', namespace = '', name: parent = '' } = address.spec?.parentRef ?? {}
  if (fault === 'no Service')
    return `IPAddress ${name} appears to have been modified, not referencing a Service &ParentReference{Group:${group},Resource:${resource},Namespace:${namespace},Name:${parent},}: cleaning up`
  const of = `IPAddress: ${name} for Service ${namespace}/${parent}`
  return fault === 'none there is'
    ? `${of} appears to have leaked: cleaning up`
    : `${of} has a wrong reference; cleaning up`
}
