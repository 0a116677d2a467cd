import { parseGoDuration } from '../go/duration.js'
import { isTimeZone, noTimeZone } from './time-zone.js'
import { goQuote } from '../go/printable.js'

/** The allowed values of a field of a schedule. */
type Bounds = { readonly least: number; readonly most: number; readonly names?: readonly string[] }
/** The values a field stands for, and whether it is a wildcard (`*`, `?`). */
type CronField = { readonly values: ReadonlySet<number>; readonly isOpen: boolean }

/** The names of the months, starting with January. */
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** The names of the days of the week, starting with Sunday. */
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/**
 * Parses a field of a schedule: comma-separated ranges and steps (robfig/cron's getField). Returns a string with the
 * error if it is invalid.
 */
function parseField(field: string, bounds: Bounds): CronField | string {
  const values = new Set<number>()
  let isOpen = false
  for (const text of field.split(',').filter(Boolean)) {
    const range = parseRange(text, bounds)
    if (typeof range === 'string') return range
    for (const value of range.values) values.add(value)
    isOpen ||= range.isOpen
  }
  return { values, isOpen }
}

function parseRange(range: string, bounds: Bounds): CronField | string {
  const [span = '', stepText, ...moreSteps] = range.split('/')
  const [low = '', high, ...moreBounds] = span.split('-')
  const isOpen = low === '*' || low === '?'
  let [start, end] = [bounds.least, bounds.most]
  if (!isOpen) {
    const from = parseValue(low, bounds.names)
    if (typeof from === 'string') return from
    if (moreBounds.length > 0) return `too many hyphens: ${range}`
    const to = high === undefined ? from : parseValue(high, bounds.names)
    if (typeof to === 'string') return to
    start = from
    end = to
  }
  if (moreSteps.length > 0) return `too many slashes: ${range}`
  const step = stepText === undefined ? 1 : parseNumber(stepText)
  if (typeof step === 'string') return step
  if (stepText !== undefined && high === undefined) end = bounds.most
  if (start < bounds.least) return `beginning of range (${start}) below minimum (${bounds.least}): ${range}`
  if (end > bounds.most) return `end of range (${end}) above maximum (${bounds.most}): ${range}`
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${range}`
  if (step === 0) return `step of range should be a positive number: ${range}`
  return { values: valuesOf(start, end, step), isOpen: isOpen && step === 1 }
}

function parseValue(text: string, names: readonly string[] | undefined): number | string {
  const at = names?.indexOf(text.toLowerCase()) ?? -1
  // Months count from one, days of the week from zero.
  return at < 0 ? parseNumber(text) : names === MONTHS ? at + 1 : at
}

function parseNumber(text: string): number | string {
  if (!/^[+-]?\d+$/.test(text))
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${goQuote(text)}: invalid syntax`
  const number = Number(text)
  return number < 0 ? `negative number (${number}) not allowed: ${text}` : number
}

function valuesOf(start: number, end: number, step: number): ReadonlySet<number> {
  const values = new Set<number>()
  for (let value = start; value <= end; value += step) values.add(value)
  return values
}

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
  if (zone !== '' && !isTimeZone(zone)) return `provided bad location ${zone}: ${noTimeZone(zone)}`
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
