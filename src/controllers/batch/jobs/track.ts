import { formatTime } from '../../../base/time/time.js'
import type { Steps } from '../../../base/turns/steps.js'
import { recordCoreEvent } from '../../core/record-core-event.js'
import type { Pod } from '../../pods/pod-state.js'
import { refusalsOf } from '../../pods/slow-start.js'
import type { WorldInSteps } from '../../runtime/types.js'
import { indexBelow, indexOf } from './completion-index.js'
import { type JobCondition, type StatusDraft, addCondition, ensureCondition } from './conditions.js'
import { verdictOn } from './failure-policy.js'
import { countOf, formatIntervals, hasIndex, withIndexes } from './intervals.js'
import type { JobSnapshot } from './job-snapshot.js'
import { type Job, isFailed, isTracked } from './job.js'
import { COMPONENT, freePod } from './pod-writes.js'

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
function countEnded(snapshot: JobSnapshot, status: StatusDraft, end: JobCondition | undefined): Count {
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
function settleUncounted(status: StatusDraft, held: ReadonlySet<string>): boolean {
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
const hasUncounted = (status: StatusDraft): boolean => {
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

/** The state of a Job before its pods are counted. */
type Tally = {
  readonly status: StatusDraft
  /** The condition with which it finishes, if it does. */
  readonly end: JobCondition | undefined
  readonly terminating: number
  /** Whether the status has changed already. */
  readonly changed: boolean
  /** Called after the status has been written for the first time. */
  readonly written: () => void
}

/**
 * Counts finished pods: adds them to the status as uncounted, removes their finalizers, counts them, and finally sets
 * the condition with which the Job finishes (trackJobStatusAndRemoveFinalizers). This order ensures that each pod is
 * counted exactly once, whichever write is refused.
 *
 * @throws StatusError if a write was refused
 */
export function* track(
  snapshot: JobSnapshot,
  { status, end, terminating, changed, written }: Tally,
  world: WorldInSteps,
): Steps<void> {
  const held = new Set(snapshot.pods.filter(isTracked).map(({ metadata }) => metadata.uid ?? ''))
  const settled = settleUncounted(status, held)
  const count = countEnded(snapshot, status, end)
  const announced = announce(status, end)
  let { job } = snapshot
  if (changed || settled || count.changed || announced) {
    job = yield* writeStatus(job, status, world)
    written()
  }
  const refusals = yield* refusalsOf(count.free, (pod) => letGo(pod, held, world))
  const final = draftOf(job)
  const counted = settleUncounted(final, held)
  const refused = refusals.find(Boolean)
  if (refused) {
    if (counted) yield* writeStatus(job, final, world)
    throw refused
  }
  const over =
    end && !count.isPartial && terminating === 0 && !hasUncounted(final) ? finish(final, end, world) : undefined
  if (counted || over) job = yield* writeStatus(job, final, world)
  if (over) yield* tellEnd(job, over, world)
}

function* letGo(pod: Pod, held: Set<string>, world: WorldInSteps): Steps<void> {
  yield* freePod(pod, world)
  held.delete(pod.metadata.uid ?? '')
}

/** Returns a shallow copy of the status, which may be changed. */
// Its members are replaced, not mutated.
export const draftOf = ({ status = {} }: Job): StatusDraft => ({ ...(status as StatusDraft) })

function* writeStatus(job: Job, status: StatusDraft, world: WorldInSteps): Steps<Job> {
  return yield* world.update('Job', { ...job, status }, { subresource: 'status' })
}

/**
 * Adds the condition that the Job is going to finish with before its pods' finalizers are removed; returns whether it
 * is new.
 */
function announce(status: StatusDraft, end: JobCondition | undefined): boolean {
  const isNew = end?.type === 'FailureTarget' || (end?.type === 'SuccessCriteriaMet' && !isMet(status))
  if (isNew && end) addCondition(status, end)
  return isNew
}

const isMet = (status: StatusDraft): boolean =>
  Boolean(status.conditions?.some(({ type, status: value }) => type === 'SuccessCriteriaMet' && value === 'True'))

/** Sets the condition with which the Job finished. */
function finish(status: StatusDraft, end: JobCondition, world: WorldInSteps): JobCondition {
  const type = end.type === 'SuccessCriteriaMet' ? 'Complete' : 'Failed'
  const over = { ...end, type, time: formatTime(world.now()) }
  ensureCondition(status, over)
  if (type === 'Complete') status.completionTime = over.time
  return over
}

function* tellEnd(job: Job, { type, reason, message }: JobCondition, world: WorldInSteps): Steps<void> {
  const say = (event: { readonly type: 'Normal' | 'Warning'; readonly reason: string; readonly message: string }) =>
    recordCoreEvent(world, job, { ...event, component: COMPONENT })
  if (type === 'Failed') return yield* say({ type: 'Warning', reason, message })
  const { spec, status } = job
  if (spec?.completions !== undefined && (status?.succeeded ?? 0) > spec.completions)
    yield* say({
      type: 'Warning',
      reason: 'TooManySucceededPods',
      message: 'Too many succeeded pods running after completion count reached',
    })
  yield* say({ type: 'Normal', reason: 'Completed', message: 'Job completed' })
}
