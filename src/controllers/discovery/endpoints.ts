import { identityOf } from '../../schema/identity.js'
import type { Controller } from '../runtime/types.js'
import { SERVICE, concernedServices } from './services.js'

/** Keeps the Endpoints of Services that select pods. */
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
