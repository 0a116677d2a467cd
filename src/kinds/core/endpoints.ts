import { docOf } from '../../model/registry/column.js'
import { type Issue, invalid, required } from '../../base/errors/issue.js'
import { append } from '../../base/lists/lists.js'
import { issuesOfItems } from '../../base/errors/issues-in-parts.js'
import { inParts } from '../../base/turns/work-in-parts.js'
import { jsonEqual } from '../../base/json/json.js'
import { legacyIp } from '../../base/rules/ip.js'
import { dns1123Label, qualifiedName, subdomainName } from '../../base/rules/names.js'
import { ageColumn, nameColumn } from '../../model/registry/columns.js'
import { withObjectMeta } from '../../model/registry/rule-context.js'
import type { Endpoints as EndpointsStruct } from '../../model/generated/types/core-v1.js'
import { validateEndpointAddress, warningsOfIp } from '../shared/ip-addresses.js'
import { moreText } from '../shared/cells.js'
import { structFiller } from '../struct/struct-defaults.js'
import { between, first, requiredValue, oneOf, ifSet } from '../struct/member-rules.js'
import { defineStructKind } from '../struct/struct-kind.js'
import type { UncheckedObject } from '../struct/unchecked.js'

type Endpoints = UncheckedObject<EndpointsStruct>
type Subset = NonNullable<Endpoints['subsets']>[number]
type Address = NonNullable<Subset['addresses']>[number]
type Port = NonNullable<Subset['ports']>[number]

const fill = structFiller({ 'core.v1.EndpointPort': { protocol: 'TCP' } })

/** Endpoints: the addresses and ports of a Service's pods. */
export const endpoints = defineStructKind<Endpoints>('core.v1.Endpoints', () => ({
  group: '',
  scope: 'Namespaced',
  names: { kind: 'Endpoints', plural: 'endpoints', shortNames: ['ep'] },
  schema: { defaults: (object) => fill('core.v1.Endpoints', object) },
  storage: { prefix: 'services/endpoints' },
  discovery: { deprecation: 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice' },
  create: { validate: withObjectMeta(validateSubsets), warnings: warningsOfAddresses },
  update: {
    allowCreate: true,
    validate: (next, old, context) => [
      ...context.validateObjectMetaUpdate(next, old),
      ...context.validateObjectMeta(next),
      // Unchanged subsets are not validated again.
      ...(jsonEqual(next.subsets ?? [], old.subsets ?? []) ? [] : validateSubsets(next)),
    ],
    warnings: warningsOfAddresses,
  },
  table: {
    columns: [
      nameColumn,
      {
        name: 'Endpoints',
        description: docOf('core.v1.Endpoints', 'subsets'),
        cell: ({ subsets }) => placesText(subsets ?? []),
      },
      ageColumn,
    ],
  },
  example: {
    metadata: { name: 'web', namespace: 'default' },
    subsets: [{ addresses: [{ ip: '10.1.2.3' }], ports: [{ port: 80 }] }],
  },
}))

/** Formats each address with each port. */
function placesText(subsets: readonly Subset[]): string {
  const places = subsets.flatMap(({ addresses, ports }) => {
    const ips = (addresses ?? []).map(({ ip = '' }) => ip)
    return ports?.length ? ports.flatMap(({ port }) => ips.map((ip) => placeText(ip, port))) : ips
  })
  return moreText(places, subsets.length > 0 ? '' : '<none>')
}

function placeText(ip: string, port: number | undefined): string {
  return ip.includes(':') ? `[${ip}]:${port ?? 0}` : `${ip}:${port ?? 0}`
}

function validateSubsets({ subsets }: Endpoints): readonly Issue[] {
  return (subsets ?? []).flatMap(({ addresses, notReadyAddresses, ports }, i) => {
    const at = `subsets[${i}]`
    const [ready, unready, all] = [addresses ?? [], notReadyAddresses ?? [], ports ?? []]
    return [
      ...(ready.length + unready.length > 0 ? [] : [required(at, 'must specify `addresses` or `notReadyAddresses`')]),
      ...validateAddresses(ready, `${at}.addresses`),
      ...validateAddresses(unready, `${at}.notReadyAddresses`),
      ...all.flatMap((each, j) => validatePort(each, all.length > 1, `${at}.ports[${j}]`)),
    ]
  })
}

/** Validates addresses; long lists take several turns of the event loop. */
const validateAddresses = (all: readonly Address[], at: string): readonly Issue[] =>
  issuesOfItems(all, validateAddresses, (each, i) => validateAddress(each, `${at}[${i}]`))

function validateAddress(given: Address, at: string): readonly Issue[] {
  const { ip = '', hostname, nodeName } = given
  return [
    ...legacyIp(ip).map((detail) => invalid(`${at}.ip`, ip, detail)),
    ...ifSet(dns1123Label)(hostname, `${at}.hostname`, given),
    ...(nodeName === undefined
      ? []
      : subdomainName(nodeName, false).map((detail) => invalid(`${at}.nodeName`, nodeName, detail))),
    ...validateEndpointAddress(ip, `${at}.ip`),
  ]
}

function validatePort(given: Port, isNamed: boolean, at: string): readonly Issue[] {
  const { name, port = 0, protocol, appProtocol } = given
  return [
    ...(isNamed && !name ? [required(`${at}.name`)] : ifSet(dns1123Label)(name, `${at}.name`, given)),
    ...between(1, 65535)(port, `${at}.port`, given),
    ...first(requiredValue, oneOf('SCTP', 'TCP', 'UDP'))(protocol, `${at}.protocol`, given),
    ...(appProtocol === undefined
      ? []
      : qualifiedName(appProtocol).map((detail) => invalid(`${at}.appProtocol`, appProtocol, detail))),
  ]
}

function warningsOfAddresses({ metadata, subsets }: Endpoints): readonly string[] {
  // The endpoints controller fixes what it wrote by itself.
  if (metadata.labels?.['endpoints.kubernetes.io/managed-by'] === 'endpoint-controller') return []
  return (subsets ?? []).flatMap((subset, i) =>
    (['addresses', 'notReadyAddresses'] as const).flatMap((member) =>
      warningsOfList(subset[member] ?? [], `subsets[${i}].${member}`),
    ),
  )
}

const warningsOfList = (all: readonly Address[], at: string): readonly string[] =>
  inParts(
    all,
    warningsOfList,
    all.length,
    (): string[] => [],
    (told, i) => append(told, warningsOfIp(all[i]?.ip ?? '', `${at}[${i}].ip`)),
  )
