import { parseIp } from '../../base/text/ip.js'
import { formatTime } from '../../base/time/time.js'

/** The label of an IPAddress that names its manager. */
export const MANAGED_BY = 'ipaddress.kubernetes.io/managed-by'
/** The manager of the addresses that the server itself allocates. */
export const ALLOCATOR = 'ipallocator.k8s.io'

/** Returns the IPAddress that records an address allocated to a Service. */
export const serviceAddress = (ip: string, { namespace, name }: ServiceNamed) => ({
  metadata: {
    name: ip,
    labels: { 'ipaddress.kubernetes.io/ip-family': `IPv${parseIp(ip)?.written}`, [MANAGED_BY]: ALLOCATOR },
  },
  spec: { parentRef: { resource: 'services', namespace, name } },
})

type ServiceNamed = { readonly namespace: string | undefined; readonly name: string }

/** The range that Services get their addresses from by default. */
export const DEFAULT_RANGE = '10.0.0.0/24'
/** The finalizer that keeps a ServiceCIDR while Services have its addresses. */
export const RANGE_FINALIZER = 'networking.k8s.io/service-cidr-finalizer'
/** The field manager of the status that the controller of ServiceCIDRs writes. */
export const RANGE_CONTROLLER = 'service-cidr-controller'

/** The condition of a ServiceCIDR that is ready, as its controller writes it; `now` is in milliseconds since 1970. */
export const readyRange = (now: number) => ({
  type: 'Ready',
  status: 'True',
  message: 'Kubernetes Service CIDR is ready',
  // The real server sets the current time even if nothing else changes (recorded).
  lastTransitionTime: formatTime(now),
})
