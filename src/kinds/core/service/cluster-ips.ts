import { ipText, parseIp } from '../../../base/ip.js'
import { cidrContains, cidrFamily, cidrHasHost, cidrHosts } from '../../../base/rules/cidr.js'
import { invalid } from '../../../base/issue.js'
import { internalError } from '../../../base/status.js'
import type { AllocationRecord } from '../../../registry/kind-parts.js'
import { serviceAddress } from '../../../registry/service-address.js'
import type { RuleContext } from '../../../registry/rule-context.js'
import { storedName } from '../../../schema/stored-metadata.js'
import type { ServiceCIDR } from '../../networking/service-cidr.js'
import { goStrings } from '../../shared/go-struct.js'
import type { Refuse } from './service-families.js'
import type { Service, ServiceSpec } from './service-types.js'

// The range a server has by default, whose first address is for the server's own service, whether it is there or not.
const DEFAULT_RANGE = '10.0.0.0/24'
const OWN_ADDRESS = '10.0.0.1'

/** The addresses that services are given. */
type ClusterIPs = {
  /** Takes one that is asked for; tells why it cannot. */
  readonly take: (ip: string) => string | undefined
  /** Takes the lowest that is free; undefined where there is none. */
  readonly next: () => string | undefined
}

/** The parts of the rules of a write that addresses are given by, and the group that ranges and addresses are of. */
export type AddressContext = Pick<RuleContext, 'objects' | 'dryRun'> & { readonly networking: string }

/**
 * The addresses for a service: those of the ranges that are ready, the oldest first, without what other services and
 * IPAddresses have (the allocators of ServiceCIDRs).
 */
export function clusterIPsFor(
  service: Service,
  others: readonly ServiceSpec[],
  { objects, dryRun, networking }: AddressContext,
): ClusterIPs {
  const ranges = rangesIn((objects?.(`${networking}/servicecidrs`) ?? []) as readonly ServiceCIDR[]) // by their table
  if (dryRun) return triedOnly(ranges)
  const addresses = objects?.(`${networking}/ipaddresses`) ?? []
  const taken = new Set([
    OWN_ADDRESS,
    ...addresses.map(storedName),
    ...others.flatMap(({ clusterIPs = [] }) => clusterIPs),
  ])
  if (isOwn(service)) taken.delete(OWN_ADDRESS)
  const take = (ip: string) => (taken.size < taken.add(ip).size ? undefined : 'provided IP is already allocated')
  return {
    take: (ip) => outOf(ranges, ip) ?? take(ip),
    next() {
      for (const range of ranges) for (const ip of cidrHosts(range)) if (!take(ip)) return ip
      return undefined
    },
  }
}

const isOwn = ({ metadata: { namespace, name } }: Service) => namespace === 'default' && name === 'kubernetes'

/**
 * What a dry run is given: nothing is taken, and the address of the network stands for the next that is free
 * (recorded).
 */
function triedOnly(ranges: readonly string[]): ClusterIPs {
  const [first = DEFAULT_RANGE] = ranges
  return {
    take: (ip) => (ranges.some((range) => cidrHasHost(range, ip)) ? undefined : notWithin(ip, first)),
    next: () => first.slice(0, first.indexOf('/')),
  }
}

/** The ranges of IPv4 to give addresses from. */
function rangesIn(all: readonly ServiceCIDR[]): readonly string[] {
  const ready = all.filter(isReady).sort((a, b) => (createdAt(a) < createdAt(b) ? -1 : 1))
  const ranges = ready.flatMap(({ spec }) => spec?.cidrs ?? []).filter((cidr) => cidrFamily(cidr) === 4)
  return all.length === 0 ? [DEFAULT_RANGE] : ranges
}

const createdAt = ({ metadata }: ServiceCIDR) => metadata.creationTimestamp ?? ''

/** A range that nobody has said to be ready is taken for ready, as no controller may be there to say so. */
function isReady({ metadata, status }: ServiceCIDR): boolean {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')
  return !metadata.deletionTimestamp && (!ready || ready.status === 'True')
}

/** Why an address cannot be had of any range; the smallest that it lies in decides. */
function outOf(ranges: readonly string[], ip: string): string | undefined {
  if (!ranges.some((range) => cidrHasHost(range, ip))) return 'the provided network does not match the current range'
  const within = ranges.filter((range) => cidrContains(range, `${ip}/32`))
  const smallest = within.find((range) => within.every((other) => cidrContains(other, range)))
  return smallest === undefined || cidrHasHost(smallest, ip) ? undefined : notWithin(ip, smallest)
}

const notWithin = (ip: string, range: string) =>
  `the provided IP (${ip}) is not in the valid range. The range of valid IPs is ${range}`

/** Gives a service the addresses it asks for, and others where it asks for none in particular (allocClusterIPs). */
export function withAddresses(spec: ServiceSpec, addresses: ClusterIPs, refuse: Refuse): ServiceSpec {
  const { clusterIPs = [], ipFamilies = [] } = spec
  if (clusterIPs[0] === 'None') return spec
  const given = clusterIPs.concat(ipFamilies.slice(clusterIPs.length).map(() => ''))
  for (const ip of clusterIPs) {
    const why = addresses.take(ip)
    if (why !== undefined) refuse(invalid('spec.clusterIPs', goStrings(given), `failed to allocate IP ${ip}: ${why}`))
  }
  const all = given.map((ip) => ip || nextOf(addresses))
  const [clusterIP] = all
  return clusterIP === undefined ? spec : { ...spec, clusterIP, clusterIPs: all }
}

function nextOf({ next }: ClusterIPs): string {
  const ip = next()
  if (ip === undefined) throw internalError('failed to allocate a serviceIP: range is full')
  return ip
}

/** The IPAddresses by which a server remembers what a service has (createIPAddress). */
export function addressesOf({ metadata, spec }: Service, networking: string): readonly AllocationRecord[] {
  const { name, namespace } = metadata
  return (spec?.clusterIPs ?? []).flatMap((ip) => {
    const parsed = parseIp(ip)
    if (!parsed || !name) return []
    return {
      group: networking,
      plural: 'ipaddresses',
      object: serviceAddress(ipText(parsed.groups), { namespace, name }),
    }
  })
}
