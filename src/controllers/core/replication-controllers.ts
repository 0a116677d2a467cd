import { wakesReplicas } from '../apps/replica-sets/replicas-watches.js'
import type { Controller } from '../runtime/types.js'

/** Keeps the desired number of pods of each ReplicationController, and counts them. */
export const replicationControllers: Controller = {
  name: 'replication-controllers',
  user: 'system:serviceaccount:kube-system:replication-controller',
  watches: wakesReplicas('ReplicationController'),
  load: () => import('./sync-replication-controller.js'),
}
