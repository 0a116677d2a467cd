import { parseSchedule } from '../../../base/cron-schedule.js'
import { goQuote } from '../../../base/go-print.js'
import { StatusError } from '../../../base/status.js'
import { isTimeZone } from '../../../base/time-zone.js'
import { storedUid } from '../../../schema/stored-metadata.js'
import { isControlledBy } from '../../pods/owner.js'
import type { Again, Key, World } from '../../runtime/types.js'
import type { Job } from '../jobs/job.js'
import { type CronJob, type CronJobSpec, type CronJobStatus, type Look, say } from './cron-job.js'
import { cleanUp, countJobs, deleteJob } from './known-jobs.js'
import { nextTimeOf } from './next-time.js'
import { jobNameAt, startJob } from './start-job.js'
import { dueStart, untilNext } from './starts.js'

/** What is remembered of a CronJob: the schedule it was last looked at with, and when it is due. */
type Memory = { readonly schedule: string; readonly due?: number }

/** Starts the Jobs of a CronJob when they are due, and keeps the record of those there were. */
export function reconcile(key: Key, world: World): Again | undefined {
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
  const wait = isNew ? waitAnew(look, schedule, before, world) : act(look, schedule, world)
  world.remember({ schedule, ...(wait === undefined ? {} : { due: now + wait }) } satisfies Memory)
  return wait === undefined ? undefined : { after: wait }
}

/** The schedule in the time zone it is meant in. */
const scheduleOf = ({ schedule, timeZone }: CronJobSpec): string =>
  timeZone === undefined || schedule.includes('TZ') || !isTimeZone(timeZone) ? schedule : `TZ=${timeZone} ${schedule}`

function lookAt(cronJob: CronJob, spec: CronJobSpec, world: World): Look {
  const jobs = world
    .dependents(storedUid(cronJob))
    .filter((object): object is Job => object.kind === 'Job' && isControlledBy(object, cronJob))
  const status = { ...(cronJob.status as CronJobStatus | undefined) } // its members are replaced, not changed
  return { cronJob, spec, jobs, status, changed: false }
}

/** With another schedule nothing starts before it is next due; nor does anything of what a fixture states. */
function waitAnew(look: Look, schedule: string, before: Memory | undefined, world: World): number | undefined {
  const parsed = parseSchedule(schedule)
  if (typeof parsed === 'string') {
    const message = `unparseable schedule for cronjob: ${look.spec.schedule}`
    say(world, look, 'Warning', 'UnParseableCronJobSchedule', message)
    return undefined
  }
  const now = world.now()
  // What is never due is looked at now, and found wanting.
  const wait = untilNext(look, nextTimeOf(parsed), now) ?? (world.stated ? undefined : 0)
  if (before?.due === undefined || world.stated) return wait
  // What was planned before is not taken back.
  return Math.max(0, Math.min(before.due - now, wait ?? Infinity))
}

/** Does what is due now; returns the milliseconds until more is. */
function act(look: Look, schedule: string, world: World): number | undefined {
  cleanUp(look, world)
  let refused: StatusError | undefined
  let wait: number | undefined
  try {
    countJobs(look, world)
    wait = look.cronJob.metadata.deletionTimestamp ? undefined : start(look, schedule, world)
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    refused = error
  }
  const { cronJob, status } = look
  if (look.changed) world.update('CronJob', { ...cronJob, status }, { subresource: 'status' })
  if (refused) throw refused
  return wait
}

/** Starts a Job where one is due; returns the milliseconds until the next. */
function start(look: Look, schedule: string, world: World): number | undefined {
  const { spec } = look
  const warn = (reason: string, message: string): undefined => {
    say(world, look, 'Warning', reason, message)
  }
  if (spec.suspend) return undefined
  if (spec.schedule.includes('TZ'))
    warn(
      'UnsupportedSchedule',
      `CRON_TZ or TZ used in schedule ${goQuote(spec.schedule)} is not officially supported, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details`,
    )
  const parsed = parseSchedule(schedule)
  if (typeof parsed === 'string')
    return warn('UnparseableSchedule', `unparseable schedule: ${goQuote(spec.schedule)} : ${parsed}`)
  const next = nextTimeOf(parsed)
  const now = world.now()
  const due = dueStart(look, next, now)
  if (typeof due === 'string') return warn('InvalidSchedule', `invalid schedule: ${spec.schedule} : ${due}`)
  if (due.isMany)
    warn(
      'TooManyMissedTimes',
      'too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew',
    )
  if (due.at !== undefined) startAt(look, due.at, world)
  return untilNext(look, next, now)
}

/**
 * Starts the Job of a time, unless it is too late for it, it is there already, or another one is under way that must
 * not be.
 */
function startAt(look: Look, at: number, world: World): void {
  const { cronJob, spec, status } = look
  const { startingDeadlineSeconds: deadline, concurrencyPolicy } = spec
  if (deadline !== undefined && at + deadline * 1000 < world.now())
    return say(world, look, 'Warning', 'MissSchedule', `Missed scheduled time to start a job: ${rfc1123(at)}`)
  const { active = [] } = status
  if (active.some(({ name }) => name === jobNameAt(cronJob, at)) || Date.parse(status.lastScheduleTime ?? '') === at)
    return
  if (concurrencyPolicy === 'Forbid' && active.length > 0)
    return say(
      world,
      look,
      'Normal',
      'JobAlreadyActive',
      'Not starting job because prior execution is running and concurrency policy is Forbid',
    )
  if (concurrencyPolicy === 'Replace')
    for (const { namespace = '', name = '' } of active) {
      const job = world.get('Job', { namespace, name })
      const refused = job && deleteJob(look, job, world)
      if (refused) throw refused
      look.changed = true
    }
  startJob(look, at, world)
}

/** A time in UTC as RFC 1123 has it, with a numeric zone. */
const rfc1123 = (time: number): string => new Date(time).toUTCString().replace('GMT', '+0000')
