import type { Steps } from '../../../base/turns/steps.js'
import { StatusError } from '../../../base/errors/status.js'
import { refOf } from '../../pods/owner.js'
import type { WorldInSteps } from '../../runtime/types.js'
import { type Job, holds, isFinished } from '../jobs/job.js'
import { type Look, dropActive, say } from './cron-job.js'

/** Updates the active Jobs and lastSuccessfulTime in the status of a CronJob. */
export function* countJobs(look: Look, world: WorldInSteps): Steps<void> {
  const { jobs, status } = look
  for (const job of jobs) yield* noteJob(look, job, world)
  for (const { uid = '', namespace = '', name = '' } of status.active ?? []) {
    if (jobs.some(({ metadata }) => metadata.uid === uid) || world.get('Job', { namespace, name })) continue
    yield* say(world, look, 'Normal', 'MissingJob', `Active job went missing: ${name}`)
    dropActive(look, uid)
    look.changed = true
  }
}

function* noteJob(look: Look, job: Job, world: WorldInSteps): Steps<void> {
  const { status } = look
  const { uid = '', name = '' } = job.metadata
  const isKnown = status.active?.some((each) => each.uid === uid)
  if (!isFinished(job)) {
    if (!isKnown)
      yield* say(
        world,
        look,
        'Warning',
        'UnexpectedJob',
        `Saw a job that the controller did not create or forgot: ${name}`,
      )
    return
  }
  const isComplete = endOf(job) === 'Complete'
  if (isKnown) {
    dropActive(look, uid)
    yield* say(world, look, 'Normal', 'SawCompletedJob', `Saw completed job: ${name}, condition: ${endOf(job)}`)
    look.changed = true
  }
  const { completionTime } = job.status ?? {}
  const { lastSuccessfulTime } = status
  if (!isComplete || !completionTime) return
  if (lastSuccessfulTime && Date.parse(completionTime) <= Date.parse(lastSuccessfulTime)) return
  status.lastSuccessfulTime = completionTime
  look.changed = true
}

const endOf = ({ status = {} }: Job) =>
  (status.conditions ?? []).find(({ type }) => (type === 'Complete' || type === 'Failed') && holds(status, type))?.type

/** Deletes the oldest finished Jobs beyond the history limits. */
export function* cleanUp(look: Look, world: WorldInSteps): Steps<void> {
  const { spec } = look
  yield* removeOldest(look, 'Complete', spec.successfulJobsHistoryLimit, world)
  yield* removeOldest(look, 'Failed', spec.failedJobsHistoryLimit, world)
}

function* removeOldest(look: Look, end: string, kept: number | undefined, world: WorldInSteps): Steps<void> {
  const over = look.jobs.filter((job) => endOf(job) === end)
  if (kept === undefined || over.length <= kept) return
  for (const job of [...over].sort(byStart).slice(0, over.length - kept))
    if (!(yield* deleteJob(look, job, world))) look.changed = true
}

/** Deletes a Job of a CronJob and its pods, with an Event; returns the failure, if there was one. */
export function* deleteJob(look: Look, job: Job, world: WorldInSteps): Steps<StatusError | undefined> {
  try {
    yield* world.delete('Job', refOf(job), { propagationPolicy: 'Background' })
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    yield* say(world, look, 'Warning', 'FailedDelete', `Deleted job: ${error.message}`)
    return error
  }
  dropActive(look, job.metadata.uid ?? '')
  yield* say(world, look, 'Normal', 'SuccessfulDelete', `Deleted job ${job.metadata.name}`)
  return undefined
}

/** Compares Jobs by start time; those that never started come last. */
function byStart(a: Job, b: Job): number {
  const [first, second] = [a.status?.startTime, b.status?.startTime].map((time) => (time ? Date.parse(time) : Infinity))
  if (first !== second) return (first ?? 0) < (second ?? 0) ? -1 : 1
  return (a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1
}
