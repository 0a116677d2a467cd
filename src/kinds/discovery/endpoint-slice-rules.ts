import { issuesInParts } from '../../base/turns/issues-in-parts.js'
import { repeatsOf } from '../../base/lists/repeats.js'
import { parseIp } from '../../base/text/ip.js'
import { type Issue, duplicate, invalid, notSupported, required, tooMany } from '../../base/errors/issue.js'
import { fullyQualifiedDomain } from '../../base/rules/domain.js'
import { canonicalIp } from '../../base/rules/ip.js'
import { labelValue } from '../../base/rules/labels.js'
import { dns1123Label, qualifiedName } from '../../base/rules/names.js'
import type { EndpointSlice as EndpointSliceStruct } from '../../model/generated/types/discovery-v1.js'
import { validateEndpointAddress } from '../shared/endpoint-address.js'
import { type MemberRule, first, ifSet, supported } from '../struct/member-rules.js'
import { subdomainName } from '../struct/struct-kind.js'
import type { UncheckedObject } from '../struct/unchecked.js'

/** An EndpointSlice before validation. */
export type EndpointSlice = UncheckedObject<EndpointSliceStruct>
type Endpoint = NonNullable<EndpointSlice['endpoints']>[number]
type Hints = NonNullable<Endpoint['hints']>

const TYPES = ['FQDN', 'IPv4', 'IPv6']
const MOST_PORTS = 20_000
const MOST_ENDPOINTS = 1000
const MOST_ADDRESSES = 100
const MOST_HINTS = 8

/** Validates a slice without its endpoints. */
export const validateRest = ({ addressType = '', ports }: EndpointSlice): readonly Issue[] => [
  ...(addressType === ''
    ? [required('addressType')]
    : TYPES.includes(addressType)
      ? []
      : [notSupported('addressType', addressType, TYPES)]),
  ...validatePorts(ports ?? []),
]

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
export function validateEndpoints({ endpoints, addressType = '' }: EndpointSlice): readonly Issue[] {
  const all = endpoints ?? []
  return all.length > MOST_ENDPOINTS
    ? [tooMany('endpoints', all.length, MOST_ENDPOINTS)]
    : issuesInParts(all, validateEndpoints, all.length, (i) => {
        const endpoint = all[i]
        return endpoint ? validateEndpoint(endpoint, addressType, `endpoints[${i}]`) : []
      })
}

function validateEndpoint(endpoint: Endpoint, addressType: string, at: string): readonly Issue[] {
  const { nodeName, hostname, hints } = endpoint
  const addresses = endpoint.addresses ?? []
  const field = `${at}.addresses`
  return [
    ...(addresses.length > 0 ? [] : [required(field, 'must contain at least 1 address')]),
    ...(addresses.length > MOST_ADDRESSES ? [tooMany(field, addresses.length, MOST_ADDRESSES)] : []),
    ...issuesInParts(addresses, validateEndpoint, addresses.length, (i) =>
      validateAddress(addresses[i] ?? '', addressType, field, i),
    ),
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
  // IPv4 addresses are accepted in any form.
  const ip = parseIp(address)
  const faults = addressType === 'IPv6' || !ip ? canonicalIp(address) : []
  if (faults.length > 0 || !ip) return faults.map((detail) => invalid(at, address, detail))
  return [
    ...(`IPv${ip.family}` === addressType ? [] : [invalid(field, address, `must be an ${addressType} address`)]),
    ...validateEndpointAddress(address, at),
  ]
}

function validateHints({ forZones, forNodes }: Hints, at: string): readonly Issue[] {
  const [zones, nodes] = [forZones ?? [], forNodes ?? []]
  if (zones.length > MOST_HINTS) return [tooMany(`${at}.forZones`, zones.length, MOST_HINTS)]
  return [
    ...validateNames(zones, labelValue, `${at}.forZones`),
    ...(nodes.length > MOST_HINTS
      ? [tooMany(`${at}.forNodes`, nodes.length, MOST_HINTS)]
      : validateNames(nodes, (name) => subdomainName(name, false), `${at}.forNodes`)),
  ]
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
