import { invalid, required } from '../../../base/issue.js'
import { pathSegmentName } from '../../../base/rules/names.js'
import { internalError, invalidStatus, plainError } from '../../../base/status.js'
import { jsonEqual } from '../../../base/json.js'
import type { RuleContext } from '../../../registry/rule-context.js'
import { type AddressContext, clusterIPsFor, withAddresses } from './cluster-ips.js'
import { type Refuse, staysDual, withFamilies } from './service-families.js'
import { isExternal } from './service-spec.js'
import type { Service, ServicePort, ServiceSpec } from './service-types.js'

// The range a server has by default.
const FIRST_NODE_PORT = 30000
const LAST_NODE_PORT = 32767

/**
 * What is known of the write: all other services, which a fixture that replaces one is not asked about, as it states
 * what it was given.
 */
type Context = AddressContext & Pick<RuleContext<Service>, 'list'>
type Others = Context['list']

const services = { group: '', resource: 'Service' }

const isLocalBalancer = ({ type, externalTrafficPolicy }: ServiceSpec) =>
  type === 'LoadBalancer' && externalTrafficPolicy === 'Local'

const refuseFor =
  ({ metadata }: Service, others: Others): Refuse =>
  (...issues) => {
    if (others && issues.length > 0) throw invalidStatus(services, metadata.name ?? '', issues)
  }

/**
 * Gives a new service its addresses and node ports, the lowest that no other has (allocateCreate).
 *
 * @throws StatusError 422 for one it asks for that it cannot have
 */
export function allocate(object: Service, context: Context): Service {
  const { list: others, dryRun } = context
  const { spec: stated = {} } = object
  if (stated.type === 'ExternalName') return { ...object, spec: withoutWays(stated) }
  const refuse = refuseFor(object, others)
  const specs = specsOf(others)
  const familiar = withFamilies(withOneLinked(stated), undefined, refuse)
  const addressed = withAddresses(familiar, clusterIPsFor(object, specs, context), refuse)
  if (others && !dryRun && !jsonEqual(addressed.clusterIPs, familiar.clusterIPs))
    checkParent(object.metadata.name ?? '', addressed.clusterIP ?? '')
  const ports = nodePortsOf(specs, undefined, refuse, dryRun)
  const ported = isExternal(addressed) ? withFirstPorts(addressed, ports) : addressed
  return { ...object, spec: isLocalBalancer(ported) ? withHealthPort(ported, ports, internalError) : ported }
}

/** What reading fills in of a service that was stored when there was one address, of one family (defaultOnRead). */
export function fillAddresses(object: Service): Service {
  const { spec = {} } = object
  const { type, clusterIP, clusterIPs = [], ipFamilies = [] } = spec
  if (type === 'ExternalName' || !clusterIP || (clusterIPs.length > 0 && ipFamilies.length > 0)) return object
  return { ...object, spec: withFamilies(withOneLinked(spec), undefined, refuseFor(object, undefined)) }
}

const withOneLinked = (spec: ServiceSpec): ServiceSpec =>
  spec.clusterIP && !spec.clusterIPs?.length ? { ...spec, clusterIPs: [spec.clusterIP] } : spec

/** An address is written with the name of its service, before anybody looks at that. */
function checkParent(name: string, ip: string): void {
  const field = 'spec.parentRef.name'
  const issues = name ? pathSegmentName(name).map((detail) => invalid(field, name, detail)) : [required(field)]
  if (issues.length === 0) return
  const { message } = invalidStatus({ group: 'networking.k8s.io', resource: 'IPAddress' }, ip, issues)
  throw internalError(`failed to allocate a serviceIP: ${message}`)
}

// What has no pods has no way to them.
function withoutWays({ internalTrafficPolicy: _, ...spec }: ServiceSpec): ServiceSpec {
  return spec
}

const specsOf = (others: Others): readonly ServiceSpec[] => others?.().map(({ spec }) => spec ?? {}) ?? []

/** The ports of the nodes that a service has. */
const portsOf = ({ ports = [] }: ServiceSpec) => ports.flatMap(({ nodePort }) => nodePort || [])

/** The node ports that a service has. */
export const allottedTo = (spec: ServiceSpec = {}): readonly number[] => [
  ...portsOf(spec),
  ...(spec.healthCheckNodePort ? [spec.healthCheckNodePort] : []),
]

/** The node ports that are taken, and how one more is. */
type NodePorts = {
  /** Takes the next that is free. */
  readonly next: () => number
  /** Takes one; tells why it cannot. */
  readonly take: (port: number) => string | undefined
  /** Takes the one that the port at an index asks for, or refuses the service. */
  readonly takeAt: (i: number, port: number) => void
}

function nodePortsOf(
  others: readonly ServiceSpec[],
  before: ServiceSpec | undefined,
  refuse: Refuse,
  dryRun: boolean,
): NodePorts {
  const all = before ? [...others, before] : others
  const taken = new Set(all.flatMap((spec) => [...portsOf(spec), spec.healthCheckNodePort ?? 0]))
  let lastTried = 0
  const take = (port: number) => {
    // A dry run looks at no range.
    if (!dryRun && (port < FIRST_NODE_PORT || port > LAST_NODE_PORT))
      return `provided port is not in the valid range. The range of valid ports is ${FIRST_NODE_PORT}-${LAST_NODE_PORT}`
    lastTried = Math.max(lastTried, port)
    return taken.size < taken.add(port).size ? undefined : 'provided port is already allocated'
  }
  return {
    next: () => {
      // A dry run makes a number up, behind those it has seen or all that there are.
      let port = dryRun ? (lastTried || LAST_NODE_PORT + 1) + 1 : FIRST_NODE_PORT
      while (!dryRun && taken.has(port)) port++
      taken.add(port)
      lastTried = Math.max(lastTried, port)
      return port
    },
    take,
    takeAt: (i, port) => {
      const why = take(port)
      if (why !== undefined) refuse(invalid(`spec.ports[${i}].nodePort`, port, why))
    },
  }
}

const allocatesPorts = ({ type, allocateLoadBalancerNodePorts: allocates }: ServiceSpec) =>
  type === 'NodePort' || allocates !== false

/** The node ports of a new service: ports of one number, by different protocols, share one (initNodePorts). */
function withFirstPorts(spec: ServiceSpec, { next, takeAt }: NodePorts): ServiceSpec {
  const { ports } = spec
  if (!ports) return spec
  const shared = new Map<number, number>()
  const first = (port: ServicePort, i: number): ServicePort => {
    if (!port.nodePort && !allocatesPorts(spec)) return port
    const same = shared.get(port.port)
    if (same !== undefined) {
      if (port.nodePort && port.nodePort !== same) takeAt(i, port.nodePort)
      return { ...port, nodePort: port.nodePort || same }
    }
    const asked = ports.find((other) => other.port === port.port && other.nodePort)?.nodePort
    if (asked) takeAt(i, asked)
    const nodePort = asked || next()
    shared.set(port.port, nodePort)
    return { ...port, nodePort }
  }
  return { ...spec, ports: ports.map(first) }
}

/** The node ports of a changed service: it keeps those it has (updateNodePorts). */
function withNextPorts(spec: ServiceSpec, before: ServiceSpec, { next, takeAt }: NodePorts): ServiceSpec {
  const { ports } = spec
  if (!ports) return spec
  const had = new Set(portsOf(before))
  const seen = new Set<string>()
  const changed = (port: ServicePort, i: number): ServicePort => {
    if (!port.nodePort && !allocatesPorts(spec)) return port
    const { nodePort = 0, protocol = 'TCP' } = port
    if (nodePort && !had.has(nodePort)) {
      takeAt(i, nodePort)
      had.add(nodePort)
    }
    const given = nodePort || next()
    if (seen.size === seen.add(`${protocol} ${given}`).size)
      throw plainError(`duplicate nodePort: {${protocol} ${given}}`)
    return { ...port, nodePort: given }
  }
  return { ...spec, ports: ports.map(changed) }
}

/** The port on which the pods of a balancer's node are asked whether they are well. */
function withHealthPort(spec: ServiceSpec, { next, take }: NodePorts, failure: (why: string) => Error): ServiceSpec {
  const { healthCheckNodePort: asked } = spec
  const why = asked ? take(asked) : undefined
  if (why !== undefined) throw failure(`failed to allocate requested HealthCheck NodePort ${asked}: ${why}`)
  return asked ? spec : { ...spec, healthCheckNodePort: next() }
}

/**
 * A changed service with what it had allocated, with what it needs anew, and without what its type has no use for
 * (allocateUpdate).
 */
export function reallocate(next: Service, old: Service, context: Context): Service {
  const before = old.spec ?? {}
  const { list: others } = context
  const rest = others && (() => others().filter(({ metadata }) => metadata.uid !== old.metadata.uid))
  const refuse = refuseFor(next, rest)
  const specs = specsOf(rest)
  const spec = withFamilies(withLinkedAddresses(keepAllocated(next.spec ?? {}, before), before), before, refuse)
  const isNamedNoMore = before.type === 'ExternalName' && spec.type !== 'ExternalName'
  const addressed =
    isNamedNoMore && !staysDual(spec, before) ? withAddresses(spec, clusterIPsFor(next, specs, context), refuse) : spec
  const ports = nodePortsOf(specs, before, refuse, context.dryRun)
  const ported = isExternal(addressed) ? withNextPorts(addressed, before, ports) : addressed
  const asksAnew = isLocalBalancer(ported) && !isLocalBalancer(before)
  const told = (why: string) => internalError(`Internal error occurred: ${why}`)
  const asked = asksAnew ? withHealthPort(ported, ports, told) : ported
  const balanced = asked.type === 'LoadBalancer' ? next : { ...next, status: { ...next.status, loadBalancer: {} } }
  return { ...balanced, spec: withoutUseless(asked, before) }
}

/** What a client did not state of what was allocated (patchAllocatedValues). */
function keepAllocated(spec: ServiceSpec, before: ServiceSpec): ServiceSpec {
  const isAddressed = spec.type !== 'ExternalName' && before.type !== 'ExternalName'
  const { clusterIP, clusterIPs } = before
  const health = isLocalBalancer(spec) && isLocalBalancer(before) ? before.healthCheckNodePort : undefined
  return {
    ...spec,
    ...(isAddressed && clusterIP && !spec.clusterIP ? { clusterIP } : {}),
    ...(isAddressed && clusterIPs && !spec.clusterIPs?.length ? { clusterIPs } : {}),
    ...(isExternal(spec) && isExternal(before) && spec.ports ? { ports: withPortsOf(spec.ports, before) } : {}),
    ...(health && !spec.healthCheckNodePort ? { healthCheckNodePort: health } : {}),
  }
}

/** The node ports that ports of the same names had, where none of them is stated for another. */
function withPortsOf(ports: readonly ServicePort[], before: ServiceSpec): readonly ServicePort[] {
  const stated = new Set(portsOf({ ports }))
  const had = new Map((before.ports ?? []).map(({ name = '', nodePort }) => [name, nodePort]))
  return ports.map((port) => {
    const nodePort = port.nodePort ? undefined : had.get(port.name ?? '')
    return nodePort && !stated.has(nodePort) ? { ...port, nodePort } : port
  })
}

/** One address and the list of them as a client means them that changed one of both (normalizeClusterIPs). */
function withLinkedAddresses(spec: ServiceSpec, before: ServiceSpec): ServiceSpec {
  const { clusterIP = '', clusterIPs = [] } = spec
  const [ip, ips] = [before.clusterIP ?? '', before.clusterIPs ?? []]
  if (ip === clusterIP) return ips.length > 0 && clusterIPs.length === 0 ? { ...spec, clusterIPs: ips } : spec
  if (!jsonEqual(ips, clusterIPs)) return spec
  if (clusterIP) return { ...spec, clusterIPs: [clusterIP] }
  const { clusterIPs: _, ...cleared } = spec
  return cleared
}

/** What the type has no use for goes, where nobody changed it (dropTypeDependentFields). */
function withoutUseless(given: ServiceSpec, before: ServiceSpec): ServiceSpec {
  const spec = given.type === 'ExternalName' ? withoutWays(given) : given
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
