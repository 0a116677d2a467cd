import type { Service, ServiceSpec } from './service-types.js'

const HOURS = { clientIP: { timeoutSeconds: 10_800 } }

/** Tells whether a service has node ports. */
export const isExternal = ({ type }: ServiceSpec) => type === 'NodePort' || type === 'LoadBalancer'

/** Tells whether a service can be reached from outside of the cluster (ExternallyAccessible). */
export const isExternallyAccessible = (spec: ServiceSpec): boolean =>
  isExternal(spec) || (spec.type === 'ClusterIP' && Boolean(spec.externalIPs?.length))

/** Tells whether a service is a load balancer that sends to local endpoints only, which needs a health check port. */
export const isLocalBalancer = ({ type, externalTrafficPolicy }: ServiceSpec): boolean =>
  type === 'LoadBalancer' && externalTrafficPolicy === 'Local'

/** Sets the defaults of a service's spec. */
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
      ? {
          sessionAffinityConfig:
            sessionAffinityConfig?.clientIP?.timeoutSeconds === undefined ? HOURS : sessionAffinityConfig,
        }
      : {}),
    ...(isExternallyAccessible(named) ? { externalTrafficPolicy: spec.externalTrafficPolicy || 'Cluster' } : {}),
    ...(type === 'LoadBalancer' ? { allocateLoadBalancerNodePorts: spec.allocateLoadBalancerNodePorts ?? true } : {}),
    ...(type === 'ExternalName' ? {} : { internalTrafficPolicy: spec.internalTrafficPolicy ?? 'Cluster' }),
  }
}

/** Sets the defaults of a service's status: the ipMode of a load balancer's IP is VIP. */
export function fillServiceStatus({ spec, status }: Service): NonNullable<Service['status']> {
  const { loadBalancer = {} } = status ?? {}
  if (spec?.type !== 'LoadBalancer' || !loadBalancer.ingress) return { ...status, loadBalancer: { ...loadBalancer } }
  const ingress = loadBalancer.ingress.map(({ ip, hostname, ipMode, ...more }) => ({
    ...(ip ? { ip } : {}),
    ...(hostname ? { hostname } : {}),
    ...(ip || ipMode ? { ipMode: ipMode ?? 'VIP' } : {}),
    ...more,
  }))
  return { ...status, loadBalancer: { ...loadBalancer, ingress } }
}
