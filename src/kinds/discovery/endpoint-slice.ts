import { append } from '../../base/lists/append.js'
import { countParts, inParts } from '../../base/turns/work-in-parts.js'
import { jsonEqual } from '../../base/json/json.js'
import { immutable } from '../../base/errors/issue.js'
import type { Column } from '../../model/registry/column.js'
import { ageColumn, nameColumn } from '../../model/registry/columns.js'
import { warningsOfIp } from '../shared/ip-warnings.js'
import { moreText } from '../shared/more-text.js'
import { structFiller } from '../struct/struct-defaults.js'
import { defineStructKind } from '../struct/struct-kind.js'
import { type EndpointSlice, validateEndpoints, validateRest } from './endpoint-slice-rules.js'

const fill = structFiller({ 'discovery.v1.EndpointPort': { name: '', protocol: 'TCP' } })

/** EndpointSlice: the addresses and ports of some of a Service's pods. */
export const endpointSlice = defineStructKind<EndpointSlice>('discovery.v1.EndpointSlice', () => ({
  group: 'discovery.k8s.io',
  scope: 'Namespaced',
  names: { kind: 'EndpointSlice', plural: 'endpointslices' },
  schema: { defaults: (object) => fill('discovery.v1.EndpointSlice', object) },
  metadata: { generation: ['metadata.labels', 'addressType', 'endpoints', 'ports'], countsSent: true },
  create: {
    prepare: asWritten,
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
    prepare: (next, old) => (hasSameEndpoints(next, old) ? next : asWritten(next)),
    validate: (next, old, context) => [
      ...context.validateObjectMeta(next),
      ...validateRest(next),
      // Unchanged endpoints are not validated again.
      ...(hasSameEndpoints(next, old) ? [] : validateEndpoints(next)),
      ...(next.addressType === old.addressType ? [] : [immutable('addressType', next.addressType ?? '')]),
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
    description:
      'addressType specifies the type of address carried by this EndpointSlice. All addresses in this slice must be the same type. This field is immutable after creation. The following address types are currently supported: * IPv4: Represents an IPv4 Address. * IPv6: Represents an IPv6 Address. * FQDN: Represents a Fully Qualified Domain Name.',
    cell: ({ addressType }) => addressType ?? '',
  },
  {
    name: 'Ports',
    description:
      'ports specifies the list of network ports exposed by each endpoint in this slice. Each port must have a unique name. When ports is empty, it indicates that there are no defined ports. When a port is defined with a nil port value, it indicates "all ports". Each slice may include a maximum of 100 ports.',
    cell: portsText,
  },
  {
    name: 'Endpoints',
    description:
      'endpoints is a list of unique endpoints in this slice. Each slice may include a maximum of 1000 endpoints.',
    cell: ({ endpoints }) =>
      moreText(
        (endpoints ?? []).flatMap(({ addresses }) => addresses ?? []),
        '<unset>',
      ),
  },
  ageColumn,
]

const hasSameEndpoints = (a: EndpointSlice, b: EndpointSlice) => jsonEqual(a.endpoints ?? [], b.endpoints ?? [])

/** Drops deprecatedTopology, a field of older API versions, and hints for nodes, whose feature gate is off. */
function asWritten(object: EndpointSlice): EndpointSlice {
  const { endpoints } = object
  if (!endpoints?.some(({ deprecatedTopology, hints }) => deprecatedTopology ?? hints?.forNodes)) return object
  return {
    ...object,
    endpoints: endpoints.map(({ deprecatedTopology: _, hints, ...endpoint }) => {
      const { forNodes: __, ...zones } = hints ?? {}
      return hints ? { ...endpoint, hints: zones } : endpoint
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
