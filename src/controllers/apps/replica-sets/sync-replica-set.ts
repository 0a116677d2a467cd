import { syncReplicas } from './sync-replicas.js'

/** Does what is to be done for one ReplicaSet. */
export const reconcile = syncReplicas({ kind: 'ReplicaSet', component: 'replicaset-controller' })
