import { storedName } from '../../../schema/stored-metadata.js'
import type { Again, Reader } from '../../runtime/types.js'
import { conditionOf, newCondition, progressDeadline, withCondition, withoutCondition } from './conditions.js'
import { type Deployment, type Found, type Status, wantedBy } from './deployment.js'

const DONE = 'NewReplicaSetAvailable'
const TIMED_OUT = 'ProgressDeadlineExceeded'

/** Returns whether all pods of a Deployment are of its current template, and available. */
export function isComplete(deployment: Deployment, status: Status | undefined): boolean {
  const wanted = wantedBy(deployment)
  const { replicas = 0, updatedReplicas = 0, availableReplicas = 0, observedGeneration = 0 } = status ?? {}
  return (
    updatedReplicas === wanted &&
    replicas === wanted &&
    availableReplicas === wanted &&
    observedGeneration >= (deployment.metadata.generation ?? 0)
  )
}

/** Returns the status with an updated Progressing condition: complete, progressing, or timed out. */
export function progressed(world: Reader, found: Found, status: Status): Status {
  const { deployment, current } = found
  const before = conditionOf(deployment.status, 'Progressing')
  if ((status.replicas ?? 0) === (status.updatedReplicas ?? 0) && before?.reason === DONE) return status
  const what = current ? `ReplicaSet "${storedName(current)}"` : `Deployment "${storedName(deployment)}"`
  const saying = (is: 'True' | 'False', reason: string, message: string) =>
    newCondition(world, 'Progressing', { status: is, reason, message: `${what} ${message}` })
  if (isComplete(deployment, status)) return withCondition(status, saying('True', DONE, 'has successfully progressed.'))
  if (goesOn(deployment.status ?? {}, status)) {
    const next = saying('True', 'ReplicaSetUpdated', 'is progressing.')
    const since = before?.status === 'True' ? before.lastTransitionTime : undefined
    const condition = { ...next, ...(since ? { lastTransitionTime: since } : {}) }
    return withCondition(before ? withoutCondition(status, 'Progressing') : status, condition)
  }
  return isTimedOut(world, deployment, status)
    ? withCondition(status, saying('False', TIMED_OUT, 'has timed out progressing.'))
    : status
}

/** Returns whether the rollout has progressed: more pods are updated, ready or available, or fewer are old. */
function goesOn(before: Status, after: Status): boolean {
  const of = (status: Status, member: 'replicas' | 'updatedReplicas' | 'readyReplicas' | 'availableReplicas') =>
    status[member] ?? 0
  const old = (status: Status) => of(status, 'replicas') - of(status, 'updatedReplicas')
  return (
    of(after, 'updatedReplicas') > of(before, 'updatedReplicas') ||
    old(after) < old(before) ||
    of(after, 'readyReplicas') > of(before, 'readyReplicas') ||
    of(after, 'availableReplicas') > of(before, 'availableReplicas')
  )
}

function isTimedOut(world: Reader, deployment: Deployment, status: Status): boolean {
  const condition = conditionOf(status, 'Progressing')
  if (!condition || condition.reason === DONE) return false
  return condition.reason === TIMED_OUT || deadlineOf(deployment, status) < world.now()
}

/** Returns when a rollout without progress fails, in milliseconds since 1970. */
function deadlineOf(deployment: Deployment, status: Status | undefined): number {
  const since = conditionOf(status, 'Progressing')?.lastUpdateTime
  return Date.parse(since ?? '') + (progressDeadline(deployment) ?? 0) * 1000
}

/** Requeues a Deployment a second after its progress deadline. */
export function afterDeadline(world: Reader, deployment: Deployment): Again | undefined {
  const condition = conditionOf(deployment.status, 'Progressing')
  if (progressDeadline(deployment) === undefined || !condition) return undefined
  if (isComplete(deployment, deployment.status) || condition.reason === TIMED_OUT) return undefined
  return { at: Math.max(world.now(), deadlineOf(deployment, deployment.status)) + 1000 }
}
