import { parseIp } from '../../base/text/ip.js'

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
