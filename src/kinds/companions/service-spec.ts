import type { Service, ServicePort, ServiceSpec } from './service-types.js'

const PREFIX = '10.0.0.'
const FIRST_ADDRESS = 2 // the first one is the API server's own
const LAST_ADDRESS = 254
const FIRST_NODE_PORT = 30000
const DAY_PART = 10800

const isExternal = ({ type }: ServiceSpec) => type === 'NodePort' || type === 'LoadBalancer'

/** Fills what a service's spec leaves open. */
export function fillServiceSpec(spec: ServiceSpec = {}): ServiceSpec {
  const type = spec.type || 'ClusterIP'
  const named = { ...spec, type }
  return {
    ...named,
    ...(spec.ports ? { ports: spec.ports.map((port) => ({ ...port, targetPort: port.targetPort || port.port })) } : {}),
    sessionAffinity: spec.sessionAffinity || 'None',
    ...(spec.sessionAffinity === 'ClientIP' ? { sessionAffinityConfig: spec.sessionAffinityConfig ?? { clientIP: { timeoutSeconds: DAY_PART } } } : {}),
    ...(isExternal(named) ? { externalTrafficPolicy: spec.externalTrafficPolicy || 'Cluster' } : {}),
    ...(type === 'LoadBalancer' ? { allocateLoadBalancerNodePorts: spec.allocateLoadBalancerNodePorts ?? true } : {}),
    ...(type === 'ExternalName' ? {} : { internalTrafficPolicy: spec.internalTrafficPolicy ?? 'Cluster' }),
  }
}

/** Gives a service its addresses and node ports, the lowest that no other has. */
export function allocate(object: Service, others: () => readonly Service[] = () => []): Service {
  const { spec = {} } = object
  if (spec.type === 'ExternalName') return object
  const clusterIP = spec.clusterIP || spec.clusterIPs?.[0] || freeAddress(others())
  return {
    ...object,
    spec: {
      ...spec,
      clusterIP,
      clusterIPs: spec.clusterIPs?.length ? spec.clusterIPs : [clusterIP],
      ipFamilies: spec.ipFamilies?.length ? spec.ipFamilies : [clusterIP.includes(':') ? 'IPv6' : 'IPv4'],
      ipFamilyPolicy: spec.ipFamilyPolicy ?? 'SingleStack',
      ...(isExternal(spec) && spec.allocateLoadBalancerNodePorts !== false ? { ports: withNodePorts(spec.ports ?? [], others()) } : {}),
    },
  }
}

function freeAddress(others: readonly Service[]): string {
  const taken = new Set(others.flatMap(({ spec }) => spec?.clusterIPs ?? []))
  for (let i = FIRST_ADDRESS; i <= LAST_ADDRESS; i++) if (!taken.has(PREFIX + i)) return PREFIX + i
  return ''
}

function withNodePorts(ports: readonly ServicePort[], others: readonly Service[]): readonly ServicePort[] {
  const taken = new Set([ports, ...others.map(({ spec }) => spec?.ports ?? [])].flat().map(({ nodePort }) => nodePort))
  let next = FIRST_NODE_PORT
  return ports.map((port) => {
    if (port.nodePort) return port
    while (taken.has(next)) next++
    taken.add(next)
    return { ...port, nodePort: next }
  })
}

/** Keeps what was allocated where an update leaves it out (patchAllocatedValues of the service registry). */
export function keepAllocated(next: Service, old: Service): Service {
  const { spec = {} } = next
  const { spec: before = {} } = old
  if (spec.type === 'ExternalName' || before.type === 'ExternalName') return next
  const clusterIP = spec.clusterIP || before.clusterIP
  const ports = spec.ports?.map((port) => {
    const same = before.ports?.find(({ port: number, protocol }) => number === port.port && protocol === port.protocol)
    return port.nodePort || !isExternal(spec) || !same?.nodePort ? port : { ...port, nodePort: same.nodePort }
  })
  return {
    ...next,
    spec: {
      ...spec,
      ...(ports ? { ports } : {}),
      ...(clusterIP ? { clusterIP } : {}),
      ...kept('clusterIPs', spec, before),
      ...kept('ipFamilies', spec, before),
      ...kept('ipFamilyPolicy', spec, before),
    },
  }
}

function kept<M extends 'clusterIPs' | 'ipFamilies' | 'ipFamilyPolicy'>(member: M, spec: ServiceSpec, before: ServiceSpec): Pick<ServiceSpec, M> | object {
  const value = spec[member]?.length ? spec[member] : before[member]
  return value === undefined ? {} : { [member]: value }
}
