import { jsonEqual } from '../../../base/json.js'
import { changedObject } from '../../../schema/changed-object.js'
import { identityOf } from '../../../schema/identity.js'
import type { KubeObject } from '../../../schema/object.js'
import { controllerOf } from '../../pods/owner.js'
import type { Pod } from '../../pods/pod-state.js'
import { type Owners, changesCount, concernedOwners } from '../../pods/wake-owners.js'
import type { Controller, Key, ObjectChange, Reader } from '../../runtime/types.js'
import { type DaemonSet, KIND } from './daemon-set.js'
import { fitOf } from './node-fit.js'
import { nodeOf } from './node-of.js'

const owners: Owners = {
  kind: KIND,
  selectorOf: (set: KubeObject) => (set as DaemonSet).spec?.selector, // by its kind
}

/** The name that controllers' writes are recorded under. */
const MANAGER = 'kube-controller-manager'

/** Keeps a pod of each DaemonSet on every node that it is for, and rolls them to a new template. */
export const daemonSets: Controller = {
  name: 'daemon-sets',
  user: 'system:serviceaccount:kube-system:daemon-set-controller',
  watches: {
    DaemonSet: (change: ObjectChange<'DaemonSet'>) => (isOwnCount(change) ? [] : [identityOf(changedObject(change))]),
    Pod: (change, world) => (changesCount(change) ? concernedOwners(change, world, owners) : []),
    // One that is new and has an owner brings nothing to do, as there.
    ControllerRevision: (change, world) =>
      !change.prev && change.next && controllerOf(change.next) ? [] : concernedOwners(change, world, owners),
    Node: concernedByNode,
  },
  load: () => import('./sync-daemon-set.js'),
}

/** Tells whether a change is but what this controller has counted, which brings nothing to do. */
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
 * The DaemonSets that a node concerns which is new, or has other labels or taints: it lacks a pod, or has one that is
 * to go or was out of place.
 */
function* concernedByNode({ prev, next, heartbeat }: ObjectChange<'Node'>, world: Reader): Iterable<Key> {
  if (!next || heartbeat) return
  const [before, after] = [prev?.metadata.labels, next.metadata.labels]
  if (prev && jsonEqual(before, after) && jsonEqual(prev.spec?.taints, next.spec?.taints)) return
  const sets = world.list(KIND)
  if (sets.length === 0) return
  const name = next.metadata.name ?? ''
  // Those that wait for it count as well.
  const pods = [...world.podsOn<Pod>(name), ...world.podsOn<Pod>('').filter((pod) => nodeOf(pod) === name)]
  for (const set of sets) {
    const fit = fitOf(set)(next)
    const has = pods.some((pod) => controllerOf(pod)?.uid === set.metadata.uid)
    const wasOut = has && (set.status?.numberMisscheduled ?? 0) > 0
    if ((fit.starts && !has) || (!fit.stays && has) || wasOut) yield identityOf(set)
  }
}
