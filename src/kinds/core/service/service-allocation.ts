import { type Issue, invalid } from '../../../base/issue.js'
import { invalidStatus } from '../../../base/status.js'
import { jsonEqual } from '../../../base/json.js'
import { goStrings } from '../../shared/go-struct.js'
import { validateAddresses } from './service-addresses.js'
import { isExternal } from './service-spec.js'
import type { Service, ServicePort, ServiceSpec } from './service-types.js'

// The range a server has by default.
const PREFIX = '10.0.0.'
const FIRST_ADDRESS = 2 // the first one is for the API server's own, whether it is there or not
const LAST_ADDRESS = 254
const FIRST_NODE_PORT = 30000
const LAST_NODE_PORT = 32767

type Others = () => readonly Service[]

const services = { group: '', resource: 'Service' }

const isLocalBalancer = ({ type, externalTrafficPolicy }: ServiceSpec) =>
  type === 'LoadBalancer' && externalTrafficPolicy === 'Local'

/**
 * Gives a service its addresses and node ports, the lowest that no other has.
 *
 * @throws StatusError 422 for one it asks for that it cannot have
 */
export function allocate(object: Service, others?: Others, before: ServiceSpec = {}): Service {
  const { metadata, spec = {} } = object
  if (spec.type === 'ExternalName') {
    // What has no pods has no way to them.
    const { internalTrafficPolicy: _, ...named } = spec
    return { ...object, spec: named }
  }
  // A fixture states what it was given.
  const refuse = (...issues: readonly Issue[]) => {
    if (others && issues.length > 0) throw invalidStatus(services, metadata.name ?? '', issues)
  }
  const rest = others ?? (() => [])
  const addressed = withAddress(withFamilies(spec, refuse), rest, before, refuse)
  const allocates = isExternal(spec) && spec.allocateLoadBalancerNodePorts !== false
  const ported = withNodePorts(addressed, rest, before, refuse, allocates)
  return {
    ...object,
    spec:
      isLocalBalancer(ported) && !ported.healthCheckNodePort
        ? { ...ported, healthCheckNodePort: freePort(portsOf([ported, ...specs(rest)])) }
        : ported,
  }
}

type Refuse = (...issues: readonly Issue[]) => void

const FAMILIES = ['IPv4', 'IPv6']

/** The families of a server of one: only a service without addresses and pods may have both. */
function withFamilies(spec: ServiceSpec, refuse: Refuse): ServiceSpec {
  const { ipFamilies = [], ipFamilyPolicy, clusterIP = '' } = spec
  const linked = spec.clusterIPs?.length || !clusterIP ? spec : { ...spec, clusterIPs: [clusterIP] }
  refuse(...validateAddresses(linked))
  const first = ipFamilies[0] ?? (clusterIP.includes(':') ? 'IPv6' : 'IPv4')
  if ((clusterIP || spec.clusterIPs?.[0]) === 'None' && !spec.selector) {
    const policy = ipFamilyPolicy ?? 'RequireDualStack'
    const both = [first, ...FAMILIES.filter((family) => family !== first)]
    return { ...spec, ipFamilies: policy === 'SingleStack' ? [first] : both, ipFamilyPolicy: policy }
  }
  if (ipFamilies.length > 1 && ipFamilyPolicy === 'SingleStack')
    refuse(
      invalid(
        'spec.ipFamilyPolicy',
        ipFamilyPolicy,
        "must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified",
      ),
    )
  const foreign = ipFamilies.indexOf('IPv6')
  refuse(
    ...(ipFamilyPolicy === 'RequireDualStack'
      ? [invalid('spec.ipFamilyPolicy', ipFamilyPolicy, 'this cluster is not configured for dual-stack services')]
      : []),
    ...(foreign >= 0 ? [invalid(`spec.ipFamilies[${foreign}]`, 'IPv6', 'not configured on this cluster')] : []),
  )
  return {
    ...spec,
    ipFamilies: ipFamilies.length > 0 ? ipFamilies : [first],
    ipFamilyPolicy: ipFamilyPolicy ?? 'SingleStack',
  }
}

const specs = (others: Others) => others().map(({ spec }) => spec ?? {})

function withAddress(spec: ServiceSpec, others: Others, before: ServiceSpec, refuse: Refuse): ServiceSpec {
  const given = spec.clusterIP || spec.clusterIPs?.[0]
  const clusterIPs = spec.clusterIPs?.length ? spec.clusterIPs : given ? [given] : []
  if (given && given !== 'None' && !before.clusterIPs?.includes(given)) {
    const failed = (why: string) =>
      refuse(invalid('spec.clusterIPs', goStrings(clusterIPs), `failed to allocate IP ${given}: ${why}`))
    if (!given.startsWith(PREFIX)) failed('the provided network does not match the current range')
    if (specs(others).some((other) => other.clusterIPs?.includes(given))) failed('provided IP is already allocated')
  }
  const clusterIP = given || freeAddress(specs(others))
  return { ...spec, clusterIP, clusterIPs: clusterIPs.length > 0 ? clusterIPs : [clusterIP] }
}

function freeAddress(others: readonly ServiceSpec[]): string {
  const taken = new Set(others.flatMap(({ clusterIPs = [] }) => clusterIPs))
  for (let i = FIRST_ADDRESS; i <= LAST_ADDRESS; i++) if (!taken.has(PREFIX + i)) return PREFIX + i
  return ''
}

/** The ports of the nodes that services have. */
const portsOf = (all: readonly ServiceSpec[]) =>
  new Set(
    all.flatMap(({ ports = [], healthCheckNodePort }) => [
      healthCheckNodePort,
      ...ports.map(({ nodePort }) => nodePort),
    ]),
  )

function freePort(taken: ReadonlySet<number | undefined>): number {
  let port = FIRST_NODE_PORT
  while (taken.has(port)) port++
  return port
}

const requestedPort = (ports: NonNullable<ServiceSpec['ports']>, number: number): number | undefined =>
  ports.find(({ port, nodePort }) => port === number && nodePort)?.nodePort

function withNodePorts(
  spec: ServiceSpec,
  others: Others,
  before: ServiceSpec,
  refuse: Refuse,
  allocates: boolean,
): ServiceSpec {
  const { ports = [] } = spec
  if (!allocates && !ports.some(({ nodePort }) => nodePort)) return spec
  if (!isExternal(spec)) return spec
  const elsewhere = portsOf(specs(others))
  const had = portsOf([before])
  const seen = new Set<string>()
  ports.forEach(({ nodePort, protocol = 'TCP' }, i) => {
    if (!nodePort || had.has(nodePort)) return
    const failed = (why: string) => refuse(invalid(`spec.ports[${i}].nodePort`, nodePort, why))
    if (nodePort < FIRST_NODE_PORT || nodePort > LAST_NODE_PORT)
      failed(
        `provided port is not in the valid range. The range of valid ports is ${FIRST_NODE_PORT}-${LAST_NODE_PORT}`,
      )
    if (elsewhere.has(nodePort) || seen.has(`${protocol}/${nodePort}`)) failed('provided port is already allocated')
    seen.add(`${protocol}/${nodePort}`)
  })
  if (!allocates) return spec
  const taken = new Set([...elsewhere, ...portsOf([spec])])
  const isNew = before.ports === undefined && before.type === undefined
  // Ports of one number, by different protocols, share what a new Service is given.
  const shared = new Map<number, number>()
  const allocated = ports.map((port) => {
    if (port.nodePort) return port
    const same = isNew ? (shared.get(port.port) ?? requestedPort(ports, port.port)) : undefined
    const nodePort = same ?? freePort(taken)
    taken.add(nodePort)
    shared.set(port.port, nodePort)
    return { ...port, nodePort }
  })
  return spec.ports ? { ...spec, ports: allocated } : spec
}

/** A changed service with what it had allocated, without what its type has no use for, and with what it needs anew. */
export function reallocate(next: Service, old: Service, others?: Others): Service {
  const before = old.spec ?? {}
  const fitting = withoutUseless(keepAllocated(next.spec ?? {}, before), before)
  const balanced = next.spec?.type === 'LoadBalancer' ? next : { ...next, status: { ...next.status, loadBalancer: {} } }
  return allocate(
    { ...balanced, spec: fitting },
    others && (() => others().filter(({ metadata }) => metadata.uid !== old.metadata.uid)),
    before,
  )
}

/** patchAllocatedValues of the service registry. */
function keepAllocated(spec: ServiceSpec, before: ServiceSpec): ServiceSpec {
  const addressed = spec.type !== 'ExternalName' && before.type !== 'ExternalName'
  const clusterIP = addressed ? spec.clusterIP || before.clusterIP : spec.clusterIP
  const clusterIPs =
    addressed && clusterIP !== before.clusterIP && jsonEqual(spec.clusterIPs, before.clusterIPs)
      ? [clusterIP ?? '']
      : spec.clusterIPs
  const keepsPorts = isExternal(spec) && isExternal(before)
  const healthCheckNodePort =
    spec.healthCheckNodePort ??
    (isLocalBalancer(spec) && isLocalBalancer(before) ? before.healthCheckNodePort : undefined)
  return {
    ...spec,
    ...(keepsPorts && spec.ports ? { ports: spec.ports.map((port) => withPortOf(port, before)) } : {}),
    ...(clusterIP ? { clusterIP } : {}),
    ...(clusterIPs ? { clusterIPs } : {}),
    ...(addressed
      ? {
          ...kept('clusterIPs', { ...spec, ...(clusterIPs ? { clusterIPs } : {}) }, before),
          ...kept('ipFamilies', spec, before),
          ...kept('ipFamilyPolicy', spec, before),
        }
      : {}),
    ...(healthCheckNodePort ? { healthCheckNodePort } : {}),
  }
}

function withPortOf(port: ServicePort, before: ServiceSpec): ServicePort {
  const same = before.ports?.find(({ port: number, protocol }) => number === port.port && protocol === port.protocol)
  return port.nodePort || !same?.nodePort ? port : { ...port, nodePort: same.nodePort }
}

function kept<M extends 'clusterIPs' | 'ipFamilies' | 'ipFamilyPolicy'>(
  member: M,
  spec: ServiceSpec,
  before: ServiceSpec,
): Pick<ServiceSpec, M> | object {
  const value = spec[member]?.length ? spec[member] : before[member]
  return value === undefined ? {} : { [member]: value }
}

/** What the type has no use for goes, where nobody changed it (dropTypeDependentFields). */
function withoutUseless(spec: ServiceSpec, before: ServiceSpec): ServiceSpec {
  const useless: (keyof ServiceSpec)[] = []
  if (before.type !== 'ExternalName' && spec.type === 'ExternalName')
    useless.push('clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy')
  if (isLocalBalancer(before) && !isLocalBalancer(spec)) useless.push('healthCheckNodePort')
  if (before.type === 'LoadBalancer' && spec.type !== 'LoadBalancer')
    useless.push('allocateLoadBalancerNodePorts', 'loadBalancerClass')
  if (isExternal(before) && !isExternal(spec) && !spec.externalIPs?.length) useless.push('externalTrafficPolicy')
  const gone = useless.filter((member) => jsonEqual(spec[member], before[member]))
  const left: ServiceSpec =
    gone.length === 0
      ? spec
      : Object.fromEntries(Object.entries(spec).filter(([member]) => !gone.some((each) => each === member)))
  const dropsPorts = isExternal(before) && !isExternal(left) && jsonEqual(nodePorts(left), nodePorts(before))
  return dropsPorts && left.ports ? { ...left, ports: left.ports.map(({ nodePort: _, ...port }) => port) } : left
}

const nodePorts = ({ ports = [] }: ServiceSpec) => ports.map(({ nodePort = 0 }) => nodePort)
