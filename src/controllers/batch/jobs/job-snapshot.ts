import { mustHave } from '../../../base/must-have.js'
import { type Pod, isActive, isReady, isTerminating } from '../../pods/pod-state.js'
import { type BackOff, backOffAfter } from './back-off.js'
import { allFailures, countedFailures, indexBelow, indexesOf } from './completion-index.js'
import { verdictOn } from './failure-policy.js'
import { finishedAt } from './finished-at.js'
import { type Intervals, countOf, hasIndex, parseIntervals, withIndexes } from './intervals.js'
import { type Job, type JobSpec, type JobStatus, isFailed, isIndexed, isTracked } from './job.js'

/** The state of a Job and its pods at one sync. */
export type JobSnapshot = {
  readonly job: Job
  readonly spec: JobSpec
  readonly pods: readonly Pod[]
  readonly activePods: readonly Pod[]
  readonly ready: number
  readonly terminating: number
  /**
   * Pods counted in the status, uncounted ones in the status, and newly finished ones; for an indexed Job, the number
   * of succeeded indexes.
   */
  readonly succeeded: number
  readonly failed: number
  readonly backOff: BackOff
  /** Set for indexed Jobs. */
  readonly indexes: IndexSnapshot | undefined
}

/** The completion indexes of a Job. */
type IndexSnapshot = {
  readonly completions: number
  /** The completed indexes in the status. */
  readonly before: Intervals
  readonly succeeded: Intervals
  /** Set if the Job has a backoffLimitPerIndex. */
  readonly failed: Intervals | undefined
  /**
   * Failed pods that keep their finalizer until the replacement of their index exists, which needs their failure count.
   */
  readonly kept: ReadonlyMap<number, Pod>
}

/** Computes the state of a Job and its pods. */
export function snapshotOf(job: Job, pods: readonly Pod[], before: BackOff): JobSnapshot {
  const spec = mustHave(job.spec, 'the spec of a Job')
  const status: JobStatus = job.status ?? {}
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {}
  const activePods = pods.filter(isActive)
  const endedPods = (uncounted: readonly string[], has: (pod: Pod) => boolean) =>
    pods.filter((pod) => isToCount(pod, spec) && !uncounted.includes(pod.metadata.uid ?? '') && has(pod))
  const newSucceeded = endedPods(succeeded, (pod) => pod.status?.phase === 'Succeeded')
  const newFailed = endedPods(failed, (pod) => isFailed(pod, spec))
  const countedNow = newFailed.filter((pod) => verdictOn(pod, spec.podFailurePolicy).counts)
  const indexes = isIndexed(spec) ? lookAtIndexes(spec, status, pods, activePods) : undefined
  return {
    job,
    spec,
    pods,
    activePods,
    ready: activePods.filter(isReady).length,
    terminating: pods.filter(isTerminating).length,
    succeeded: indexes ? countOf(indexes.succeeded) : (status.succeeded ?? 0) + newSucceeded.length + succeeded.length,
    failed: (status.failed ?? 0) + countedNow.length + failed.length,
    backOff: backOffAfter(before, newSucceeded, newFailed),
    indexes,
  }
}

/** Returns whether a pod is still to be counted; in an indexed Job its index must be in range. */
const isToCount = (pod: Pod, spec: JobSpec): boolean =>
  isTracked(pod) && (!isIndexed(spec) || indexBelow(pod, spec.completions ?? 0) !== undefined)

function lookAtIndexes(
  spec: JobSpec,
  status: JobStatus,
  pods: readonly Pod[],
  activePods: readonly Pod[],
): IndexSnapshot {
  const { completions = 0, backoffLimitPerIndex: limit } = spec
  const before = parseIntervals(status.completedIndexes ?? '', completions)
  const newIndexes = (has: (pod: Pod) => boolean) =>
    pods.flatMap((pod) => (isToCount(pod, spec) && has(pod) ? (indexBelow(pod, completions) ?? []) : []))
  const succeeded = withIndexes(
    before,
    newIndexes((pod) => pod.status?.phase === 'Succeeded'),
  )
  if (limit === undefined) return { completions, before, succeeded, failed: undefined, kept: new Map() }
  const failed = withIndexes(
    parseIntervals(status.failedIndexes ?? '', completions),
    newIndexes((pod) => failsIndex(pod, spec, limit)),
  )
  const active = indexesOf(activePods)
  const kept = new Map<number, Pod>()
  for (const pod of pods) {
    const index = indexBelow(pod, completions)
    if (index === undefined || !isTracked(pod) || !isFailed(pod, spec)) continue
    if (hasIndex(succeeded, index) || hasIndex(failed, index) || active.has(index)) continue
    const other = kept.get(index)
    if (!other || (allFailures(other) <= allFailures(pod) && finishedAt(pod) >= finishedAt(other))) kept.set(index, pod)
  }
  return { completions, before, succeeded, failed, kept }
}

/**
 * Returns whether a pod's failure fails its index: it counts and the retries are exhausted, or the failure policy says
 * so.
 */
function failsIndex(pod: Pod, spec: JobSpec, limit: number): boolean {
  if (!isFailed(pod, spec)) return false
  const verdict = verdictOn(pod, spec.podFailurePolicy)
  return Boolean(verdict.failsIndex) || (verdict.counts && countedFailures(pod) >= limit)
}
