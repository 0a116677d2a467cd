import type { KubeObject } from '../../../schema/object.js'
import { type Owners, concernedOwners } from '../../pods/wake-owners.js'
import type { Controller } from '../../runtime/types.js'
import type { StatefulSet } from './stateful-set.js'

const owners: Owners = {
  kind: 'StatefulSet',
  selectorOf: (set: KubeObject) => (set as StatefulSet).spec?.selector, // checked by its kind
}

/**
 * Creates the pods of StatefulSets and their claims, each with a stable name, in order or all at once, and rolls out
 * new templates from the last pod to the first.
 */
export const statefulSets: Controller = {
  name: 'stateful-sets',
  user: 'system:serviceaccount:kube-system:statefulset-controller',
  watches: {
    StatefulSet: 'own',
    Pod: (change, world) => concernedOwners(change, world, owners),
  },
  load: () => import('./sync-stateful-set.js'),
}
