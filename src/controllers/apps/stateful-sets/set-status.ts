import type { Steps } from '../../../base/turns/steps.js'
import type { ObjectOf } from '../../../kinds/object-types.js'
import { storedName } from '../../../schema/stored-metadata.js'
import { refOf } from '../../pods/owner.js'
import { isAvailable, type Pod } from '../../pods/pod-state.js'
import type { WorldInSteps } from '../../runtime/types.js'
import { isRunning } from './members.js'
import type { SetRevisions } from './revisions-of-set.js'
import { type StatefulSet, replicasOf, revisionOf } from './stateful-set.js'

type Counts = {
  readonly replicas: number
  readonly readyReplicas: number
  readonly availableReplicas: number
  readonly currentReplicas: number
  readonly updatedReplicas: number
}
type SetStatus = NonNullable<ObjectOf<'StatefulSet'>['status']> & Counts

/** Computes the status of a StatefulSet. */
export function statusOf(set: StatefulSet, pods: readonly Pod[], revisions: SetRevisions, now: number): SetStatus {
  const [currentRevision, updateRevision] = [storedName(revisions.current), storedName(revisions.update)]
  const running = pods.filter(isRunning)
  const countOf = (revision: string) =>
    pods.filter((pod) => !pod.metadata.deletionTimestamp && revisionOf(pod) === revision).length
  return {
    observedGeneration: set.metadata.generation ?? 0,
    replicas: pods.length,
    readyReplicas: running.length,
    currentReplicas: countOf(currentRevision),
    updatedReplicas: countOf(updateRevision),
    currentRevision,
    updateRevision,
    collisionCount: revisions.collisions,
    availableReplicas: running.filter((pod) => isAvailable(pod, set.spec?.minReadySeconds, now)).length,
  }
}

/**
 * Completes a rolling update in the status once all pods are ready and of the update revision (completeRollingUpdate).
 */
export function completed(set: StatefulSet, status: SetStatus): SetStatus {
  const { replicas, readyReplicas, updatedReplicas, updateRevision } = status
  const isDone = [updatedReplicas, readyReplicas, replicas].every((count) => count === replicasOf(set))
  return isDone && set.spec?.updateStrategy?.type === 'RollingUpdate'
    ? { ...status, currentReplicas: updatedReplicas, ...(updateRevision ? { currentRevision: updateRevision } : {}) }
    : status
}

const TOLD = [
  'replicas',
  'currentReplicas',
  'readyReplicas',
  'updatedReplicas',
  'availableReplicas',
  'currentRevision',
  'updateRevision',
] as const

/** Writes the status, if it changed. */
export function* writeStatus(world: WorldInSteps, set: StatefulSet, status: SetStatus): Steps<void> {
  const { status: before = { replicas: 0 } } = set
  const isNews =
    (status.observedGeneration ?? 0) > (before.observedGeneration ?? 0) ||
    TOLD.some((member) => (status[member] || undefined) !== (before[member] || undefined))
  if (!isNews) return
  const now = world.get('StatefulSet', refOf(set))
  if (now) yield* world.update('StatefulSet', { ...now, status }, { subresource: 'status' })
}
