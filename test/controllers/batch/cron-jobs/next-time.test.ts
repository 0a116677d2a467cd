import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type CronSchedule, parseSchedule } from '../../../../src/base/time/cron-schedule.js'
import { nextTimeOf } from '../../../../src/controllers/batch/cron-jobs/next-time.js'

/** Rows of a schedule, a start time, and the next times according to robfig/cron v3.0.1; `zero` if there is none. */
const rows = readFileSync(new URL('schedules.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((row) => row.split(' | '))

const read = (text: string): CronSchedule => {
  const schedule = parseSchedule(text)
  if (typeof schedule === 'string') throw new Error(schedule)
  return schedule
}
const formatted = (time: number | undefined) =>
  time === undefined ? 'zero' : new Date(time).toISOString().replace('.000', '')

function timesFrom(schedule: string, start: string, count: number): string {
  const next = nextTimeOf(read(schedule))
  const times: string[] = []
  for (let time: number | undefined = Date.parse(start); times.length < count;) {
    time = next(time)
    times.push(formatted(time))
    if (time === undefined) break
  }
  return times.join(' ')
}

test('computes the same next times as robfig/cron, across daylight saving changes in ten time zones', () => {
  expect(rows.length).toBeGreaterThan(200)
  expect(rows.map(([schedule = '', start = '']) => timesFrom(schedule, start, 4))).toEqual(
    rows.map(([, , times]) => times),
  )
})

test('skips a time that a clock change skips, and returns one that it repeats twice', () => {
  expect(timesFrom('TZ=America/New_York 30 2 * * *', '2024-03-09T12:00:00Z', 1)).toBe('2024-03-11T06:30:00Z')
  expect(timesFrom('TZ=America/New_York 30 1 * * *', '2024-11-02T12:00:00Z', 2)).toBe(
    '2024-11-03T05:30:00Z 2024-11-03T06:30:00Z',
  )
})

test('@every schedules relative to the previous time, in whole seconds', () => {
  expect(timesFrom('@every 1h30m', '2024-03-10T06:00:00.700Z', 2)).toBe('2024-03-10T07:30:00Z 2024-03-10T09:00:00Z')
  expect(timesFrom('@every 10ms', '2024-03-10T06:00:00Z', 1)).toBe('2024-03-10T06:00:01Z')
})

test('gets past a day that a time zone has skipped', () => {
  expect(timesFrom('TZ=Pacific/Apia 0 0 * * 0', '2011-12-29T00:00:00Z', 1)).toBe('2011-12-31T10:00:00Z')
})
