import { wakesReplicas } from '../apps/replica-sets/replicas-watches.js'
import type { Controller } from '../runtime/types.js'

/** Keeps as many pods of a ReplicationController as it asks for, and counts them. */
export const replicationControllers: Controller = {
  name: 'replication-controllers',
  user: 'system:serviceaccount:kube-system:replication-controller',
  watches: wakesReplicas('ReplicationController'),
  load: () => import('./sync-replication-controller.js'),
}
