import type { ServiceSpec } from './service-types.js'

const HOURS = { clientIP: { timeoutSeconds: 10_800 } }

/** Tells whether a service has ports on the nodes. */
export const isExternal = ({ type }: ServiceSpec) => type === 'NodePort' || type === 'LoadBalancer'

/** Fills what a service's spec leaves open. */
export function fillServiceSpec(spec: ServiceSpec = {}): ServiceSpec {
  const type = spec.type || 'ClusterIP'
  const named = { ...spec, type }
  const { sessionAffinityConfig, ...rest } = spec
  return {
    ...rest,
    type,
    ...(spec.ports ? { ports: spec.ports.map((port) => ({ ...port, targetPort: port.targetPort || port.port })) } : {}),
    sessionAffinity: spec.sessionAffinity || 'None',
    ...(spec.sessionAffinity === 'ClientIP'
      ? { sessionAffinityConfig: sessionAffinityConfig?.clientIP?.timeoutSeconds === undefined ? HOURS : sessionAffinityConfig }
      : {}),
    ...(isExternal(named) || spec.externalIPs?.length ? { externalTrafficPolicy: spec.externalTrafficPolicy || 'Cluster' } : {}),
    ...(type === 'LoadBalancer' ? { allocateLoadBalancerNodePorts: spec.allocateLoadBalancerNodePorts ?? true } : {}),
    ...(type === 'ExternalName' ? {} : { internalTrafficPolicy: spec.internalTrafficPolicy ?? 'Cluster' }),
  }
}
