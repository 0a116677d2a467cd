import type { Pod } from '../../pods/pod-state.js'
import { indexBelow, indexOf } from './completion-index.js'
import type { JobCondition, StatusDraft } from './conditions.js'
import { verdictOn } from './failure-policy.js'
import { countOf, formatIntervals, hasIndex, withIndexes } from './intervals.js'
import { isFailed, isTracked } from './job.js'
import type { JobSnapshot } from './job-snapshot.js'

/** The most finished pods that one sync adds to the status, to keep it small (MaxUncountedPods). */
const MOST_UNCOUNTED = 500

/** The result of adding finished pods to the status. */
type Count = {
  /** The pods whose finalizer may be removed once the status is written. */
  readonly free: readonly Pod[]
  /** Whether the status changed. */
  readonly changed: boolean
  /** Whether pods were left for the next sync. */
  readonly isPartial: boolean
}

/** Adds finished pods to the status, by uid, or by completion index if they have one. */
export function countEnded(snapshot: JobSnapshot, status: StatusDraft, end: JobCondition | undefined): Count {
  const { indexes } = snapshot
  const { succeeded, failed } = uncountedOf(status)
  const done: number[] = []
  const free: Pod[] = []
  const inAll = () => done.length + succeeded.length + failed.length
  const before = inAll()
  for (const pod of inOrder(snapshot)) {
    if (!isTracked(pod) || !mayGo(snapshot, pod, end)) continue
    free.push(pod)
    const { uid = '' } = pod.metadata
    if (pod.status?.phase === 'Succeeded' && !failed.includes(uid)) {
      const index = indexes && indexBelow(pod, indexes.completions)
      if (!indexes && !succeeded.includes(uid)) succeeded.push(uid)
      else if (indexes && index !== undefined && !hasIndex(indexes.before, index)) done.push(index)
    } else if (!failed.includes(uid) && countsAsFailed(snapshot, pod, end)) failed.push(uid)
    if (inAll() >= MOST_UNCOUNTED) break
  }
  setUncounted(status, succeeded, failed)
  const told = tellIndexes(snapshot, status, done)
  return { free, changed: told || inAll() > before, isPartial: inAll() >= MOST_UNCOUNTED }
}

/**
 * Counts the uncounted pods that have lost their finalizer; returns whether there were any
 * (cleanUncountedPodsWithoutFinalizers).
 */
export function settleUncounted(status: StatusDraft, held: ReadonlySet<string>): boolean {
  const { succeeded, failed } = uncountedOf(status)
  const isHeld = (uid: string) => held.has(uid)
  const [stillSucceeded, stillFailed] = [succeeded.filter(isHeld), failed.filter(isHeld)]
  const moreSucceeded = succeeded.length - stillSucceeded.length
  const moreFailed = failed.length - stillFailed.length
  if (moreSucceeded + moreFailed === 0) return false
  if (moreSucceeded > 0) status.succeeded = (status.succeeded ?? 0) + moreSucceeded
  if (moreFailed > 0) status.failed = (status.failed ?? 0) + moreFailed
  setUncounted(status, stillSucceeded, stillFailed)
  return true
}

/** Returns whether a status has uncounted pods. */
export const hasUncounted = (status: StatusDraft): boolean => {
  const { succeeded, failed } = uncountedOf(status)
  return succeeded.length + failed.length > 0
}

const uncountedOf = ({ uncountedTerminatedPods: { succeeded = [], failed = [] } = {} }: StatusDraft) => ({
  succeeded: [...succeeded],
  failed: [...failed],
})

function setUncounted(status: StatusDraft, succeeded: string[], failed: string[]): void {
  status.uncountedTerminatedPods = {
    ...(succeeded.length > 0 ? { succeeded } : {}),
    ...(failed.length > 0 ? { failed } : {}),
  }
}

const inOrder = ({ pods, indexes }: JobSnapshot): readonly Pod[] =>
  indexes ? [...pods].sort((a, b) => (indexOf(a) ?? -1) - (indexOf(b) ?? -1)) : pods

/**
 * Returns whether a pod's finalizer may be removed: the Job has finished, or the pod has, and its replacement knows its
 * failures (canRemoveFinalizer).
 */
function mayGo({ job, spec, indexes }: JobSnapshot, pod: Pod, end: JobCondition | undefined): boolean {
  if (job.metadata.deletionTimestamp || end || pod.status?.phase === 'Succeeded') return true
  if (!isFailed(pod, spec)) return false
  const index = indexOf(pod)
  return index === undefined || indexes?.kept.get(index)?.metadata.uid !== pod.metadata.uid
}

/** Returns whether a pod counts as failed: if the Job fails, every pod does that has not succeeded. */
function countsAsFailed({ spec, indexes }: JobSnapshot, pod: Pod, end: JobCondition | undefined): boolean {
  if (!isFailed(pod, spec) && (!end || end.type === 'SuccessCriteriaMet')) return false
  if (indexes && indexBelow(pod, indexes.completions) === undefined) return false
  return verdictOn(pod, spec.podFailurePolicy).counts
}

/** Writes the completed and failed indexes to the status; returns whether they changed. */
function tellIndexes({ indexes }: JobSnapshot, status: StatusDraft, done: readonly number[]): boolean {
  if (!indexes) return false
  const succeeded = withIndexes(indexes.succeeded, done)
  const completed = formatIntervals(succeeded)
  const failed = indexes.failed && formatIntervals(indexes.failed)
  const isNew = completed !== (status.completedIndexes ?? '') || failed !== status.failedIndexes
  status.succeeded = countOf(succeeded)
  status.completedIndexes = completed
  if (failed === undefined) delete status.failedIndexes
  else status.failedIndexes = failed
  return isNew
}
