import type { CronSchedule, FieldSchedule } from '../../../base/time/cron-schedule.js'
import { type ZoneOffset, offsetsOf } from '../../../base/time/time-zone.js'

const MINUTE = 60_000
const HOUR = 3_600_000
/** A schedule that matches no day within this many years never matches. */
const YEARS = 5

/** Returns the next time of a schedule after a time, in milliseconds since 1970; undefined if there is none. */
export type NextTime = (after: number) => number | undefined

/**
 * Returns the times of a schedule, computed as robfig/cron does: a local time skipped by a clock change is skipped, one
 * that is repeated matches twice.
 */
export function nextTimeOf(schedule: CronSchedule): NextTime {
  if ('every' in schedule) return (after) => Math.floor(after / 1000) * 1000 + schedule.every
  const clock = createClock(offsetsOf(schedule.zone))
  return (after) => walk(schedule, clock, Math.floor(after / 1000) * 1000 + 1000)
}

/** The clock and calendar of a time zone. */
type Clock = {
  readonly at: (time: number) => Shown
  /** Returns the time of a local date; day and month may overflow. */
  readonly timeOf: (year: number, month: number, day: number, hour?: number, minute?: number) => number
}
type Shown = {
  readonly year: number
  /** 0 is January. */
  readonly month: number
  readonly day: number
  readonly weekday: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

const createClock = (offset: ZoneOffset): Clock => ({
  at(time) {
    const date = new Date(time + offset(time))
    return {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth(),
      day: date.getUTCDate(),
      weekday: date.getUTCDay(),
      hour: date.getUTCHours(),
      minute: date.getUTCMinutes(),
      second: date.getUTCSeconds(),
    }
  },
  // For a local time that occurs twice or never, this returns the same as Go's time.Date.
  timeOf(year, month, day, hour = 0, minute = 0) {
    const shown = Date.UTC(year, month, day, hour, minute)
    const guess = offset(shown)
    return guess === 0 ? shown : shown - offset(shown - guess)
  },
})

/** The position of the walk, and whether it has left the time it started at. */
type Cursor = { time: number; isMoved: boolean }
/**
 * Advances until a field matches; returns false if the next larger field has wrapped around, and has to be matched
 * again.
 */
type Step = (schedule: FieldSchedule, clock: Clock, cursor: Cursor) => boolean

/** Advances from a time until all fields match, the largest first. */
function walk(schedule: FieldSchedule, clock: Clock, from: number): number | undefined {
  const lastYear = clock.at(from).year + YEARS
  const cursor = { time: from, isMoved: false }
  while (clock.at(cursor.time).year <= lastYear)
    if (STEPS.every((step) => step(schedule, clock, cursor))) return cursor.time
  return undefined
}

const toMonth: Step = ({ month }, clock, cursor) => {
  for (let shown = clock.at(cursor.time); !month.values.has(shown.month + 1); shown = clock.at(cursor.time)) {
    move(cursor, clock.timeOf(shown.year, shown.month + 1, 1))
    if (clock.at(cursor.time).month === 0) return false
  }
  return true
}

const toDay: Step = (schedule, clock, cursor) => {
  for (let shown = clock.at(cursor.time); !meetsDay(schedule, shown); shown = clock.at(cursor.time)) {
    const { year, month, day, hour, minute } = cursor.isMoved ? shown : { ...shown, hour: 0, minute: 0 }
    const next = midnight(clock, clock.timeOf(year, month, day + 1, hour, minute))
    // Some time zones have skipped whole days.
    move(cursor, next > cursor.time ? next : cursor.time + 24 * HOUR)
    if (clock.at(cursor.time).day === 1) return false
  }
  return true
}

const toHour: Step = ({ hour }, clock, cursor) => {
  for (let shown = clock.at(cursor.time); !hour.values.has(shown.hour); shown = clock.at(cursor.time)) {
    const { year, month, day } = shown
    const begun = cursor.isMoved ? cursor.time : clock.timeOf(year, month, day, shown.hour)
    move(cursor, begun + HOUR)
    // Like robfig/cron, misses the change of day if clocks are put forward at midnight.
    if (clock.at(cursor.time).hour === 0) return false
  }
  return true
}

const toMinute: Step = ({ minute }, clock, cursor) => {
  for (let shown = clock.at(cursor.time); !minute.values.has(shown.minute); shown = clock.at(cursor.time)) {
    move(cursor, cursor.time - shown.second * 1000 + MINUTE)
    if (clock.at(cursor.time).minute === 0) return false
  }
  return true
}

/** Rounds up to a whole minute: schedules have no seconds. */
const toSecond: Step = (_schedule, clock, cursor) => {
  const { second } = clock.at(cursor.time)
  if (second === 0) return true
  move(cursor, cursor.time - second * 1000 + MINUTE)
  return false
}

const STEPS: readonly Step[] = [toMonth, toDay, toHour, toMinute, toSecond]

function move(cursor: Cursor, time: number): void {
  cursor.time = time
  cursor.isMoved = true
}

/** Returns the hour closest to midnight, for days on which clocks are put forward at midnight. */
function midnight(clock: Clock, time: number): number {
  const { hour } = clock.at(time)
  return time + (hour > 12 ? 24 - hour : -hour) * HOUR
}

/** If both the day of the month and the day of the week are restricted, either may match. */
function meetsDay({ day, weekday }: FieldSchedule, shown: Shown): boolean {
  const [byDay, byWeekday] = [day.values.has(shown.day), weekday.values.has(shown.weekday)]
  return day.isOpen || weekday.isOpen ? byDay && byWeekday : byDay || byWeekday
}
