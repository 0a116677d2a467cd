import type { Controller } from '../runtime/types.js'

/**
 * Approves what kubelets ask for, signs what is approved for the signers of Kubernetes, and clears away old requests.
 */
export const certificateSigning: Controller = {
  name: 'certificate-signing',
  user: 'system:serviceaccount:kube-system:certificate-controller',
  retries: { first: 200 },
  watches: { CertificateSigningRequest: 'own' },
  load: () => import('./sync-request.js'),
}
