import { append, repeatsOf } from '../../base/lists/lists.js'
import { countParts, inParts } from '../../base/turns/work-in-parts.js'
import { jsonEqual } from '../../base/json/json.js'
import {
  type Issue,
  declaredImmutable,
  duplicate,
  invalid,
  notSupported,
  required,
  tooMany,
  declaredRequired,
  declared,
} from '../../base/errors/issue.js'
import { type Column, docOf } from '../../model/registry/column.js'
import { ageColumn, nameColumn } from '../../model/registry/columns.js'
import { warningsOfIp, validateEndpointAddress } from '../shared/ip-addresses.js'
import { moreText } from '../shared/cells.js'
import { structFiller } from '../struct/struct-defaults.js'
import { defineStructKind } from '../struct/struct-kind.js'
import { issuesOfItems } from '../../base/errors/issues-in-parts.js'
import { parseIp } from '../../base/text/ip.js'
import { fullyQualifiedDomain } from '../../base/rules/domain.js'
import { canonicalIp, legacyIp } from '../../base/rules/ip.js'
import { labelValue, dns1123Label, qualifiedName, subdomainName } from '../../base/rules/names.js'
import type { EndpointSlice as EndpointSliceStruct } from '../../model/generated/types/discovery-v1.js'
import { type KubernetesVersion, atLeast } from '../../model/registry/kubernetes-version.js'
import { type MemberRule, first, ifSet, supported } from '../struct/member-rules.js'
import type { UncheckedObject } from '../struct/unchecked.js'

/** An EndpointSlice before validation. */
type EndpointSlice = UncheckedObject<EndpointSliceStruct>
type Endpoint = NonNullable<EndpointSlice['endpoints']>[number]
type Hints = NonNullable<Endpoint['hints']>

const TYPES = ['FQDN', 'IPv4', 'IPv6']
const MOST_PORTS = 20_000
const MOST_ENDPOINTS = 1000
const MOST_ADDRESSES = 100
const MOST_HINTS = 8

/** Validates a slice without its endpoints. */
function* validateRest({ addressType = '', ports }: EndpointSlice): Iterable<Issue> {
  if (addressType === '') yield declaredRequired('addressType')
  else if (!TYPES.includes(addressType)) yield declared(notSupported('addressType', addressType, TYPES))
  yield* validatePorts(ports ?? [])
}

function validatePorts(ports: NonNullable<EndpointSlice['ports']>): readonly Issue[] {
  if (ports.length > MOST_PORTS) return [tooMany('ports', ports.length, MOST_PORTS)]
  const repeats = repeatsOf(ports.map(({ name = '' }) => name))
  return ports.flatMap((port, i) => {
    const at = `ports[${i}]`
    const { name = '', protocol, appProtocol } = port
    return [
      ...ifSet(dns1123Label)(name, `${at}.name`, port),
      ...(repeats(i) ? [duplicate(`${at}.name`, name)] : []),
      ...first(stated, supported('SCTP', 'TCP', 'UDP'))(protocol, `${at}.protocol`, port),
      ...(appProtocol === undefined
        ? []
        : qualifiedName(appProtocol).map((detail) => invalid(`${at}.appProtocol`, appProtocol, detail))),
    ]
  })
}

/** Validates the endpoints of a slice. */
function validateEndpoints({ endpoints, addressType = '' }: EndpointSlice): readonly Issue[] {
  const all = endpoints ?? []
  return all.length > MOST_ENDPOINTS
    ? [tooMany('endpoints', all.length, MOST_ENDPOINTS)]
    : issuesOfItems(all, validateEndpoints, (endpoint, i) => validateEndpoint(endpoint, addressType, `endpoints[${i}]`))
}

function validateEndpoint(endpoint: Endpoint, addressType: string, at: string): readonly Issue[] {
  const { nodeName, hostname, hints } = endpoint
  const addresses = endpoint.addresses ?? []
  const field = `${at}.addresses`
  return [
    ...(addresses.length > 0 ? [] : [declaredRequired(field, 'must contain at least 1 address')]),
    ...(addresses.length > MOST_ADDRESSES ? [declared(tooMany(field, addresses.length, MOST_ADDRESSES))] : []),
    ...issuesOfItems(addresses, validateEndpoint, (address, i) => validateAddress(address, addressType, field, i)),
    ...(nodeName === undefined
      ? []
      : subdomainName(nodeName, false).map((detail) => invalid(`${at}.nodeName`, nodeName, detail))),
    ...(hostname === undefined
      ? []
      : dns1123Label(hostname).map((detail) => invalid(`${at}.hostname`, hostname, detail))),
    ...(hints ? validateHints(hints, `${at}.hints`) : []),
  ]
}

function validateAddress(address: string, addressType: string, field: string, i: number): readonly Issue[] {
  const at = `${field}[${i}]`
  if (addressType === 'FQDN')
    return address === ''
      ? [required(at)]
      : fullyQualifiedDomain(address).map(({ part, detail }) => invalid(at, part, detail))
  if (addressType !== 'IPv4' && addressType !== 'IPv6') return []
  const ip = parseIp(address)
  const faults = addressType === 'IPv6' ? canonicalIp(address) : legacyIp(address)
  if (faults.length > 0 || !ip) return faults.map((detail) => invalid(at, address, detail))
  return [
    ...(`IPv${ip.family}` === addressType ? [] : [invalid(field, address, `must be an ${addressType} address`)]),
    ...validateEndpointAddress(address, at),
  ]
}

function* validateHints({ forZones, forNodes }: Hints, at: string): Iterable<Issue> {
  const [zones, nodes] = [forZones ?? [], forNodes ?? []]
  if (zones.length > MOST_HINTS) {
    yield tooMany(`${at}.forZones`, zones.length, MOST_HINTS)
    return
  }
  yield* validateNames(zones, labelValue, `${at}.forZones`)
  if (nodes.length > MOST_HINTS) yield tooMany(`${at}.forNodes`, nodes.length, MOST_HINTS)
  else yield* validateNames(nodes, (name) => subdomainName(name, false), `${at}.forNodes`)
}

function validateNames(
  list: readonly { readonly name?: string }[],
  rule: (name: string) => readonly string[],
  field: string,
): readonly Issue[] {
  const names = list.map(({ name = '' }) => name)
  const repeats = repeatsOf(names)
  return names.flatMap((name, i) => [
    ...(repeats(i) ? [duplicate(`${field}[${i}].name`, name)] : []),
    ...rule(name).map((detail) => invalid(`${field}[${i}].name`, name, detail)),
  ])
}

const stated: MemberRule = (value, field) => (value === undefined ? [required(field)] : [])

const fill = structFiller({ 'discovery.v1.EndpointPort': { name: '', protocol: 'TCP' } })

/** EndpointSlice: the addresses and ports of some of a Service's pods. */
export const endpointSlice = defineStructKind<EndpointSlice>('discovery.v1.EndpointSlice', ({ version }) => ({
  group: 'discovery.k8s.io',
  scope: 'Namespaced',
  names: { kind: 'EndpointSlice', plural: 'endpointslices' },
  schema: { defaults: (object) => fill('discovery.v1.EndpointSlice', object) },
  metadata: { generation: ['metadata.labels', 'addressType', 'endpoints', 'ports'], countsSent: true },
  create: {
    prepare: (object) => asWritten(object, version),
    validate: (object, context) => [
      ...context.validateObjectMeta(object),
      ...validateRest(object),
      ...validateEndpoints(object),
    ],
    warnings: (object) => [
      ...(object.addressType === 'FQDN' ? ['spec.addressType: FQDN endpoints are deprecated'] : []),
      ...warningsOfAddresses(object),
    ],
  },
  update: {
    prepare: (next, old) => (hasSameEndpoints(next, old) ? next : asWritten(next, version)),
    validate: (next, old, context) => [
      ...context.validateObjectMeta(next),
      ...validateRest(next),
      // Unchanged endpoints are not validated again.
      ...(hasSameEndpoints(next, old) ? [] : validateEndpoints(next)),
      ...(next.addressType === old.addressType ? [] : [declaredImmutable('addressType', next.addressType ?? '')]),
    ],
    warnings: warningsOfAddresses,
  },
  table: { columns },
  example: {
    metadata: { name: 'web-1', namespace: 'default', labels: { 'kubernetes.io/service-name': 'web' } },
    addressType: 'IPv4',
    ports: [{ name: 'http', port: 80 }],
    endpoints: [{ addresses: ['10.1.2.3'] }],
  },
}))

const columns: readonly Column<EndpointSlice>[] = [
  nameColumn,
  {
    name: 'AddressType',
    description: [
      [
        '1.33',
        'addressType specifies the type of address carried by this EndpointSlice. All addresses in this slice must be the same type. This field is immutable after creation. The following address types are currently supported: * IPv4: Represents an IPv4 Address. * IPv6: Represents an IPv6 Address. * FQDN: Represents a Fully Qualified Domain Name.',
      ],
      ['1.36', docOf('discovery.v1.EndpointSlice', 'addressType')],
    ],
    cell: ({ addressType }) => addressType ?? '',
  },
  {
    name: 'Ports',
    description: [
      [
        '1.33',
        'ports specifies the list of network ports exposed by each endpoint in this slice. Each port must have a unique name. When ports is empty, it indicates that there are no defined ports. When a port is defined with a nil port value, it indicates "all ports". Each slice may include a maximum of 100 ports.',
      ],
      ['1.36', docOf('discovery.v1.EndpointSlice', 'ports')],
    ],
    cell: portsText,
  },
  {
    name: 'Endpoints',
    description: docOf('discovery.v1.EndpointSlice', 'endpoints'),
    cell: ({ endpoints }) =>
      moreText(
        (endpoints ?? []).flatMap(({ addresses }) => addresses ?? []),
        '<unset>',
      ),
  },
  ageColumn,
]

const hasSameEndpoints = (a: EndpointSlice, b: EndpointSlice) => jsonEqual(a.endpoints ?? [], b.endpoints ?? [])

/**
 * Drops deprecatedTopology, a field of older API versions, and before 1.34 hints for nodes (the gate
 * PreferSameTrafficDistribution).
 */
function asWritten(object: EndpointSlice, version: KubernetesVersion): EndpointSlice {
  const { endpoints } = object
  if (!endpoints?.some(({ deprecatedTopology, hints }) => deprecatedTopology ?? hints?.forNodes)) return object
  return {
    ...object,
    endpoints: endpoints.map(({ deprecatedTopology: _, hints, ...endpoint }) => {
      const { forNodes, ...zones } = hints ?? {}
      const isKept = forNodes !== undefined && atLeast(version, '1.34')
      return hints ? { ...endpoint, hints: isKept ? hints : zones } : endpoint
    }),
  }
}

function portsText({ ports }: EndpointSlice): string {
  return moreText(
    (ports ?? []).map(({ port, name }) => (port === undefined ? (name ?? '*') : String(port))),
    '<unset>',
  )
}

const MANAGERS = ['endpointslice-controller.k8s.io', 'endpointslicemirroring-controller.k8s.io']

function warningsOfAddresses({ metadata, endpoints }: EndpointSlice): readonly string[] {
  // Controllers fix what they wrote by themselves.
  if (MANAGERS.includes(metadata.labels?.['endpointslice.kubernetes.io/managed-by'] ?? '')) return []
  const all = endpoints ?? []
  const begin = (): string[] => []
  return inParts(all, warningsOfAddresses, all.length, begin, (told, i) => {
    const addresses = all[i]?.addresses ?? []
    for (const [j, address] of addresses.entries())
      append(told, warningsOfIp(address, `endpoints[${i}].addresses[${j}]`))
    countParts(addresses.length)
  })
}
