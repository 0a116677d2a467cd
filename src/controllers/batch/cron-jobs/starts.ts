import type { CronJob, CronJobStatus } from './cron-job.js'
import type { NextTime } from './next-time.js'

/** So many starts may be missed before it is remarked on. */
const MANY = 100
/** A CronJob is looked at so many milliseconds after its time, as the clocks of a cluster differ. */
const LATE = 100

type Starts = {
  /** From when on starts are looked for. */
  readonly since: number
  /** The latest time at which a Job should have started, where there is one. */
  readonly latest?: number
  readonly missed: 'none' | 'few' | 'many'
}

/** A CronJob with the status it is going to have. */
type Timed = { readonly cronJob: CronJob; readonly status: CronJobStatus }

/**
 * The latest start that is due, or a text where a schedule goes nowhere; times in milliseconds since 1970
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

/** Milliseconds until the next start (nextScheduleTimeDuration). */
export function untilNext(timed: Timed, next: NextTime, now: number): number | undefined {
  const starts = startsUntil(timed, next, now, undefined)
  const from = typeof starts === 'string' ? now : (starts.latest ?? (starts.missed === 'none' ? starts.since : now))
  const time = next(from)
  return time === undefined ? undefined : Math.max(0, time + LATE - now)
}

/**
 * What should have started until now, after the last start or, with a deadline, after that (mostRecentScheduleTime).
 */
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
