import type { CronJob, CronJobStatus } from './cron-job.js'
import type { NextTime } from './next-time.js'

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
export function dueStart(
  timed: Timed,
  next: NextTime,
  now: number,
): { readonly at?: number; readonly isMany: boolean } | string {
  const starts = startsUntil(timed, next, now, timed.cronJob.spec?.startingDeadlineSeconds)
  if (typeof starts === 'string') return starts
  return starts.latest === undefined ? { isMany: false } : { at: starts.latest, isMany: starts.missed === 'many' }
}

/** Returns the milliseconds until the next start (nextScheduleTimeDuration). */
export function untilNext(timed: Timed, next: NextTime, now: number): number | undefined {
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
