import { ROOT_CERTIFICATE } from '../../kinds/bootstrap/root-certificate.js'
import { keptInNamespaces } from './kept-in-namespaces.js'

/** The ConfigMap that every namespace has. */
export const ROOT_CERTIFICATES = {
  metadata: {
    name: 'kube-root-ca.crt',
    annotations: {
      'kubernetes.io/description':
        'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or ' +
        'kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.',
    },
  },
  data: { 'ca.crt': ROOT_CERTIFICATE },
} as const

/** Keeps the ConfigMap `kube-root-ca.crt` in every namespace. */
export const rootCertificates = keptInNamespaces({
  name: 'root-certificates',
  user: 'system:serviceaccount:kube-system:root-ca-cert-publisher',
  kind: 'ConfigMap',
  object: ROOT_CERTIFICATES,
})
