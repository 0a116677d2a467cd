import { jsonEqual } from '../../../base/json/json.js'
import { type KubeObject, changedObject, identityOf } from '../../../schema/object.js'
import { controllerOf } from '../../pods/owner.js'
import type { Pod } from '../../pods/pod-state.js'
import { type Owners, changesCount, concernedOwners } from '../../pods/wake-owners.js'
import type { Controller, Key, ObjectChange, Reader } from '../../runtime/types.js'
import { nodeOf } from './daemon-pod.js'
import { type DaemonSet, KIND } from './daemon-set.js'
import { fitOf } from './node-fit.js'

const owners: Owners = {
  kind: KIND,
  selectorOf: (set: KubeObject) => (set as DaemonSet).spec?.selector, // checked by its kind
}

/** The field manager of controllers. */
const MANAGER = 'kube-controller-manager'

/** Keeps a pod of each DaemonSet on every eligible node, and rolls out new templates. */
export const daemonSets: Controller = {
  name: 'daemon-sets',
  user: 'system:serviceaccount:kube-system:daemon-set-controller',
  watches: {
    DaemonSet: (change: ObjectChange<'DaemonSet'>) => (isOwnCount(change) ? [] : [identityOf(changedObject(change))]),
    Pod: (change, world) => (changesCount(change) ? concernedOwners(change, world, owners) : []),
    // Like the real controller, ignores a new ControllerRevision that has a controller.
    ControllerRevision: (change, world) =>
      !change.prev && change.next && controllerOf(change.next) ? [] : concernedOwners(change, world, owners),
    Node: concernedByNode,
  },
  load: () => import('./sync-daemon-set.js'),
}

/** Returns whether a change is only a status update by this controller, which needs no sync. */
function isOwnCount({ prev, next }: ObjectChange<'DaemonSet'>): boolean {
  if (!prev || !next || prev.metadata.generation !== next.metadata.generation) return false
  const { resourceVersion: _, managedFields: before, ...was } = prev.metadata
  const { resourceVersion: __, managedFields: after, ...is } = next.metadata
  const ours = after?.find(({ manager, subresource }) => manager === MANAGER && subresource === 'status')
  const others = (fields: typeof before) => fields?.filter((entry) => entry.manager !== MANAGER)
  return (
    prev.status?.collisionCount === next.status?.collisionCount &&
    ours !== undefined &&
    jsonEqual(was, is) &&
    jsonEqual(prev.spec, next.spec) &&
    jsonEqual(others(before), others(after))
  )
}

/**
 * Returns the DaemonSets to sync after a node was added or its labels or taints changed: those without a pod on an
 * eligible node, or with one that is not or was not eligible.
 */
function* concernedByNode({ prev, next, heartbeat }: ObjectChange<'Node'>, world: Reader): Iterable<Key> {
  if (!next || heartbeat) return
  const [before, after] = [prev?.metadata.labels, next.metadata.labels]
  if (prev && jsonEqual(before, after) && jsonEqual(prev.spec?.taints, next.spec?.taints)) return
  const sets = world.list(KIND)
  if (sets.length === 0) return
  const name = next.metadata.name ?? ''
  // Includes pods that wait to be scheduled to the node.
  const pods = [...world.podsOn<Pod>(name), ...world.podsOn<Pod>('').filter((pod) => nodeOf(pod) === name)]
  for (const set of sets) {
    const fit = fitOf(set)(next)
    const has = pods.some((pod) => controllerOf(pod)?.uid === set.metadata.uid)
    const wasOut = has && (set.status?.numberMisscheduled ?? 0) > 0
    if ((fit.starts && !has) || (!fit.stays && has) || wasOut) yield identityOf(set)
  }
}
