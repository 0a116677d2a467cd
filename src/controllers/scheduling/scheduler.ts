import { hasEnded } from '../../kinds/shared/pods.js'
import { jsonEqual } from '../../base/json/json.js'
import { compareQuantity } from '../../base/numbers/quantity.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import { type KubernetesVersion, atLeast } from '../../model/registry/kubernetes-version.js'
import { identityOf } from '../../schema/object.js'
import type { ClusterEvent } from './framework/hints.js'
import type { SchedulablePod } from './framework/types.js'
import type { Controller, Key, ObjectChange, Reader, ToldKey } from '../runtime/types.js'
import { claimNamesOf } from '../storage/pod-claims.js'
import { claimKey, isOpen, largestVolume } from '../storage/storage.js'
import { keys } from './keys.js'
import { isOurs, isUntried, scheduledOf } from './waiting.js'

type Node = ObjectOf<'Node'>
/** A change of a pod, with the type that the scheduler reads. */
type PodChange = {
  readonly prev: SchedulablePod | undefined
  readonly next: SchedulablePod | undefined
  readonly stated?: boolean
}

/**
 * Schedules pods as kube-scheduler does with its default plugins: by priority, to the node with the highest score,
 * where the seed decides between equal scores; reports why pods are unschedulable, and preempts pods of lower priority
 * for them. Without nodes nothing is scheduled.
 */
export const scheduler: Controller = {
  name: 'scheduler',
  user: 'system:kube-scheduler',
  manager: 'kube-scheduler',
  watches: {
    Pod: keysOfPod,
    Node: ({ prev, next, heartbeat }) =>
      !heartbeat && (!prev || !next || isOtherNode(prev, next)) ? [changed({ about: 'Node', prev, next })] : [],
    PersistentVolumeClaim: keysOfClaim,
    PersistentVolume: ({ next }) => (next ? [STORAGE] : []),
    StorageClass: ({ prev, next }) => (next && !prev ? [STORAGE] : []),
    CSINode: ({ next }) => (next ? [STORAGE] : []),
    CSIStorageCapacity: (change: ObjectChange<'CSIStorageCapacity'>) => (hasMoreRoom(change) ? [STORAGE] : []),
    DeviceClass: ({ next }) => (next ? [STORAGE] : []),
    ResourceSlice: () => [STORAGE],
    DeviceTaintRule: () => [STORAGE],
    ResourceClaim: () => [STORAGE],
  },
  load: () => import('./sync-scheduler.js'),
}

function changed(event: ClusterEvent): ToldKey {
  return { key: keys.changed, told: event }
}

const STORAGE = changed({ about: 'storage' })

function* keysOfPod(change: PodChange, { profile }: Reader): Iterable<Key | ToldKey> {
  const { prev, next, stated } = change
  if (prev && losesPromise(prev, next, profile.version)) yield changed({ about: 'Pod', prev })
  if (next && !next.spec?.nodeName) {
    if (!prev && isOurs(next) && isUntried(next)) yield keys.added
    else if (stated || !prev || isOther(prev, next)) yield identityOf(next)
    return
  }
  yield* keysOfPlaced(change)
  // Nothing is remembered of a pod that no longer waits.
  if (prev && !prev.spec?.nodeName && (!next || scheduledOf(prev)?.status === 'False')) yield identityOf(next ?? prev)
}

/** Wakes the pods that a change of a scheduled pod may help. */
function* keysOfPlaced({ prev, next }: PodChange): Iterable<Key | ToldKey> {
  const wasOn = prev?.spec?.nodeName
  if (wasOn && !hasEnded(prev) && (!next || hasEnded(next))) yield changed({ about: 'Pod', prev })
  if (!next || hasEnded(next)) return
  if (!wasOn) for (const name of claimNamesOf(next)) yield claimKey(next.metadata.namespace ?? '', name)
  if (!wasOn) yield changed({ about: 'Pod', next })
  else if (!jsonEqual(prev.metadata.labels, next.metadata.labels) || isResized(prev, next))
    yield changed({ about: 'Pod', prev, next })
}

const isResized = ({ spec: before }: SchedulablePod, { spec: after }: SchedulablePod): boolean =>
  before !== after && !jsonEqual(before?.containers, after?.containers)

/** Returns whether a pod has lost its nomination for a node; before 1.35 it does so by being bound, too. */
function losesPromise({ spec, status }: SchedulablePod, next: SchedulablePod | undefined, version: KubernetesVersion) {
  if (spec?.nodeName || !status?.nominatedNodeName) return false
  return next?.spec?.nodeName ? !atLeast(version, '1.35') : next?.status?.nominatedNodeName !== status.nominatedNodeName
}

/** Returns whether a pod has changed in a way that affects its scheduling. */
const isOther = (prev: SchedulablePod, next: SchedulablePod): boolean =>
  prev.metadata.deletionTimestamp !== next.metadata.deletionTimestamp ||
  (Boolean(next.spec?.topologySpreadConstraints) && !jsonEqual(prev.metadata.labels, next.metadata.labels)) ||
  (prev.spec !== next.spec && !jsonEqual(prev.spec, next.spec))

/** Returns whether a node has changed in a way that affects scheduling. */
const isOtherNode = (prev: Node, next: Node): boolean =>
  prev.spec?.unschedulable !== next.spec?.unschedulable ||
  !jsonEqual(prev.spec?.taints, next.spec?.taints) ||
  !jsonEqual(prev.metadata.labels, next.metadata.labels) ||
  !jsonEqual(prev.status?.allocatable, next.status?.allocatable) ||
  !jsonEqual(prev.status?.declaredFeatures, next.status?.declaredFeatures)

/** Returns whether a CSIStorageCapacity tells of larger volumes than before. */
function hasMoreRoom({ prev, next }: ObjectChange<'CSIStorageCapacity'>): boolean {
  if (!prev || !next) return next !== undefined
  const [before, after] = [largestVolume(prev), largestVolume(next)]
  return after !== undefined && (before === undefined || compareQuantity(after, before) > 0)
}

function* keysOfClaim({ prev, next }: ObjectChange<'PersistentVolumeClaim'>, world: Reader): Iterable<Key> {
  if (!next) return
  if (!prev && isOpen(next)) yield identityOf(next)
  const { name = '', namespace } = next.metadata
  for (const pod of world.podsOn<SchedulablePod>(''))
    if (pod.metadata.namespace === namespace && claimNamesOf(pod).includes(name)) yield identityOf(pod)
}
