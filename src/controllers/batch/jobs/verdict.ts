import type { Pod } from '../../pods/pod-state.js'
import { type JobCondition, conditionNow } from './conditions.js'
import { verdictOn } from './failure-policy.js'
import { countOf, type Intervals, countShared, parseIntervals } from './intervals.js'
import { type Job, type JobSpec, isFailed } from './job.js'
import type { JobSnapshot } from './job-snapshot.js'

/**
 * Returns how a Job finishes, by its pods and deadline: a condition of type FailureTarget, Failed or
 * SuccessCriteriaMet.
 */
export function endOf(snapshot: JobSnapshot, startTime: string | undefined, now: number): JobCondition | undefined {
  return (
    endBefore(snapshot.job, now) ??
    endByPolicy(snapshot, now) ??
    endByLimits(snapshot, startTime, now) ??
    endByIndexes(snapshot, now) ??
    endBySuccess(snapshot, now)
  )
}

/** Returns the milliseconds until the deadline of a Job; undefined if it has none, or is suspended. */
export function deadlineLeft(
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
