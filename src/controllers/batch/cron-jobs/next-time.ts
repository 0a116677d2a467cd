import type { CronSchedule, FieldSchedule } from '../../../base/cron-schedule.js'
import { type ZoneOffset, offsetsOf } from '../../../base/time-zone.js'

const MINUTE = 60_000
const HOUR = 3_600_000
/** A schedule that names no day within so many years names none. */
const YEARS = 5

/** Tells when a schedule is next due after a time, in milliseconds since 1970; undefined where it never is. */
export type NextTime = (after: number) => number | undefined

/**
 * How a schedule goes on, as robfig/cron walks through time: a time that a change of clocks leaves out is left out, one
 * that it repeats is met twice.
 */
export function nextTimeOf(schedule: CronSchedule): NextTime {
  if ('every' in schedule) return (after) => Math.floor(after / 1000) * 1000 + schedule.every
  const clock = createClock(offsetsOf(schedule.zone))
  return (after) => walk(schedule, clock, Math.floor(after / 1000) * 1000 + 1000)
}

/** What clocks and calendars of a time zone show. */
type Clock = {
  readonly at: (time: number) => Shown
  /** The time at which they show something; days and months may lie beyond the end of theirs. */
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
  // Of a time that is shown twice or never, the one that Go's time.Date takes.
  timeOf(year, month, day, hour = 0, minute = 0) {
    const shown = Date.UTC(year, month, day, hour, minute)
    const guess = offset(shown)
    return guess === 0 ? shown : shown - offset(shown - guess)
  },
})

/** Where the walk has come to, and whether it has left the time it began at. */
type Cursor = { time: number; isMoved: boolean }
/**
 * Goes on until a field is met; false where it came to the end of the larger one, which may then not be met any more.
 */
type Step = (schedule: FieldSchedule, clock: Clock, cursor: Cursor) => boolean

/** Goes on from a time until all fields are met, the larger ones first. */
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
    // There are days that a zone has left out.
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
    // Where clocks are put forward at midnight the next day is not noticed, as there.
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

/** Each schedule means the beginning of a minute. */
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

/** The hour nearest to midnight, where clocks are put forward at midnight. */
function midnight(clock: Clock, time: number): number {
  const { hour } = clock.at(time)
  return time + (hour > 12 ? 24 - hour : -hour) * HOUR
}

/** Where both the day of the month and of the week are named, either will do. */
function meetsDay({ day, weekday }: FieldSchedule, shown: Shown): boolean {
  const [byDay, byWeekday] = [day.values.has(shown.day), weekday.values.has(shown.weekday)]
  return day.isOpen || weekday.isOpen ? byDay && byWeekday : byDay || byWeekday
}
