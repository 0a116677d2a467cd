import { syncReplicas } from '../apps/replica-sets/sync-replicas.js'

/** Does what is to be done for one ReplicationController. */
export const reconcile = syncReplicas({ kind: 'ReplicationController', component: 'replication-controller' })
