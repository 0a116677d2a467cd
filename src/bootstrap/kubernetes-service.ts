import { serviceAddress } from '../registry/service-address.js'
import type { BootstrapBody } from './body.js'

/** Where the Service `kubernetes` and what belongs to it are. */
export const KUBERNETES_SERVICE = { namespace: 'default', name: 'kubernetes' } as const

// Where requests to it would go, of which nothing here has an address: one that is kept for documentation (RFC 5737).
const ADDRESS = '192.0.2.1'
const CLUSTER_IP = '10.0.0.1'
const PORT = { name: 'https', protocol: 'TCP' }
const TARGET_PORT = 6443

/** The Service by which a server is reached from within its cluster. */
export const kubernetesService: BootstrapBody = {
  metadata: { ...KUBERNETES_SERVICE, labels: { component: 'apiserver', provider: 'kubernetes' } },
  spec: {
    type: 'ClusterIP',
    clusterIP: CLUSTER_IP,
    ipFamilyPolicy: 'SingleStack',
    sessionAffinity: 'None',
    ports: [{ ...PORT, port: 443, targetPort: TARGET_PORT }],
  },
}

/** Notes that its address is taken. */
export const kubernetesAddress: BootstrapBody = serviceAddress(CLUSTER_IP, KUBERNETES_SERVICE)

/** Where that Service leads. */
export const kubernetesEndpoints: BootstrapBody = {
  metadata: { ...KUBERNETES_SERVICE, labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } },
  subsets: [{ addresses: [{ ip: ADDRESS }], ports: [{ ...PORT, port: TARGET_PORT }] }],
}

/** The same in the newer form. */
export const kubernetesEndpointSlice: BootstrapBody = {
  metadata: { ...KUBERNETES_SERVICE, labels: { 'kubernetes.io/service-name': 'kubernetes' } },
  addressType: 'IPv4',
  endpoints: [{ addresses: [ADDRESS], conditions: { ready: true } }],
  ports: [{ ...PORT, port: TARGET_PORT }],
}
