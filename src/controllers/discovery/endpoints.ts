import { identityOf } from '../../schema/identity.js'
import type { Controller } from '../runtime/types.js'
import { SERVICE, concernedServices } from './services.js'

/** Maintains the Endpoints of Services with a selector. */
export const serviceEndpoints: Controller<'Service' | 'Pod' | 'Endpoints'> = {
  name: 'endpoints',
  user: 'system:serviceaccount:kube-system:endpoint-controller',
  retries: { most: 15 },
  watches: {
    Service: 'own',
    Pod: concernedServices,
    Endpoints: ({ prev, next }) => (prev && !next ? [{ ...identityOf(prev), ...SERVICE }] : []),
  },
  load: () => import('./sync-endpoints.js'),
}
