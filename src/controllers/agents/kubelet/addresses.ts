import { contentHash } from '../../../base/bytes/hash.js'
import type { ObjectOf } from '../../../kinds/object-types.js'
import type { AgentPod, PodStatus } from './types.js'

type Node = ObjectOf<'Node'>

/** The address fields of a pod status. */
export type Addresses = Pick<PodStatus, 'hostIP' | 'hostIPs' | 'podIP' | 'podIPs'>

/** The field of a pod that says whether it uses the host network. */
type Sharing = { readonly spec?: { readonly hostNetwork?: boolean } }

/** Returns the host addresses for a pod's status, and the pod addresses if it uses the host network. */
export function hostAddresses(node: Node, { spec }: Sharing): Addresses {
  const ips = (node.status?.addresses ?? []).flatMap(({ type, address }) =>
    type === 'InternalIP' ? [{ ip: address }] : [],
  )
  const [first] = ips
  if (!first) return {}
  const own = spec?.hostNetwork ? { podIP: first.ip, podIPs: ips } : {}
  return { hostIP: first.ip, hostIPs: ips, ...own }
}

/** Returns a free address of the node's pod network; for a node without one, of a range derived from its name. */
export function podAddresses({ metadata: { name = '' }, spec }: Node, others: readonly AgentPod[]): Addresses {
  const [base, size] = rangeOf(spec?.podCIDR) ?? rangeOf(rangeByName(name)) ?? [0, 0]
  const taken = new Set(others.map(({ status }) => (status?.podIP ? numberOf(status.podIP) : undefined)))
  // The first address is the network's, the second the bridge's, the last the broadcast address.
  let free = 2
  while (taken.has(base + free)) free++
  if (free >= size - 1) return {}
  const ip = [24, 16, 8, 0].map((bits) => ((base + free) >>> bits) & 255).join('.')
  return { podIP: ip, podIPs: [{ ip }] }
}

/** Converts an IPv4 address to a number. */
function numberOf(ip: string): number | undefined {
  const parts = ip.split('.')
  return parts.length === 4 ? parts.reduce((sum, part) => sum * 256 + Number(part), 0) : undefined
}

/** Returns a range of 254 addresses in 10.0.0.0/8. */
function rangeByName(name: string): string {
  const hash = contentHash(name)
  return `10.${Number.parseInt(hash.slice(0, 2), 16)}.${Number.parseInt(hash.slice(8, 10), 16)}.0/24`
}

function rangeOf(cidr: string | undefined): readonly [base: number, size: number] | undefined {
  const [, ip = '', bits] = /^(\d+\.\d+\.\d+\.\d+)\/(\d+)$/.exec(cidr ?? '') ?? []
  const base = numberOf(ip)
  return base === undefined ? undefined : [base, 2 ** (32 - Number(bits))]
}
