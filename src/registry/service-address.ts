import { parseIp } from '../base/ip.js'

/** The label of IPAddresses that says who looks after one. */
export const MANAGED_BY = 'ipaddress.kubernetes.io/managed-by'
/** Who looks after those that the server itself has given out. */
export const ALLOCATOR = 'ipallocator.k8s.io'

/** The IPAddress by which a server remembers an address of a Service. */
export const serviceAddress = (ip: string, { namespace, name }: ServiceNamed) => ({
  metadata: {
    name: ip,
    labels: { 'ipaddress.kubernetes.io/ip-family': `IPv${parseIp(ip)?.written}`, [MANAGED_BY]: ALLOCATOR },
  },
  spec: { parentRef: { resource: 'services', namespace, name } },
})

type ServiceNamed = { readonly namespace: string | undefined; readonly name: string }
