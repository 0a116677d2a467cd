import { parseGoDuration } from '../../../base/go-duration.js'
import { goQuote } from '../../../base/go-print.js'
import { validateTimeZone } from './time-zone.js'

type Bounds = { readonly least: number; readonly most: number; readonly names?: readonly string[] }

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

// Minutes, hours, days of the month, months, days of the week.
const FIELDS: readonly Bounds[] = [
  { least: 0, most: 59 },
  { least: 0, most: 23 },
  { least: 1, most: 31 },
  { least: 1, most: 12, names: MONTHS },
  { least: 0, most: 6, names: DAYS },
]
const DESCRIPTORS = ['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly']
const EVERY = '@every '

/** What is wrong with a schedule of five fields or a word for one (robfig/cron's ParseStandard); undefined where it is good. */
export function scheduleFault(given: string): string | undefined {
  let schedule = given
  const [, zone] = /^(?:CRON_)?TZ=([^ ]*) /.exec(given) ?? []
  if (zone !== undefined) {
    if (!isZone(zone)) return `provided bad location ${zone}: unknown time zone ${zone}`
    schedule = given.slice(given.indexOf(' ')).trim()
  }
  if (schedule.startsWith('@')) return descriptorFault(schedule)
  const fields = schedule.split(/\s+/).filter(Boolean)
  if (fields.length !== FIELDS.length)
    return `expected exactly ${FIELDS.length} fields, found ${fields.length}: [${fields.join(' ')}]`
  for (const [i, bounds] of FIELDS.entries()) {
    const fault = fieldFault(fields[i] ?? '', bounds)
    if (fault !== undefined) return fault
  }
  return undefined
}

function isZone(zone: string): boolean {
  return zone === '' || validateTimeZone(zone, '').length === 0
}

function descriptorFault(descriptor: string): string | undefined {
  if (DESCRIPTORS.includes(descriptor)) return undefined
  if (!descriptor.startsWith(EVERY)) return `unrecognized descriptor: ${descriptor}`
  const { error } = parseGoDuration(descriptor.slice(EVERY.length))
  return error === undefined ? undefined : `failed to parse duration ${descriptor}: ${error}`
}

const fieldFault = (field: string, bounds: Bounds): string | undefined =>
  field
    .split(',')
    .filter(Boolean)
    .map((range) => rangeFault(range, bounds))
    .find((fault) => fault !== undefined)

function rangeFault(range: string, bounds: Bounds): string | undefined {
  const [span = '', stepText, ...moreSteps] = range.split('/')
  const [low = '', high, ...moreBounds] = span.split('-')
  let [start, end] = [bounds.least, bounds.most]
  if (low !== '*' && low !== '?') {
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
  return step === 0 ? `step of range should be a positive number: ${range}` : undefined
}

function parseValue(text: string, names: readonly string[] | undefined): number | string {
  const at = names?.indexOf(text.toLowerCase()) ?? -1
  // Months are counted from one, days from zero.
  return at < 0 ? parseNumber(text) : names === MONTHS ? at + 1 : at
}

function parseNumber(text: string): number | string {
  if (!/^[+-]?\d+$/.test(text))
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${goQuote(text)}: invalid syntax`
  const number = Number(text)
  return number < 0 ? `negative number (${number}) not allowed: ${text}` : number
}
