import { canonicalIp } from '../../../base/text/ip.js'
import { cidrContains, cidrFamily, cidrHasHost, cidrHosts } from '../../../base/rules/ip.js'
import { invalid } from '../../../base/errors/issue.js'
import { internalError } from '../../../base/errors/status.js'
import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import type { AllocationRecord } from '../../../model/registry/kind-def.js'
import { DEFAULT_RANGE, serviceAddress } from '../../../model/registry/service-address.js'
import type { RuleContext } from '../../../model/registry/rule-context.js'
import { storedName } from '../../../schema/object.js'
import type { ServiceCIDR } from '../../networking/service-cidr.js'
import { goStrings } from '../../shared/go-struct.js'
import type { Refuse } from './service-families.js'
import type { Service, ServiceSpec } from './service-types.js'

// The first address of the default range is that of the server's own service: another one has to ask for it.
const OWN_ADDRESS = '10.0.0.1'

/** An allocator of cluster IPs. */
type ClusterIPs = {
  /** Allocates a requested address; returns why it cannot. */
  readonly take: (ip: string) => string | undefined
  /** Allocates the lowest free address; undefined if there is none. */
  readonly next: () => string | undefined
}

/** What allocation depends on; `networking` is the API group of ServiceCIDRs and IPAddresses. */
export type AddressContext = Pick<RuleContext, 'objects' | 'dryRun'> & { readonly networking: string }

/**
 * Returns an allocator for a service: addresses of ready ServiceCIDRs, oldest first, that no other service and no
 * IPAddress has (the allocators of ServiceCIDRs).
 */
export function clusterIPsFor(
  service: Service,
  others: readonly ServiceSpec[],
  { objects, dryRun, networking }: AddressContext,
): ClusterIPs {
  const ranges = rangesIn((objects?.(`${networking}/servicecidrs`) ?? []) as readonly ServiceCIDR[]) // its type
  if (dryRun) return triedOnly(ranges)
  const addresses = objects?.(`${networking}/ipaddresses`) ?? []
  const taken = new Set([
    ...addresses.map(storedName),
    ...others.flatMap(({ clusterIPs = [] }) => clusterIPs.map(canonical)),
  ])
  const take = (ip: string) => (taken.size < taken.add(ip).size ? undefined : 'provided IP is already allocated')
  return {
    take: (ip) => outOf(ranges, canonical(ip)) ?? take(canonical(ip)),
    next() {
      for (const range of ranges)
        for (const ip of cidrHosts(range)) if ((ip !== OWN_ADDRESS || isOwn(service)) && !take(ip)) return ip
      return undefined
    },
  }
}

// Stored as requested, but allocated in canonical form.
const canonical = (ip: string) => canonicalIp(ip)?.text ?? ip

const isOwn = ({ metadata: { namespace, name } }: Service) => namespace === 'default' && name === 'kubernetes'

/**
 * Returns the allocator of a dry run: nothing is allocated, and the network address stands for the next free one
 * (recorded).
 */
function triedOnly(ranges: readonly string[]): ClusterIPs {
  const [first = DEFAULT_RANGE] = ranges
  return {
    take: (ip) =>
      ranges.some((range) => cidrHasHost(range, canonical(ip))) ? undefined : notWithin(canonical(ip), first),
    next: () => first.slice(0, first.indexOf('/')),
  }
}

/** Returns the IPv4 ranges to allocate from. */
function rangesIn(all: readonly ServiceCIDR[]): readonly string[] {
  const ready = all.filter(isReady).sort((a, b) => (createdAt(a) < createdAt(b) ? -1 : 1))
  const ranges = ready.flatMap(({ spec }) => spec?.cidrs ?? []).filter((cidr) => cidrFamily(cidr) === 4)
  return all.length === 0 ? [DEFAULT_RANGE] : ranges
}

const createdAt = ({ metadata }: ServiceCIDR) => metadata.creationTimestamp ?? ''

/** Tells whether a range is ready. One without a Ready condition is, as there may be no controller to set it. */
function isReady({ metadata, status }: ServiceCIDR): boolean {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')
  return !metadata.deletionTimestamp && (!ready || ready.status === 'True')
}

/** Returns why an address is in no range; the smallest range that contains it decides. */
function outOf(ranges: readonly string[], ip: string): string | undefined {
  if (!ranges.some((range) => cidrHasHost(range, ip))) return 'the provided network does not match the current range'
  const within = ranges.filter((range) => cidrContains(range, `${ip}/32`))
  const smallest = within.find((range) => within.every((other) => cidrContains(other, range)))
  return smallest === undefined || cidrHasHost(smallest, ip) ? undefined : notWithin(ip, smallest)
}

const notWithin = (ip: string, range: string) =>
  `the provided IP (${ip}) is not in the valid range. The range of valid IPs is ${range}`

/** Allocates the addresses a service requests, and any others it needs (allocClusterIPs). */
export function withAddresses(
  spec: ServiceSpec,
  addresses: ClusterIPs,
  refuse: Refuse,
  { metadata }: Pick<Service, 'metadata'>,
): ServiceSpec {
  const { clusterIPs = [], ipFamilies = [] } = spec
  if (clusterIPs[0] === 'None') return spec
  const given = clusterIPs.concat(ipFamilies.slice(clusterIPs.length).map(() => ''))
  for (const ip of clusterIPs) {
    const why = addresses.take(ip)
    if (why !== undefined) refuse(invalid('spec.clusterIPs', goStrings(given), `failed to allocate IP ${ip}: ${why}`))
  }
  const all = given.map((ip) => ip || nextOf(addresses, metadata.name ?? ''))
  const [clusterIP] = all
  return clusterIP === undefined ? spec : { ...spec, clusterIP, clusterIPs: all }
}

function nextOf({ next }: ClusterIPs, name: string): string {
  const ip = next()
  if (ip !== undefined) return ip
  const of = runsAtLeast('1.36') ? ` for Service ${JSON.stringify(name)}` : ''
  throw internalError(`failed to allocate a serviceIP${of}: range is full`)
}

/** Returns the IPAddresses that record the addresses of a service (createIPAddress). */
export function addressesOf({ metadata, spec }: Service, networking: string): readonly AllocationRecord[] {
  const { name, namespace } = metadata
  return (spec?.clusterIPs ?? []).flatMap((ip) => {
    const parsed = canonicalIp(ip)
    if (!parsed || !name) return []
    return {
      group: networking,
      plural: 'ipaddresses',
      object: serviceAddress(parsed.text, { namespace, name }),
    }
  })
}
