import { goQuote } from '../go/printable.js'

/** The allowed values of a field of a schedule. */
export type Bounds = { readonly least: number; readonly most: number; readonly names?: readonly string[] }
/** The values a field stands for, and whether it is a wildcard (`*`, `?`). */
export type CronField = { readonly values: ReadonlySet<number>; readonly isOpen: boolean }

/** The names of the months, starting with January. */
export const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** The names of the days of the week, starting with Sunday. */
export const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/**
 * Parses a field of a schedule: comma-separated ranges and steps (robfig/cron's getField). Returns a string with the
 * error if it is invalid.
 */
export function parseField(field: string, bounds: Bounds): CronField | string {
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
