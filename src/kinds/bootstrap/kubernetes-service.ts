import { serviceAddress } from '../../model/registry/service-address.js'
import type { BootstrapBody } from './bodies.js'

/** The namespace and name of the Service `kubernetes` and the objects that belong to it. */
export const KUBERNETES_SERVICE = { namespace: 'default', name: 'kubernetes' } as const

// The endpoint address of the Service, which nothing here has: one reserved for documentation (RFC 5737).
const ADDRESS = '192.0.2.1'
const CLUSTER_IP = '10.0.0.1'
const PORT = { name: 'https', protocol: 'TCP' }
const TARGET_PORT = 6443

/** The Service through which the API server is reached inside the cluster. */
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

/** The IPAddress that records the allocation of its address. */
export const kubernetesAddress: BootstrapBody = serviceAddress(CLUSTER_IP, KUBERNETES_SERVICE)

/** The Endpoints of that Service. */
export const kubernetesEndpoints: BootstrapBody = {
  metadata: { ...KUBERNETES_SERVICE, labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } },
  subsets: [{ addresses: [{ ip: ADDRESS }], ports: [{ ...PORT, port: TARGET_PORT }] }],
}

/** The EndpointSlice of that Service. */
export const kubernetesEndpointSlice: BootstrapBody = {
  metadata: { ...KUBERNETES_SERVICE, labels: { 'kubernetes.io/service-name': 'kubernetes' } },
  addressType: 'IPv4',
  endpoints: [{ addresses: [ADDRESS], conditions: { ready: true } }],
  ports: [{ ...PORT, port: TARGET_PORT }],
}
