import { syncReplicas } from '../apps/replica-sets/sync-replicas.js'

/** Syncs one ReplicationController. */
export const reconcileInSteps = syncReplicas({
  kind: 'ReplicationController',
  component: 'replication-controller',
  tellsTerminating: false,
})
