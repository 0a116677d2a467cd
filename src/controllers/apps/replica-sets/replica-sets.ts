import type { Controller } from '../../runtime/types.js'
import { wakesReplicas } from './replicas-watches.js'

/** Keeps the desired number of pods of each ReplicaSet, and counts them. */
export const replicaSets: Controller = {
  name: 'replica-sets',
  user: 'system:serviceaccount:kube-system:replicaset-controller',
  watches: wakesReplicas('ReplicaSet'),
  load: () => import('./sync-replica-set.js'),
}
