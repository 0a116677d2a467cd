import { syncReplicas } from './sync-replicas.js'

/** Syncs one ReplicaSet. */
export const reconcileInSteps = syncReplicas({
  kind: 'ReplicaSet',
  component: 'replicaset-controller',
  tellsTerminating: true,
})
