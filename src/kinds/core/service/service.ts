import { atLeast, runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import { type RuleContext, withObjectMeta, withObjectMetaUpdate } from '../../../model/registry/rule-context.js'
import { dns1035Label, maskTrailingDash, pathSegmentName, dns1123Label } from '../../../base/rules/names.js'
import { type Column, docOf } from '../../../model/registry/column.js'
import { ageColumn, nameColumn } from '../../../model/registry/columns.js'
import { defineStructKind, mainSubresource, objectReplies, statusSubresource } from '../../struct/struct-kind.js'
import { labelsText } from '../../autoscaling/selector.js'
import { goStrings } from '../../shared/go-struct.js'
import { ingressPoints } from '../../shared/cells.js'
import { type AddressContext, addressesOf, clusterIPsFor, withAddresses } from './cluster-ips.js'
import {
  POLICIES,
  validateService,
  validateServiceChange,
  validateServiceStatus,
  warningsOfService,
} from './service-rules.js'
import {
  fillServiceSpec,
  fillServiceStatus,
  isExternal,
  isExternallyAccessible,
  isLocalBalancer,
} from './service-spec.js'
import type { Service, ServicePort, ServiceSpec } from './service-types.js'
import { invalid, required } from '../../../base/errors/issue.js'
import { internalError, invalidStatus, plainError } from '../../../base/errors/status.js'
import { jsonEqual } from '../../../base/json/json.js'
import { type Refuse, staysDual, withFamilies } from './service-families.js'

// The default range of node ports.
const FIRST_NODE_PORT = 30000
const LAST_NODE_PORT = 32767

/**
 * What allocation depends on. The list of services is absent when a fixture replaces a service, as a fixture states its
 * own allocations.
 */
type Context = AddressContext & Pick<RuleContext<Service>, 'list'>
type Others = Context['list']

const services = { group: '', resource: 'Service' }

const refuseFor =
  ({ metadata }: Service, others: Others): Refuse =>
  (...issues) => {
    if (others && issues.length > 0) throw invalidStatus(services, metadata.name ?? '', issues)
  }

/**
 * Allocates the addresses and node ports of a new service: the lowest free ones (allocateCreate).
 *
 * @throws StatusError 422 if a requested one is not available
 */
function allocate(object: Service, context: Context): Service {
  const { list: others, dryRun } = context
  const { spec: stated = {} } = object
  if (stated.type === 'ExternalName') return { ...object, spec: withoutWays(stated) }
  const refuse = refuseFor(object, others)
  const specs = specsOf(others)
  const familiar = withFamilies(withOneLinked(stated), undefined, refuse)
  const addressed = withAddresses(familiar, clusterIPsFor(object, specs, context), refuse, object)
  if (others && !dryRun && !jsonEqual(addressed.clusterIPs, familiar.clusterIPs))
    checkParent(object.metadata.name ?? '', addressed, refuse)
  const ports = nodePortsOf(specs, undefined, refuse, dryRun)
  const ported = isExternal(addressed) ? withFirstPorts(addressed, ports) : addressed
  return { ...object, spec: isLocalBalancer(ported) ? withHealthPort(ported, ports, internalError) : ported }
}

/** Sets, on read, the list fields of a service that was stored with a single address and family (defaultOnRead). */
function fillAddresses(object: Service): Service {
  const { spec = {} } = object
  const { type, clusterIP, clusterIPs = [], ipFamilies = [] } = spec
  if (type === 'ExternalName' || !clusterIP || (clusterIPs.length > 0 && ipFamilies.length > 0)) return object
  return { ...object, spec: withFamilies(withOneLinked(spec), undefined, refuseFor(object, undefined)) }
}

const withOneLinked = (spec: ServiceSpec): ServiceSpec =>
  spec.clusterIP && !spec.clusterIPs?.length ? { ...spec, clusterIPs: [spec.clusterIP] } : spec

/** Validates the service's name as the parent of an IPAddress, which is written before the service is validated. */
function checkParent(name: string, { clusterIP = '', ipFamilies = [] }: ServiceSpec, refuse: Refuse): void {
  const field = 'spec.parentRef.name'
  const issues = name ? pathSegmentName(name).map((detail) => invalid(field, name, detail)) : [required(field)]
  if (issues.length === 0) return
  const { message } = invalidStatus({ group: 'networking.k8s.io', resource: 'IPAddress' }, clusterIP, issues)
  // v1.34 tries every other address, too.
  if (!runsAtLeast('1.35'))
    throw internalError(`failed to allocate a serviceIP: ${runsAtLeast('1.34') ? 'range is full' : message}`)
  refuse(invalid('spec.clusterIPs', goStrings(ipFamilies.map(() => '')), `failed to allocate IP: ${message}`))
}

// An ExternalName service has no pods, and no internal traffic policy; one that does not exist is refused.
function withoutWays({ internalTrafficPolicy: way, ...spec }: ServiceSpec): ServiceSpec {
  return way !== undefined && !POLICIES.includes(way) ? { ...spec, internalTrafficPolicy: way } : spec
}

const specsOf = (others: Others): readonly ServiceSpec[] => others?.().map(({ spec }) => spec ?? {}) ?? []

/** Returns the node ports of a service's ports. */
const portsOf = ({ ports = [] }: ServiceSpec) => ports.flatMap(({ nodePort }) => nodePort || [])

/** Returns all node ports of a service, the health check's included. */
const allottedTo = (spec: ServiceSpec = {}): readonly number[] => [
  ...portsOf(spec),
  ...(spec.healthCheckNodePort ? [spec.healthCheckNodePort] : []),
]

/** An allocator of node ports. */
type NodePorts = {
  /** Allocates the next free port. */
  readonly next: () => number
  /** Allocates a given port; returns why it cannot. */
  readonly take: (port: number) => string | undefined
  /** Allocates the port that the port at an index requests, or rejects the service. */
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
    // A dry run does not check the range.
    if (!dryRun && (port < FIRST_NODE_PORT || port > LAST_NODE_PORT))
      return `provided port is not in the valid range. The range of valid ports is ${FIRST_NODE_PORT}-${LAST_NODE_PORT}`
    lastTried = Math.max(lastTried, port)
    return taken.size < taken.add(port).size ? undefined : 'provided port is already allocated'
  }
  return {
    next: () => {
      // A dry run invents a port: after the highest one it has seen, or else beyond the range.
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

/** Whether all ports of a service have node ports (needsNodePort). */
const needsNodePorts = (spec: ServiceSpec) => isExternal(spec) && allocatesPorts(spec)

/**
 * Allocates the node ports of a new service. Ports of the same number with different protocols share one
 * (initNodePorts).
 */
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

/** Allocates the node ports of an updated service, which keeps those it has (updateNodePorts). */
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

/** Allocates the health check port of a load balancer. */
function withHealthPort(spec: ServiceSpec, { next, take }: NodePorts, failure: (why: string) => Error): ServiceSpec {
  const { healthCheckNodePort: asked } = spec
  const why = asked ? take(asked) : undefined
  if (why !== undefined) throw failure(`failed to allocate requested HealthCheck NodePort ${asked}: ${why}`)
  return asked ? spec : { ...spec, healthCheckNodePort: next() }
}

/**
 * Returns an updated service that keeps its allocations, gets those it lacks, and loses those its type does not use
 * (allocateUpdate).
 */
function reallocate(next: Service, old: Service, context: Context): Service {
  const before = old.spec ?? {}
  const { list: others } = context
  const rest = others && (() => others().filter(({ metadata }) => metadata.uid !== old.metadata.uid))
  const refuse = refuseFor(next, rest)
  const specs = specsOf(rest)
  const spec = withFamilies(withLinkedAddresses(keepAllocated(next.spec ?? {}, before), before), before, refuse)
  const isNamedNoMore = before.type === 'ExternalName' && spec.type !== 'ExternalName'
  const addressed =
    isNamedNoMore && !staysDual(spec, before)
      ? withAddresses(spec, clusterIPsFor(next, specs, context), refuse, next)
      : spec
  const ports = nodePortsOf(specs, before, refuse, context.dryRun)
  const ported = isExternal(addressed) ? withNextPorts(addressed, before, ports) : addressed
  const asksAnew = isLocalBalancer(ported) && !isLocalBalancer(before)
  const told = (why: string) => internalError(`Internal error occurred: ${why}`)
  const asked = asksAnew ? withHealthPort(ported, ports, told) : ported
  const balanced = asked.type === 'LoadBalancer' ? next : { ...next, status: { ...next.status, loadBalancer: {} } }
  return { ...balanced, spec: withoutUseless(asked, before) }
}

/** Restores allocated values that the client has left out (patchAllocatedValues). */
function keepAllocated(spec: ServiceSpec, before: ServiceSpec): ServiceSpec {
  const isAddressed = spec.type !== 'ExternalName' && before.type !== 'ExternalName'
  const { clusterIP, clusterIPs } = before
  const health = isLocalBalancer(spec) && isLocalBalancer(before) ? before.healthCheckNodePort : undefined
  return {
    ...spec,
    ...(isAddressed && clusterIP && !spec.clusterIP ? { clusterIP } : {}),
    ...(isAddressed && clusterIPs && !spec.clusterIPs?.length ? { clusterIPs } : {}),
    ...(needsNodePorts(spec) && needsNodePorts(before) && spec.ports ? { ports: withPortsOf(spec.ports, before) } : {}),
    ...(health && !spec.healthCheckNodePort ? { healthCheckNodePort: health } : {}),
  }
}

/** Restores the node ports of ports by their names, unless the request uses them for other ports. */
function withPortsOf(ports: readonly ServicePort[], before: ServiceSpec): readonly ServicePort[] {
  const stated = new Set(portsOf({ ports }))
  const had = new Map((before.ports ?? []).map(({ name = '', nodePort }) => [name, nodePort]))
  return ports.map((port) => {
    const nodePort = port.nodePort ? undefined : had.get(port.name ?? '')
    return nodePort && !stated.has(nodePort) ? { ...port, nodePort } : port
  })
}

/** Makes clusterIP and clusterIPs consistent if the client has changed only one of them (normalizeClusterIPs). */
function withLinkedAddresses(spec: ServiceSpec, before: ServiceSpec): ServiceSpec {
  const { clusterIP = '', clusterIPs = [] } = spec
  const [ip, ips] = [before.clusterIP ?? '', before.clusterIPs ?? []]
  if (ip === clusterIP) return ips.length > 0 && clusterIPs.length === 0 ? { ...spec, clusterIPs: ips } : spec
  if (!jsonEqual(ips, clusterIPs)) return spec
  if (clusterIP) return { ...spec, clusterIPs: [clusterIP] }
  const { clusterIPs: _, ...cleared } = spec
  return cleared
}

/** Drops the fields that the type does not use, if the client has not changed them (dropTypeDependentFields). */
function withoutUseless(given: ServiceSpec, before: ServiceSpec): ServiceSpec {
  const spec = given.type === 'ExternalName' ? withoutWays(given) : given
  const useless: (keyof ServiceSpec)[] = []
  if (before.type !== 'ExternalName' && spec.type === 'ExternalName')
    useless.push('clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy')
  if (isLocalBalancer(before) && !isLocalBalancer(spec)) useless.push('healthCheckNodePort')
  if (before.type === 'LoadBalancer' && spec.type !== 'LoadBalancer')
    useless.push('allocateLoadBalancerNodePorts', 'loadBalancerClass')
  if (isExternallyAccessible(before) && !isExternallyAccessible(spec)) useless.push('externalTrafficPolicy')
  const gone = useless.filter((member) => jsonEqual(spec[member], before[member]))
  const left: ServiceSpec =
    gone.length === 0
      ? spec
      : Object.fromEntries(Object.entries(spec).filter(([member]) => !gone.some((each) => each === member)))
  const dropsPorts = isExternal(before) && !isExternal(left) && jsonEqual(nodePorts(left), nodePorts(before))
  return dropsPorts && left.ports ? { ...left, ports: left.ports.map(({ nodePort: _, ...port }) => port) } : left
}

const nodePorts = ({ ports = [] }: ServiceSpec) => ports.map(({ nodePort = 0 }) => nodePort)

const columns: readonly Column<Service>[] = [
  nameColumn,
  {
    name: 'Type',
    description: docOf('core.v1.ServiceSpec', 'type'),
    cell: ({ spec }) => spec?.type ?? '',
  },
  {
    name: 'Cluster-IP',
    description: docOf('core.v1.ServiceSpec', 'clusterIP'),
    cell: ({ spec }) => spec?.clusterIPs?.[0] ?? '<none>',
  },
  {
    name: 'External-IP',
    description: docOf('core.v1.ServiceSpec', 'externalIPs'),
    cell: externalText,
  },
  {
    name: 'Port(s)',
    description: docOf('core.v1.ServiceSpec', 'ports'),
    cell: portsText,
  },
  ageColumn,
  {
    name: 'Selector',
    priority: 1,
    description: docOf('core.v1.ServiceSpec', 'selector'),
    cell: ({ spec }) => labelsText(spec?.selector ?? {}).join(',') || '<none>',
  },
]

/** Service: one stable address for a set of pods. */
export const service = defineStructKind<Service>('core.v1.Service', (profile) => ({
  group: '',
  scope: 'Namespaced',
  names: { kind: 'Service', plural: 'services', shortNames: ['svc'], categories: ['all'] },
  schema: {
    defaults: (object) => ({ ...object, spec: fillServiceSpec(object.spec), status: fillServiceStatus(object) }),
  },
  metadata: {
    name: (name, prefix) =>
      (atLeast(profile.version, '1.36') ? dns1123Label : dns1035Label)(prefix ? maskTrailingDash(name) : name),
  },
  storage: {
    prefix: 'services/specs',
    reread: fillAddresses,
    allocationRecords: (object) => addressesOf(object, profile.group('networking')),
    allotments: ({ spec }) => allottedTo(spec),
  },
  subresources: { main: mainSubresource, status: { ...statusSubresource, mayCreate: true } },
  create: {
    resetFields: ['status'],
    begin: (object, context) => allocate(object, { ...context, networking: profile.group('networking') }),
    prepare: (object) => ({ ...object, status: { loadBalancer: {} } }),
    validate: withObjectMeta((object) => validateService(object)),
    warnings: warningsOfService,
  },
  update: {
    allowCreate: true,
    prepare: (next, old, context) =>
      context.subresource === 'main'
        ? reallocate(next, old, { ...context, networking: profile.group('networking') })
        : next,
    validate: withObjectMetaUpdate((next, old, context) =>
      context.subresource === 'main'
        ? [
            ...validateServiceChange(next, old),
            // Until 1.34 all rules of a create are repeated, metadata included.
            ...(atLeast(profile.version, '1.34') ? [] : context.validateObjectMeta(next)),
            ...validateService(next, old),
          ]
        : validateServiceStatus(next),
    ),
    warnings: warningsOfService,
  },
  delete: { replies: objectReplies },
  selectable: {
    fields: { 'spec.clusterIP': ({ spec }) => spec?.clusterIP ?? '', 'spec.type': ({ spec }) => spec?.type ?? '' },
  },
  table: { columns },
  example: {
    metadata: { name: 'web', namespace: 'default' },
    spec: { selector: { app: 'web' }, ports: [{ port: 80 }] },
  },
}))

function externalText({ spec: { type, externalIPs = [], externalName = '' } = {}, status }: Service): string {
  if (type === 'ExternalName') return externalName
  const ingress = type === 'LoadBalancer' ? ingressPoints(status?.loadBalancer?.ingress) : []
  return [...ingress, ...externalIPs].join(',') || (type === 'LoadBalancer' ? '<pending>' : '<none>')
}

function portsText({ spec }: Service): string {
  return (
    (spec?.ports ?? [])
      .map(({ port, nodePort, protocol }) => (nodePort ? `${port}:${nodePort}/${protocol}` : `${port}/${protocol}`))
      .join(',') || '<none>'
  )
}
