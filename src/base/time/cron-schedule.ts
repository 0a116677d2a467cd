import { type Bounds, type CronField, DAYS, MONTHS, parseField } from './cron-field.js'
import { parseGoDuration } from '../go/duration.js'
import { isTimeZone } from './time-zone.js'

/** A schedule of five fields, in a time zone if it names one. */
export type FieldSchedule = {
  readonly zone?: string
  readonly minute: CronField
  readonly hour: CronField
  readonly day: CronField
  readonly month: CronField
  readonly weekday: CronField
}
/** A schedule: fields, or a constant interval in milliseconds. */
export type CronSchedule = FieldSchedule | { readonly every: number }

// Minute, hour, day of the month, month, day of the week.
const FIELDS: readonly Bounds[] = [
  { least: 0, most: 59 },
  { least: 0, most: 23 },
  { least: 1, most: 31 },
  { least: 1, most: 12, names: MONTHS },
  { least: 0, most: 6, names: DAYS },
]

const DESCRIPTORS: { readonly [word: string]: string } = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
}
const EVERY = '@every '

/**
 * Parses a schedule of five fields or a descriptor (robfig/cron's ParseStandard). Returns a string with the error if it
 * is invalid.
 */
export function parseSchedule(given: string): CronSchedule | string {
  const [, zone] = /^(?:CRON_)?TZ=([^ ]*) /.exec(given) ?? []
  if (zone === undefined) return parseZoned(given, {})
  if (zone !== '' && !isTimeZone(zone)) return `provided bad location ${zone}: unknown time zone ${zone}`
  return parseZoned(given.slice(given.indexOf(' ')).trim(), zone === '' ? {} : { zone })
}

function parseZoned(schedule: string, zone: { readonly zone?: string }): CronSchedule | string {
  if (schedule.startsWith(EVERY)) return parseEvery(schedule)
  const meant = DESCRIPTORS[schedule]
  if (meant === undefined && schedule.startsWith('@')) return `unrecognized descriptor: ${schedule}`
  const given = (meant ?? schedule).split(/\s+/).filter(Boolean)
  if (given.length !== FIELDS.length)
    return `expected exactly ${FIELDS.length} fields, found ${given.length}: [${given.join(' ')}]`
  const fields: CronField[] = []
  for (const [i, bounds] of FIELDS.entries()) {
    const field = parseField(given[i] ?? '', bounds)
    if (typeof field === 'string') return field
    fields.push(field)
  }
  // One field for each of FIELDS.
  const [minute, hour, day, month, weekday] = fields as [CronField, CronField, CronField, CronField, CronField]
  return { ...zone, minute, hour, day, month, weekday }
}

/** Parses `@every <duration>`: whole seconds, at least one. */
function parseEvery(descriptor: string): CronSchedule | string {
  const parsed = parseGoDuration(descriptor.slice(EVERY.length))
  if (parsed.error !== undefined) return `failed to parse duration ${descriptor}: ${parsed.error}`
  return { every: Math.floor(Math.max(parsed.ms, 1000) / 1000) * 1000 }
}
