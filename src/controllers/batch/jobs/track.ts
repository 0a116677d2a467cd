import type { Steps } from '../../../base/turns/steps.js'
import { formatTime } from '../../../base/time/time.js'
import { recordCoreEvent } from '../../core/record-core-event.js'
import { refusalsOf } from '../../pods/slow-start.js'
import type { Pod } from '../../pods/pod-state.js'
import type { WorldInSteps } from '../../runtime/types.js'
import { type JobCondition, type StatusDraft, addCondition, ensureCondition } from './conditions.js'
import { countEnded, hasUncounted, settleUncounted } from './count-ended.js'
import { type Job, isTracked } from './job.js'
import { COMPONENT, freePod } from './pod-writes.js'
import type { JobSnapshot } from './job-snapshot.js'

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
