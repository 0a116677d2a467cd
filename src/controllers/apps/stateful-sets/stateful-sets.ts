import { ownersWoken } from '../../pods/wake-owners.js'
import type { Controller } from '../../runtime/types.js'

/**
 * Makes the pods of StatefulSets and their claims, each with a name of its own, in order or all at once, and rolls them to a
 * new template from the last to the first.
 */
export const statefulSets: Controller = {
  name: 'stateful-sets',
  user: 'system:serviceaccount:kube-system:statefulset-controller',
  watches: {
    StatefulSet: 'own',
    Pod: ownersWoken({ apiVersion: 'apps/v1', kind: 'StatefulSet' }),
  },
  load: () => import('./sync-stateful-set.js'),
}
