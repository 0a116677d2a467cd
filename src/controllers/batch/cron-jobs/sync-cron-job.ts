import { StatusError } from '../../../base/errors/status.js'
import { goQuote } from '../../../base/go/printable.js'
import { parseSchedule } from '../../../base/time/cron-schedule.js'
import { isTimeZone } from '../../../base/time/time-zone.js'
import type { Steps } from '../../../base/turns/steps.js'
import { storedUid } from '../../../schema/object.js'
import { isControlledBy, refOf } from '../../pods/owner.js'
import type { Again, Key, WorldInSteps } from '../../runtime/types.js'
import { type Job, holds, isFinished } from '../jobs/job.js'
import { type CronJob, type CronJobSpec, type CronJobStatus, type Look, say, dropActive } from './cron-job.js'
import { type NextTime, nextTimeOf } from './next-time.js'
import { jobNameAt, startJob } from './start-job.js'

/** Missed starts beyond which an Event is recorded. */
const MANY = 100
/** Milliseconds after its scheduled time at which a CronJob is synced, to allow for clock skew (nextScheduleDelta). */
const LATE = 100

type Starts = {
  /** The time after which starts are looked for. */
  readonly since: number
  /** The latest time at which a Job should have started, if there is one. */
  readonly latest?: number
  readonly missed: 'none' | 'few' | 'many'
}

/** A CronJob and its new status. */
type Timed = { readonly cronJob: CronJob; readonly status: CronJobStatus }

/**
 * Returns the latest start that is due, or an error message for an invalid schedule; times in milliseconds since 1970
 * (nextScheduleTime).
 */
function dueStart(
  timed: Timed,
  next: NextTime,
  now: number,
): { readonly at?: number; readonly isMany: boolean } | string {
  const starts = startsUntil(timed, next, now, timed.cronJob.spec?.startingDeadlineSeconds)
  if (typeof starts === 'string') return starts
  return starts.latest === undefined ? { isMany: false } : { at: starts.latest, isMany: starts.missed === 'many' }
}

/** Returns the milliseconds until the next start (nextScheduleTimeDuration). */
function untilNext(timed: Timed, next: NextTime, now: number): number | undefined {
  const starts = startsUntil(timed, next, now, undefined)
  const from = typeof starts === 'string' ? now : (starts.latest ?? (starts.missed === 'none' ? starts.since : now))
  const time = next(from)
  return time === undefined ? undefined : Math.max(0, time + LATE - now)
}

/** Finds the starts until now, after the last start and within the starting deadline (mostRecentScheduleTime). */
function startsUntil(
  { cronJob, status }: Timed,
  next: NextTime,
  now: number,
  deadlineSeconds: number | undefined,
): Starts | string {
  const last = Date.parse(status.lastScheduleTime ?? cronJob.metadata.creationTimestamp ?? '')
  const since = deadlineSeconds === undefined ? last : Math.max(last, now - deadlineSeconds * 1000)
  const first = next(since)
  const second = first === undefined ? undefined : next(first)
  if (first !== undefined && now < first) return { since, missed: 'none' }
  if (first !== undefined && (second === undefined || now < second)) return { since, latest: first, missed: 'none' }
  const apart = first === undefined || second === undefined ? 0 : Math.round((second - first) / 1000)
  if (first === undefined || apart < 1) return 'time difference between two schedules is less than 1 second'
  const missed = Math.trunc(Math.trunc((now - first) / 1000) / apart) + 1
  let latest: number | undefined
  // One step back, as not every schedule is regular.
  let time = next(first + (missed - 2) * apart * 1000)
  for (; time !== undefined && time <= now; time = next(time)) latest = time
  return { since, missed: missed > MANY ? 'many' : 'few', ...(latest === undefined ? {} : { latest }) }
}

/** What the controller remembers of a CronJob: the schedule at the last sync, and when the next is due. */
type Memory = { readonly schedule: string; readonly due?: number }

/** Syncs a CronJob: creates its Jobs when they are due, and updates its status. */
export function* reconcileInSteps(key: Key, world: WorldInSteps): Steps<Again | undefined> {
  const cronJob = world.get('CronJob', key)
  if (!cronJob?.spec) {
    world.remember(undefined)
    return undefined
  }
  const before = world.memory as Memory | undefined // as remembered below
  const schedule = scheduleOf(cronJob.spec)
  const now = world.now()
  const look = lookAt(cronJob, cronJob.spec, world)
  const isNew = world.stated || (before !== undefined && before.schedule !== schedule)
  const wait = isNew ? yield* waitAnew(look, schedule, before, world) : yield* act(look, schedule, world)
  world.remember({ schedule, ...(wait === undefined ? {} : { due: now + wait }) } satisfies Memory)
  return wait === undefined ? undefined : { after: wait }
}

/** Returns the schedule with its time zone. */
const scheduleOf = ({ schedule, timeZone }: CronJobSpec): string =>
  timeZone === undefined || schedule.includes('TZ') || !isTimeZone(timeZone) ? schedule : `TZ=${timeZone} ${schedule}`

function lookAt(cronJob: CronJob, spec: CronJobSpec, world: WorldInSteps): Look {
  const jobs = world
    .dependents(storedUid(cronJob))
    .filter((object): object is Job => object.kind === 'Job' && isControlledBy(object, cronJob))
  const status = { ...(cronJob.status as CronJobStatus | undefined) } // its members are replaced, not mutated
  return { cronJob, spec, jobs, status, changed: false }
}

/**
 * Waits for the next start of a new schedule, or of a CronJob that a fixture states; starts that were missed before are
 * ignored.
 */
function* waitAnew(
  look: Look,
  schedule: string,
  before: Memory | undefined,
  world: WorldInSteps,
): Steps<number | undefined> {
  const parsed = parseSchedule(schedule)
  if (typeof parsed === 'string') {
    const message = `unparseable schedule for cronjob: ${look.spec.schedule}`
    yield* say(world, look, 'Warning', 'UnParseableCronJobSchedule', message)
    return undefined
  }
  const now = world.now()
  // A schedule that never matches is synced now, which reports it.
  const wait = untilNext(look, nextTimeOf(parsed), now) ?? (world.stated ? undefined : 0)
  if (before?.due === undefined || world.stated) return wait
  // A sync that is already planned is kept.
  return Math.max(0, Math.min(before.due - now, wait ?? Infinity))
}

/** Syncs the Jobs and the status; returns the milliseconds until the next start. */
function* act(look: Look, schedule: string, world: WorldInSteps): Steps<number | undefined> {
  yield* cleanUp(look, world)
  let refused: StatusError | undefined
  let wait: number | undefined
  try {
    yield* countJobs(look, world)
    wait = look.cronJob.metadata.deletionTimestamp ? undefined : yield* start(look, schedule, world)
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    refused = error
  }
  const { cronJob, status } = look
  if (look.changed) yield* world.update('CronJob', { ...cronJob, status }, { subresource: 'status' })
  if (refused) throw refused
  return wait
}

/** Creates a Job if one is due; returns the milliseconds until the next start. */
function* start(look: Look, schedule: string, world: WorldInSteps): Steps<number | undefined> {
  const { spec } = look
  const warn = (reason: string, message: string) => say(world, look, 'Warning', reason, message)
  if (spec.suspend) return undefined
  if (spec.schedule.includes('TZ'))
    yield* warn(
      'UnsupportedSchedule',
      `CRON_TZ or TZ used in schedule ${goQuote(spec.schedule)} is not officially supported, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details`,
    )
  const parsed = parseSchedule(schedule)
  if (typeof parsed === 'string') {
    yield* warn('UnparseableSchedule', `unparseable schedule: ${goQuote(spec.schedule)} : ${parsed}`)
    return undefined
  }
  const next = nextTimeOf(parsed)
  const now = world.now()
  const due = dueStart(look, next, now)
  if (typeof due === 'string') {
    yield* warn('InvalidSchedule', `invalid schedule: ${spec.schedule} : ${due}`)
    return undefined
  }
  if (due.isMany)
    yield* warn(
      'TooManyMissedTimes',
      'too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew',
    )
  if (due.at !== undefined) yield* startAt(look, due.at, world)
  return untilNext(look, next, now)
}

/**
 * Creates the Job of a scheduled time, unless its deadline has passed, it exists already, or concurrencyPolicy forbids
 * it.
 */
function* startAt(look: Look, at: number, world: WorldInSteps): Steps<void> {
  const { cronJob, spec, status } = look
  const { startingDeadlineSeconds: deadline, concurrencyPolicy } = spec
  if (deadline !== undefined && at + deadline * 1000 < world.now())
    return yield* say(world, look, 'Warning', 'MissSchedule', `Missed scheduled time to start a job: ${rfc1123(at)}`)
  const { active = [] } = status
  if (active.some(({ name }) => name === jobNameAt(cronJob, at)) || Date.parse(status.lastScheduleTime ?? '') === at)
    return
  if (concurrencyPolicy === 'Forbid' && active.length > 0)
    return yield* say(
      world,
      look,
      'Normal',
      'JobAlreadyActive',
      'Not starting job because prior execution is running and concurrency policy is Forbid',
    )
  if (concurrencyPolicy === 'Replace')
    for (const { namespace = '', name = '' } of active) {
      const job = world.get('Job', { namespace, name })
      const refused = job && (yield* deleteJob(look, job, world))
      if (refused) throw refused
      look.changed = true
    }
  yield* startJob(look, at, world)
}

/** Formats a time in UTC by RFC 1123 with a numeric zone. */
const rfc1123 = (time: number): string => new Date(time).toUTCString().replace('GMT', '+0000')

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
