import type { KubeObject } from '../../../schema/object.js'
import { type Owners, concernedOwners } from '../../pods/wake-owners.js'
import type { Controller } from '../../runtime/types.js'
import type { StatefulSet } from './stateful-set.js'

const owners: Owners = {
  kind: 'StatefulSet',
  selectorOf: (set: KubeObject) => (set as StatefulSet).spec?.selector, // by its kind
}

/**
 * Makes the pods of StatefulSets and their claims, each with a name of its own, in order or all at once, and rolls them
 * to a new template from the last to the first.
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
