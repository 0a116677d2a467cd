import { syncReplicas } from './sync-replicas.js'

/** Syncs one ReplicaSet. */
export const reconcile = syncReplicas({ kind: 'ReplicaSet', component: 'replicaset-controller' })
