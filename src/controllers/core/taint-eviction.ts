import { jsonEqual } from '../../base/json/json.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import { identityOf, storedName } from '../../schema/object.js'
import type { SchedulablePod } from '../scheduling/framework/types.js'
import type { Controller, Key, ObjectChange, Reader } from '../runtime/types.js'

/**
 * Deletes pods from nodes with `NoExecute` taints: immediately those that do not tolerate one, others when their
 * tolerationSeconds have passed.
 */
export const taintEviction: Controller = {
  name: 'taint-eviction',
  user: 'system:serviceaccount:kube-system:node-controller',
  watches: {
    Pod: keysOfPod,
    *Node({ prev, next, heartbeat }: ObjectChange<'Node'>, world: Reader): Iterable<Key> {
      if (!next || heartbeat || jsonEqual(noExecute(prev), noExecute(next))) return
      for (const pod of world.podsOn(storedName(next))) yield identityOf(pod)
    },
  },
  load: () => import('./sync-taint-eviction.js'),
}

const noExecute = (node: ObjectOf<'Node'> | undefined) =>
  (node?.spec?.taints ?? []).filter(({ effect }) => effect === 'NoExecute')

/** A change of a pod, with the type that this controller reads. */
type PodChange = { readonly prev: SchedulablePod | undefined; readonly next: SchedulablePod | undefined }

function keysOfPod({ prev, next }: PodChange, world: Reader): readonly Key[] {
  const pod = next ?? prev
  const nodeName = pod?.spec?.nodeName
  if (!pod || !nodeName) return []
  const isSame = prev?.spec?.nodeName === nodeName && jsonEqual(prev.spec.tolerations, next?.spec?.tolerations)
  if (next && prev && isSame) return []
  // If the node has no such taint, there is nothing to do or to cancel; one that is gone may have had some.
  const node = world.get('Node', { name: nodeName })
  return (node ? noExecute(node).length > 0 : !next) ? [identityOf(pod)] : []
}
