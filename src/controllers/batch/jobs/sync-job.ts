import { atLeast } from '../../../model/registry/kubernetes-version.js'
import { StatusError } from '../../../base/errors/status.js'
import { lowestOf, highestOf } from '../../../base/lists/lists.js'
import { formatTime } from '../../../base/time/time.js'
import type { Steps } from '../../../base/turns/steps.js'
import type { LabelSelector } from '../../../model/registry/label-selector.js'
import { storedUid } from '../../../schema/object.js'
import { recordCoreEvent } from '../../core/record-core-event.js'
import { claim, claimable } from '../../pods/claim.js'
import { controllerOf, refOf } from '../../pods/owner.js'
import { type Pod, isReady, isTerminating, readySince } from '../../pods/pod-state.js'
import { makeStatedPod, nodesForStated } from '../../pods/stated-pod.js'
import type { Again, Key, WorldInSteps } from '../../runtime/types.js'
import { type BackOff, backOffLeft } from './back-off.js'
import { type JobCondition, type StatusDraft, conditionNow, ensureCondition } from './conditions.js'
import { type JobSnapshot, snapshotOf } from './job-snapshot.js'
import {
  type Job,
  type JobSpec,
  TRACKING_FINALIZER,
  isFinished,
  isManagedElsewhere,
  isTracked,
  isFailed,
  isIndexed,
  replacesFailedOnly,
} from './job.js'
import { indexedPod, plainPod } from './new-pods.js'
import { type Managed, COMPONENT, deleteActivePods, draftFor, freePod, createPods, deletePods } from './pod-writes.js'
import { draftOf, track } from './track.js'
import { verdictOn } from './failure-policy.js'
import {
  type Intervals,
  countOf,
  countShared,
  parseIntervals,
  indexesBeside,
  mergeIntervals,
  withIndexes,
} from './intervals.js'
import { allFailures, indexBelow, indexesOf } from './completion-index.js'
import { finishedAt } from './finished-at.js'

/** What the controller remembers of a Job. */
type Memory = { readonly backOff: BackOff; readonly tries: number }

/** The backoff after a refused write, in milliseconds, doubled up to a minute. */
const FIRST_RETRY = 1000
const LONGEST_RETRY = 60_000

/** Syncs a Job, or removes the finalizer of a pod that has no Job any more. */
export function* reconcileInSteps(key: Key, world: WorldInSteps): Steps<Again | undefined> {
  if (key.kind === 'Pod') return yield* freeOrphan(key, world)
  const job = world.get('Job', key)
  if (!job?.spec || isFinished(job) || isManagedElsewhere(job.spec)) return forget(world)
  const uid = storedUid(job)
  const known = world.memory as Memory | undefined // as remembered below
  const before: Memory = known?.backOff.uid === uid ? known : { backOff: { uid, failures: 0 }, tries: 0 }
  const after: number[] = []
  try {
    yield* syncJob(job, job.spec, before, after, world)
    return after.length > 0 ? { after: Math.max(0, lowestOf(after)) } : undefined
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    const memory = (world.memory as Memory | undefined) ?? before // as above
    world.remember({ ...memory, tries: before.tries + 1 } satisfies Memory)
    return { after: Math.max(0, lowestOf([LONGEST_RETRY, FIRST_RETRY * 2 ** before.tries, ...after])) }
  }
}

function* syncJob(job: Job, spec: JobSpec, before: Memory, after: number[], world: WorldInSteps): Steps<void> {
  const now = world.now()
  const first = snapshotOf(job, yield* podsOf(job, spec, world), before.backOff)
  const snapshot =
    world.stated && (yield* makeAsStated(first, world))
      ? snapshotOf(job, yield* podsOf(job, spec, world), before.backOff)
      : first
  const status = draftOf(job)
  status.uncountedTerminatedPods ??= {}
  if (!status.startTime && !spec.suspend) status.startTime = formatTime(now)
  const found = endOf(snapshot, status.startTime, now)
  const left = found ? undefined : deadlineLeft(spec, status.startTime, now)
  if (left !== undefined) after.push(left)
  const managed = found ? yield* deleteActivePods(snapshot, world) : yield* manage(snapshot, world)
  if (managed.after !== undefined) after.push(managed.after)
  const end = found ? allGone(managed, found) : completion(snapshot, managed, now)
  const isTold = !found && !end && !job.metadata.deletionTimestamp && (yield* tellSuspension(job, spec, status, world))
  const changed = tellPods(status, managed)
  const written = () => world.remember({ backOff: snapshot.backOff, tries: 0 } satisfies Memory)
  yield* track(snapshot, { status, end, terminating: managed.terminating, changed: changed || isTold, written }, world)
  if (managed.failure) throw managed.failure
  const memory = world.memory as Memory | undefined // as remembered here
  if (memory && memory.tries > 0) world.remember({ ...memory, tries: 0 } satisfies Memory)
}

/** Creates and deletes pods; a Job that is being deleted does neither. */
function* manage(snapshot: JobSnapshot, world: WorldInSteps): Steps<Managed> {
  const { activePods, ready, terminating } = snapshot
  return snapshot.job.metadata.deletionTimestamp
    ? { active: activePods.length, ready, terminating }
    : yield* managePods(snapshot, world)
}

/** A Job does not finish while a pod of it could not be deleted. */
const allGone = ({ active }: Managed, end: JobCondition) => (active === 0 ? end : undefined)

/** Returns the completion of a Job once enough pods have succeeded, or any pod if it has no completions. */
function completion(
  { spec: { completions }, succeeded }: JobSnapshot,
  { active }: Managed,
  now: number,
): JobCondition | undefined {
  const isComplete = active === 0 && (completions === undefined ? succeeded > 0 : succeeded >= completions)
  return isComplete
    ? conditionNow('SuccessCriteriaMet', 'CompletionsReached', 'Reached expected number of succeeded pods', now)
    : undefined
}

/**
 * Reports by a condition and an Event that a Job is suspended or resumed; resuming resets its startTime, since 1.36
 * suspending too.
 */
function* tellSuspension(job: Job, { suspend }: JobSpec, status: StatusDraft, world: WorldInSteps): Steps<boolean> {
  const now = world.now()
  const said = suspend
    ? conditionNow('Suspended', 'JobSuspended', 'Job suspended', now)
    : ({ ...conditionNow('Suspended', 'JobResumed', 'Job resumed', now), status: 'False' } as const)
  if (!ensureCondition(status, said)) return false
  const reason = suspend ? 'Suspended' : 'Resumed'
  yield* recordCoreEvent(world, job, { type: 'Normal', reason, message: said.message, component: COMPONENT })
  if (!suspend) status.startTime = formatTime(now)
  else if (atLeast(world.profile.version, '1.36')) delete status.startTime
  return true
}

/** Writes the number of pods to the status; returns whether it changed. */
function tellPods(status: StatusDraft, { active, ready, terminating }: Managed): boolean {
  const isNew = (status.active ?? 0) !== active || status.ready !== ready || status.terminating !== terminating
  Object.assign(status, { active, ready, terminating })
  return isNew
}

/** Returns the pods of a Job, including newly adopted ones. */
function* podsOf(job: Job, { selector }: JobSpec, world: WorldInSteps): Steps<readonly Pod[]> {
  // Validated by the selector's schema.
  const owner = { owner: job, selector: selector as LabelSelector | undefined, finalizers: [TRACKING_FINALIZER] }
  return (yield* claim(world, owner, claimable<Pod>(world, 'Pod', job))).flatMap((pod) =>
    controllerOf(pod) ? pod : (world.get('Pod', refOf(pod)) ?? []),
  )
}

/** Removes the finalizer of a pod without a Job, or with a finished one. */
function* freeOrphan({ namespace, name }: Key, world: WorldInSteps): Steps<undefined> {
  const pod = world.get('Pod', { namespace, name })
  if (!pod || !isTracked(pod)) return
  const ref = controllerOf(pod)
  if (ref && (ref.kind !== 'Job' || ref.apiVersion !== 'batch/v1')) return
  const job = ref && world.get('Job', { namespace, name: ref.name })
  if (job?.spec && job.metadata.uid === ref?.uid && (isManagedElsewhere(job.spec) || !isFinished(job))) return
  yield* freePod(pod, world)
}

function forget(world: WorldInSteps): undefined {
  world.remember(undefined)
}

/** Creates the pods that the status of a Job counts, as a fixture states it; returns whether any pods were missing. */
function* makeAsStated(snapshot: JobSnapshot, world: WorldInSteps): Steps<boolean> {
  const { job, spec, activePods } = snapshot
  const { active = 0, ready = 0 } = job.status ?? {}
  const missing = spec.suspend ? 0 : active - activePods.length
  if (missing <= 0) return false
  const pods = snapshot.indexes
    ? freeIndexes(snapshot, missing).map((index) => indexedPod(snapshot, index))
    : Array.from({ length: missing }, () => plainPod(snapshot))
  const nodes = nodesForStated(world, spec.template.spec, pods.length)
  for (const [i, pod] of pods.entries()) {
    const isReady = i < ready - snapshot.ready
    const { metadata = {}, spec: podSpec = { containers: [] } } = draftFor(pod, job)
    const nodeName = isReady ? nodes[i] : undefined
    const draft = { metadata, spec: { ...podSpec, ...(nodeName === undefined ? {} : { nodeName }) } }
    yield* makeStatedPod(world, draft, { ready: isReady, since: world.now() })
  }
  return pods.length > 0
}

/**
 * Returns how a Job finishes, by its pods and deadline: a condition of type FailureTarget, Failed or
 * SuccessCriteriaMet.
 */
function endOf(snapshot: JobSnapshot, startTime: string | undefined, now: number): JobCondition | undefined {
  return (
    endBefore(snapshot.job, now) ??
    endByPolicy(snapshot, now) ??
    endByLimits(snapshot, startTime, now) ??
    endByIndexes(snapshot, now) ??
    endBySuccess(snapshot, now)
  )
}

/** Returns the milliseconds until the deadline of a Job; undefined if it has none, or is suspended. */
function deadlineLeft(
  { activeDeadlineSeconds: seconds, suspend }: JobSpec,
  startTime: string | undefined,
  now: number,
): number | undefined {
  return seconds === undefined || startTime === undefined || suspend
    ? undefined
    : seconds * 1000 - (now - Date.parse(startTime))
}

/** Returns the outcome that was determined before. */
function endBefore({ status }: Job, now: number): JobCondition | undefined {
  const find = (wanted: string) =>
    status?.conditions?.find(({ type, status: value }) => type === wanted && value === 'True')
  const met = find('SuccessCriteriaMet')
  if (met) return conditionNow('SuccessCriteriaMet', met.reason ?? '', met.message ?? '', now)
  const target = find('FailureTarget')
  return target && conditionNow('Failed', target.reason ?? '', target.message ?? '', now)
}

function endByPolicy({ spec, pods }: JobSnapshot, now: number): JobCondition | undefined {
  const words = spec.podFailurePolicy
    ? pods
        .map((pod) => (isFailed(pod, spec) ? verdictOn(pod, spec.podFailurePolicy).failsJob : undefined))
        .find(Boolean)
    : undefined
  return words === undefined ? undefined : conditionNow('FailureTarget', 'PodFailurePolicy', words, now)
}

function endByLimits({ spec, pods, failed }: JobSnapshot, startTime: string | undefined, now: number) {
  const fails = (reason: string, message: string) => conditionNow('FailureTarget', reason, message, now)
  if (failed > (spec.backoffLimit ?? 0) || isPastRestarts(spec, pods))
    return fails('BackoffLimitExceeded', 'Job has reached the specified backoff limit')
  const left = deadlineLeft(spec, startTime, now)
  return left !== undefined && left <= 0
    ? fails('DeadlineExceeded', 'Job was active longer than specified deadline')
    : undefined
}

/** Returns whether container restarts exceed the backoffLimit, which counts them with restartPolicy OnFailure. */
function isPastRestarts({ template, backoffLimit = 0 }: JobSpec, pods: readonly Pod[]): boolean {
  if (template.spec?.restartPolicy !== 'OnFailure') return false
  const restarts = pods
    .filter(({ status }) => status?.phase === 'Running' || status?.phase === 'Pending')
    .flatMap(({ status }) => [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])])
    .reduce((sum, { restartCount }) => sum + restartCount, 0)
  return backoffLimit === 0 ? restarts > 0 : restarts >= backoffLimit
}

function endByIndexes({ spec, indexes }: JobSnapshot, now: number): JobCondition | undefined {
  if (!indexes?.failed) return undefined
  const failed = countOf(indexes.failed)
  if (spec.maxFailedIndexes !== undefined && failed > spec.maxFailedIndexes)
    return conditionNow(
      'FailureTarget',
      'MaxFailedIndexesExceeded',
      'Job has exceeded the specified maximal number of failed indexes',
      now,
    )
  return failed > 0 && failed + countOf(indexes.succeeded) >= indexes.completions
    ? conditionNow('FailureTarget', 'FailedIndexes', 'Job has failed indexes', now)
    : undefined
}

function endBySuccess({ spec, indexes }: JobSnapshot, now: number): JobCondition | undefined {
  const words = indexes && successBy(spec, indexes.succeeded)
  return words === undefined ? undefined : conditionNow('SuccessCriteriaMet', 'SuccessPolicy', words, now)
}

/** Returns a message with the rule of the success policy that a Job matches; undefined if none. */
function successBy({ successPolicy, completions = 0 }: JobSpec, succeeded: Intervals): string | undefined {
  if (succeeded.length === 0) return undefined
  const at = (successPolicy?.rules ?? []).findIndex(({ succeededIndexes, succeededCount }) => {
    if (succeededIndexes === undefined) return succeededCount !== undefined && countOf(succeeded) >= succeededCount
    const asked = parseIntervals(succeededIndexes, completions)
    if (asked.length === 0) return false
    const shared = countShared(asked, succeeded)
    return shared === countOf(asked) || (succeededCount !== undefined && shared >= succeededCount)
  })
  return at < 0 ? undefined : `Matched rules at index ${at}`
}

/**
 * Selects the active pods to delete: those with an index that is out of range or used twice, and further ones until
 * there are enough (activePodsForRemoval).
 */
function toRemove(spec: JobSpec, active: readonly Pod[], atLeast: number): readonly Pod[] {
  const { extra, left } = isIndexed(spec) ? byIndex(active, spec.completions ?? 0) : { extra: [], left: active }
  return extra.length < atLeast ? [...extra, ...inRemovalOrder(left).slice(0, atLeast - extra.length)] : extra
}

/** Keeps one pod of each index, the one that is furthest along. */
function byIndex(active: readonly Pod[], completions: number) {
  const ofIndex = new Map<number | undefined, readonly Pod[]>()
  for (const pod of active) {
    const index = indexBelow(pod, completions)
    ofIndex.set(index, [...(ofIndex.get(index) ?? []), pod])
  }
  const groups = [...ofIndex].sort(([a = -1], [b = -1]) => a - b)
  return {
    extra: groups.flatMap(([index, pods]) => (index === undefined ? pods : inRemovalOrder(pods).slice(0, -1))),
    left: groups.flatMap(([index, pods]) => (index === undefined ? [] : inRemovalOrder(pods).slice(-1))),
  }
}

const PHASES: readonly (string | undefined)[] = ['Pending', 'Unknown', 'Running']

/**
 * Sorts pods by how far along they are, the least first (ActivePods); unlike for ReplicaSets, without deletion cost and
 * with exact ages.
 */
const inRemovalOrder = (pods: readonly Pod[]): readonly Pod[] =>
  pods
    .map((pod) => ({ pod, rank: rankOf(pod) }))
    .sort((a, b) => a.rank.reduce((order, value, i) => order || value - (b.rank[i] ?? 0), 0))
    .map(({ pod }) => pod)

const rankOf = (pod: Pod): readonly number[] => [
  pod.spec?.nodeName ? 1 : 0,
  Math.max(0, PHASES.indexOf(pod.status?.phase)),
  isReady(pod) ? 1 : 0,
  -(readySince(pod) ?? 0),
  -highestOf([0, ...(pod.status?.containerStatuses ?? []).map(({ restartCount }) => restartCount)]),
  -Date.parse(pod.metadata.creationTimestamp ?? ''),
]

/** The most pods that one sync creates or deletes (MaxPodCreateDeletePerSync). */
const MOST_PODS = 500

/** Creates or deletes pods to match the parallelism and completions of a Job (manageJob). */
function* managePods(snapshot: JobSnapshot, world: WorldInSteps): Steps<Managed> {
  const { spec, activePods, terminating } = snapshot
  const active = activePods.length
  const unchanged = { active, ready: snapshot.ready, terminating }
  if (spec.suspend) return yield* deletePods(snapshot, toRemove(spec, activePods, active), world)
  const wanted = wantedBy(snapshot)
  const surplus = toRemove(spec, activePods, Math.max(0, active - wanted)).slice(0, MOST_PODS)
  // Each sync either deletes or creates pods.
  if (surplus.length > 0) return yield* deletePods(snapshot, surplus, world)
  const missing = wanted - active - (replacesFailedOnly(spec) ? terminating : 0)
  if (missing <= 0) return unchanged
  const now = world.now()
  // During the backoff the real controller reported no active pods before 1.36.
  const told = atLeast(world.profile.version, '1.36') ? active : 0
  const waiting = (after: number): Managed => ({ ...unchanged, active: told, after: Math.max(1000, after) })
  if (!snapshot.indexes?.failed) {
    const left = backOffLeft(snapshot.backOff.failures, snapshot.backOff.last, now)
    if (left > 0) return waiting(left)
  }
  const count = Math.min(missing, MOST_PODS)
  if (!snapshot.indexes)
    return yield* createPods(
      snapshot,
      Array.from({ length: count }, () => plainPod(snapshot)),
      world,
    )
  const { indexes, after } = indexesToAdd(snapshot, count, now)
  if (after !== undefined) return waiting(after)
  return yield* createPods(
    snapshot,
    indexes.map((index) => indexedPod(snapshot, index)),
    world,
  )
}

/** Returns how many pods should be active. */
function wantedBy({ spec: { completions, parallelism = 0 }, activePods, succeeded }: JobSnapshot): number {
  if (completions === undefined) return succeeded > 0 ? activePods.length : parallelism
  return Math.max(0, Math.min(parallelism, completions - succeeded))
}

/** Returns the first indexes that are not finished and have no pod. */
function freeIndexes({ spec, pods, activePods, indexes }: JobSnapshot, count: number): readonly number[] {
  if (!indexes) return []
  const { completions, succeeded, failed = [] } = indexes
  const taken = [...indexesOf(activePods), ...(replacesFailedOnly(spec) ? indexesOf(pods.filter(isTerminating)) : [])]
  return indexesBeside(mergeIntervals(withIndexes(succeeded, taken), failed), count, completions)
}

/** Returns the indexes to create pods for now, or the milliseconds until the first of them. */
function indexesToAdd(
  snapshot: JobSnapshot,
  count: number,
  now: number,
): { readonly indexes: readonly number[]; readonly after?: number } {
  const free = freeIndexes(snapshot, count)
  const { failed, kept } = snapshot.indexes ?? {}
  if (!failed) return { indexes: free }
  const waits = free.map((index) => waitOf(kept?.get(index), now))
  const ready = free.filter((_, i) => waits[i] === 0)
  return ready.length > 0 || waits.length === 0 ? { indexes: ready } : { indexes: [], after: lowestOf(waits) }
}

const waitOf = (before: Pod | undefined, now: number): number =>
  before ? backOffLeft(allFailures(before) + 1, finishedAt(before), now) : 0
