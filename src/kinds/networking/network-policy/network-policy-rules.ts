import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import { goStrings } from '../../shared/go-struct.js'
import { type Issue, forbidden, invalid, notSupported, required, declaredRequired } from '../../../base/errors/issue.js'
import { cidrContains, cidrFamily, cidrWarnings, legacyCidr } from '../../../base/rules/ip.js'
import type { IPBlock, NetworkPolicy as NetworkPolicyStruct } from '../../../model/generated/types/networking-v1.js'
import { validateLabelSelector } from '../../shared/label-selector.js'
import { between, portName } from '../../struct/member-rules.js'
import type { Unchecked, UncheckedObject } from '../../struct/unchecked.js'

/** A NetworkPolicy before validation. */
export type NetworkPolicy = UncheckedObject<NetworkPolicyStruct>
type Spec = NonNullable<NetworkPolicy['spec']>
type Peer = NonNullable<NonNullable<Spec['ingress']>[number]['from']>[number]
type Port = NonNullable<NonNullable<Spec['ingress']>[number]['ports']>[number]

/**
 * What validation tolerates because the stored policy has it already: invalid label values, and the CIDRs in `known`.
 */
type Leave = { readonly anyValues?: boolean; readonly known?: readonly string[] }

type PeerAt = { readonly peer: Peer; readonly field: string }
type Direction = { readonly field: string; readonly ports: readonly Port[]; readonly peers: readonly PeerAt[] }

const directionsOf = ({ ingress, egress }: Spec): readonly Direction[] => [
  ...(ingress ?? []).map(({ ports, from }, i) => direction(`spec.ingress[${i}]`, ports, 'from', from)),
  ...(egress ?? []).map(({ ports, to }, i) => direction(`spec.egress[${i}]`, ports, 'to', to)),
]

const direction = (
  field: string,
  ports: readonly Port[] | undefined,
  member: string,
  peers: readonly Peer[] | undefined,
): Direction => ({
  field,
  ports: ports ?? [],
  peers: (peers ?? []).map((peer, i) => ({ peer, field: `${field}.${member}[${i}]` })),
})

/** Returns all peers of a policy, with their paths. */
const peersOf = ({ spec }: NetworkPolicy): readonly PeerAt[] => directionsOf(spec ?? {}).flatMap(({ peers }) => peers)

const TYPES = ['Ingress', 'Egress']

/** Validates the spec of a policy (ValidateNetworkPolicySpec). */
export function* validateSpec(spec: Spec = {}, leave: Leave = {}): Iterable<Issue> {
  const { podSelector, policyTypes } = spec
  const types = policyTypes ?? []
  const field = 'spec.policyTypes'
  yield* validateLabelSelector(podSelector ?? {}, 'spec.podSelector', leave)
  yield* directionsOf(spec).flatMap(({ field: at, ports, peers }) => [
    ...ports.flatMap((port, i) => validatePort(port, `${at}.ports[${i}]`)),
    ...peers.flatMap((each) => validatePeer(each, leave)),
  ])
  if (types.length > TYPES.length) yield invalid(field, goTypes(types), 'may not specify more than two policyTypes')
  else yield* types.flatMap((type, i) => (TYPES.includes(type) ? [] : [notSupported(`${field}[${i}]`, type, TYPES)]))
}

const goTypes = (types: readonly string[]) => goStrings(types, 'networking.PolicyType')

const PROTOCOLS = ['TCP', 'UDP', 'SCTP']

function validatePort(given: Port, at: string): readonly Issue[] {
  const { protocol, port, endPort } = given
  const known =
    protocol === undefined || PROTOCOLS.includes(protocol) ? [] : [notSupported(`${at}.protocol`, protocol, PROTOCOLS)]
  const useless = (when: string) =>
    endPort === undefined ? [] : [invalid(`${at}.endPort`, endPort, `may not be specified when \`port\` is ${when}`)]
  if (port === undefined) return [...known, ...useless('not specified')]
  if (typeof port === 'string')
    return [...known, ...useless('non-numeric'), ...portName(port).map((detail) => invalid(`${at}.port`, port, detail))]
  const numbered = [...known, ...between(1, 65535)(port, `${at}.port`, given)]
  if (endPort === undefined) return numbered
  // As on the server, the value that is told was once that of the port.
  const shown = runsAtLeast('1.37') ? endPort : port
  return [
    ...numbered,
    ...(endPort < port ? [invalid(`${at}.endPort`, shown, 'must be greater than or equal to `port`')] : []),
    ...between(1, 65535)(endPort, `${at}.endPort`, given),
  ]
}

function validatePeer({ peer, field }: PeerAt, leave: Leave): readonly Issue[] {
  const { podSelector, namespaceSelector, ipBlock } = peer
  const issues = [
    ...(podSelector ? validateLabelSelector(podSelector, `${field}.podSelector`, leave) : []),
    ...(namespaceSelector ? validateLabelSelector(namespaceSelector, `${field}.namespaceSelector`, leave) : []),
    ...(ipBlock ? validateBlock(ipBlock, `${field}.ipBlock`, leave) : []),
  ]
  if (!podSelector && !namespaceSelector && !ipBlock) return [...issues, required(field, 'must specify a peer')]
  return ipBlock && (podSelector || namespaceSelector)
    ? [...issues, forbidden(field, 'may not specify both ipBlock and another peer')]
    : issues
}

function validateBlock({ cidr = '', except }: Unchecked<IPBlock>, at: string, { known }: Leave): readonly Issue[] {
  if (cidr === '') return [declaredRequired(`${at}.cidr`)]
  const faults = (range: string, field: string) =>
    known?.includes(range) ? [] : legacyCidr(range).map((detail) => invalid(field, range, detail))
  const whole = faults(cidr, `${at}.cidr`)
  if (cidrFamily(cidr) === undefined) return whole
  return [
    ...whole,
    ...(except ?? []).flatMap((range, i) => {
      const field = `${at}.except[${i}]`
      const isPart = cidrContains(cidr, range) && !cidrContains(range, cidr)
      return cidrFamily(range) === undefined
        ? faults(range, field)
        : [...faults(range, field), ...(isPart ? [] : [invalid(field, range, 'must be a strict subset of `cidr`')])]
    }),
  ]
}

/** Validates an updated policy; the issues of its metadata come in between. */
export function validateChanged(
  next: NetworkPolicy,
  old: NetworkPolicy,
  metadata: { readonly whole: readonly Issue[]; readonly change: readonly Issue[] },
): readonly Issue[] {
  // Stored faults may stay: label values, in any selector if the podSelector is faulty, and CIDRs.
  const anyValues = validateLabelSelector(old.spec?.podSelector ?? {}, '').length > 0
  const known = peersOf(old).flatMap(({ peer: { ipBlock } }) =>
    ipBlock ? [ipBlock.cidr ?? '', ...(ipBlock.except ?? [])] : [],
  )
  // Until 1.36 a real server runs the rules of a create before.
  const before = runsAtLeast('1.36') ? [] : [...metadata.whole, ...validateSpec(next.spec, { anyValues })]
  return [...before, ...metadata.change, ...validateSpec(next.spec, { anyValues, known })]
}

export function warningsOfBlocks(object: NetworkPolicy): readonly string[] {
  return peersOf(object).flatMap(({ peer: { ipBlock }, field }) =>
    ipBlock
      ? [
          ...cidrWarnings(ipBlock.cidr ?? '', `${field}.ipBlock.cidr`),
          ...(ipBlock.except ?? []).flatMap((except, i) => cidrWarnings(except, `${field}.ipBlock.except[${i}]`)),
        ]
      : [],
  )
}
