import type { Controller } from '../runtime/types.js'

/**
 * Approves client certificates of kubelets, signs approved requests for the signers of Kubernetes, and deletes old
 * requests.
 */
export const certificateSigning: Controller = {
  name: 'certificate-signing',
  user: 'system:serviceaccount:kube-system:certificate-controller',
  retries: { first: 200 },
  watches: { CertificateSigningRequest: 'own' },
  load: () => import('./sync-request.js'),
}
