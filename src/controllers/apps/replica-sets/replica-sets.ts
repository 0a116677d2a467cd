import type { Controller } from '../../runtime/types.js'
import { wakesReplicas } from './replicas-watches.js'

/** Keeps as many pods of a ReplicaSet as it asks for, and counts them. */
export const replicaSets: Controller = {
  name: 'replica-sets',
  user: 'system:serviceaccount:kube-system:replicaset-controller',
  watches: wakesReplicas('ReplicaSet'),
  load: () => import('./sync-replica-set.js'),
}
