import { jsonEqual } from '../../base/json.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import { identityOf } from '../../schema/identity.js'
import { hasEnded } from '../../scheduler/pod-info.js'
import type { SchedulablePod } from '../../scheduler/types.js'
import type { Controller, Key, ObjectChange, Reader } from '../runtime/types.js'
import { claimNamesOf } from '../storage/pod-claims.js'
import { claimKey, isOpen } from '../storage/storage.js'
import { keys } from './keys.js'
import { isOurs, isUntried } from './waiting.js'

type Node = ObjectOf<'Node'>
/** A change of a pod; it is of the kind it is told for. */
type PodChange = {
  readonly prev: SchedulablePod | undefined
  readonly next: SchedulablePod | undefined
  readonly stated?: boolean
}

/**
 * Puts pods on nodes as kube-scheduler does with its default plug-ins: by priority, on the node that suits best, the seed deciding among
 * equals; tells of those that have none why, and has less important pods go for them. Without nodes nothing is scheduled.
 */
export const scheduler: Controller = {
  name: 'scheduler',
  user: 'system:kube-scheduler',
  manager: 'kube-scheduler',
  watches: {
    Pod: keysOfPod,
    Node: ({ prev, next, heartbeat }) => (next && !heartbeat && isHelpful(prev, next) ? [keys.nodes] : []),
    PersistentVolumeClaim: keysOfClaim,
    PersistentVolume: ({ next }) => (next ? [keys.storage] : []),
    StorageClass: ({ prev, next }) => (next && !prev ? [keys.storage] : []),
    CSINode: ({ next }) => (next ? [keys.storage] : []),
  },
  load: () => import('./sync-scheduler.js'),
}

function* keysOfPod({ prev, next, stated }: PodChange): Iterable<Key> {
  if (next && !next.spec?.nodeName) {
    if (!prev && isOurs(next) && isUntried(next)) yield keys.added
    else if (stated || !prev || isOther(prev, next)) yield identityOf(next)
    return
  }
  const wasOn = prev?.spec?.nodeName
  if (wasOn ? !hasEnded(prev) && (!next || hasEnded(next)) : !next && prev?.status?.nominatedNodeName) yield keys.gone
  if (!next) return
  if (!wasOn) for (const name of claimNamesOf(next)) yield claimKey(next.metadata.namespace ?? '', name)
  if (!wasOn || !jsonEqual(prev?.metadata.labels, next.metadata.labels)) yield keys.placed
}

/** Tells whether something about a pod has changed that its scheduling depends on. */
const isOther = (prev: SchedulablePod, next: SchedulablePod): boolean =>
  prev.metadata.deletionTimestamp !== next.metadata.deletionTimestamp ||
  !jsonEqual(prev.metadata.labels, next.metadata.labels) ||
  (prev.spec !== next.spec && !jsonEqual(prev.spec, next.spec))

/** Tells whether a node is new, or has changed in what pods look for. */
const isHelpful = (prev: Node | undefined, next: Node): boolean =>
  !prev ||
  prev.spec?.unschedulable !== next.spec?.unschedulable ||
  !jsonEqual(prev.spec?.taints, next.spec?.taints) ||
  !jsonEqual(prev.metadata.labels, next.metadata.labels) ||
  !jsonEqual(prev.status?.allocatable, next.status?.allocatable)

function* keysOfClaim({ prev, next }: ObjectChange<'PersistentVolumeClaim'>, world: Reader): Iterable<Key> {
  if (!next) return
  if (!prev && isOpen(next)) yield identityOf(next)
  const { name = '', namespace } = next.metadata
  for (const pod of world.podsOn<SchedulablePod>(''))
    if (pod.metadata.namespace === namespace && claimNamesOf(pod).includes(name)) yield identityOf(pod)
}
