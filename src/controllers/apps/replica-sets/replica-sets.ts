import { changesCount, concernedOwners } from '../../pods/wake-owners.js'
import type { Controller, Work } from '../../runtime/types.js'
import { type Sort, podSelector } from './replicas.js'

/** Keeps the desired number of pods of each ReplicaSet, and counts them. */
export const replicaSets: Controller = {
  name: 'replica-sets',
  user: 'system:serviceaccount:kube-system:replicaset-controller',
  watches: wakesReplicas('ReplicaSet'),
  load: () => syncedAs({ kind: 'ReplicaSet', component: 'replicaset-controller', tellsTerminating: true }),
}

/** Keeps the desired number of pods of each ReplicationController, and counts them. */
export const replicationControllers: Controller = {
  name: 'replication-controllers',
  user: 'system:serviceaccount:kube-system:replication-controller',
  watches: wakesReplicas('ReplicationController'),
  load: () => syncedAs({ kind: 'ReplicationController', component: 'replication-controller', tellsTerminating: false }),
}

/** Loads the code of both controllers, for objects of one kind. */
async function syncedAs(sort: Sort): Promise<Work> {
  const { syncReplicas } = await import('./sync-replicas.js')
  return { reconcileInSteps: syncReplicas(sort) }
}

/** Returns the watches of the controller of such a kind. */
function wakesReplicas(kind: Sort['kind']): Controller['watches'] {
  return {
    [kind]: 'own',
    Pod: (change, world) =>
      changesCount(change) ? concernedOwners(change, world, { kind, selectorOf: podSelector }) : [],
  }
}
