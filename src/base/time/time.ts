import { type Layout, goParseTime } from '../go/time-layout.js'

const DATE = [
  ['', '2006'],
  ['-', '01'],
  ['-', '02'],
  ['T', '15'],
  [':', '04'],
  [':', '05'],
] as const
/** The layout of RFC 3339 (Go's time.RFC3339). */
export const RFC3339: Layout = { text: '2006-01-02T15:04:05Z07:00', elements: [...DATE, ['', 'Z07:00']] }
const MICRO_TIME: Layout = {
  text: '2006-01-02T15:04:05.000000Z07:00',
  elements: [...DATE, ['', '.000000'], ['', 'Z07:00']],
}

// Every valid date except 29 February, which takes the slow path.
const DAY = String.raw`\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)`
const CLOCK = String.raw`T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d`
const CANONICAL = new RegExp(`^${DAY}${CLOCK}Z$`)
const CANONICAL_MICRO = new RegExp(String.raw`^${DAY}${CLOCK}\.\d{6}Z$`)

/** A time in the format the server prints, or Go's error text. */
export type ParsedTime = { readonly time: string; readonly error?: undefined } | { readonly error: string }

/** Parses a Time: RFC 3339 with any fraction and offset; returns it in UTC, truncated to seconds. */
export function parseTime(text: string): ParsedTime {
  if (CANONICAL.test(text)) return { time: text }
  const parsed = goParseTime(RFC3339, text)
  return typeof parsed === 'string' ? { error: parsed } : { time: `${clockText(parsed.seconds)}Z` }
}

/** Parses a Time as {@link parseTime} does, but keeps its fraction of a second, without zeros at its end. */
export function parseExactTime(text: string): ParsedTime {
  if (CANONICAL.test(text)) return { time: text }
  const parsed = goParseTime(RFC3339, text)
  if (typeof parsed === 'string') return { error: parsed }
  const digits = /^\d*[1-9]/.exec(pad(parsed.nanos, 9))?.[0]
  return { time: `${clockText(parsed.seconds)}${digits ? `.${digits}` : ''}Z` }
}

/** The time that is stored of one with a fraction of a second. */
export const wholeSecond = (time: string): string => time.replace(/\.\d+Z$/, 'Z')

/** Parses a MicroTime: RFC 3339 with exactly six fraction digits and any offset; returns it in UTC. */
export function parseMicroTime(text: string): ParsedTime {
  if (CANONICAL_MICRO.test(text)) return { time: text }
  const parsed = goParseTime(MICRO_TIME, text)
  return typeof parsed === 'string'
    ? { error: parsed }
    : { time: `${clockText(parsed.seconds)}.${pad(parsed.nanos / 1000, 6)}Z` }
}

// A write formats several times within the same second, and a list of many objects alternates between few seconds.
const printed = new Map<number, string>()
const MOST_PRINTED = 1000

/** The last time a clock can have, in milliseconds since 1970: clients read years of four digits only. */
export const LATEST_TIME = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Returns whether a clock can have a time in milliseconds since 1970. */
export const isClockTime = (ms: number): boolean => ms >= 0 && ms <= LATEST_TIME

/** Formats milliseconds since 1970 as a Time, truncated to seconds. */
export function formatTime(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  let time = printed.get(seconds)
  if (time === undefined) {
    if (printed.size >= MOST_PRINTED) printed.clear()
    printed.set(seconds, (time = `${clockText(seconds)}Z`))
  }
  return time
}

let lastDate = { seconds: 0, text: 'Thu, 01 Jan 1970 00:00:00 GMT' }

/** Formats milliseconds since 1970 for the Date header. Cached, as many replies leave within the same second. */
export function formatHttpDate(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  if (seconds !== lastDate.seconds) lastDate = { seconds, text: new Date(seconds * 1000).toUTCString() }
  return lastDate.text
}

/** Formats milliseconds since 1970 (fractions count) as a MicroTime. */
export function formatMicroTime(ms: number): string {
  const micros = Math.round(ms * 1000)
  const seconds = Math.floor(micros / 1_000_000)
  return `${formatTime(seconds * 1000).slice(0, -1)}.${pad(micros - seconds * 1_000_000, 6)}Z`
}

/** Tells whether a time is Go's zero value, which the server prints as null. */
export const isZeroTime = (time: string): boolean => /^0001-01-01T00:00:00(\.000000)?Z$/.test(time)

/** Formats a Time or MicroTime as Go prints it in a message: `2024-05-01 11:00:00 +0000 UTC`. */
export const goTimeString = (time: string): string =>
  time.replace('T', ' ').replace(/(?:\.0+|(\.\d*[1-9])0*)?Z$/, '$1 +0000 UTC')

/** Formats `YYYY-MM-DDTHH:MM:SS`; an offset can carry a year beyond four digits, which Go prints too. */
function clockText(seconds: number): string {
  const date = new Date(seconds * 1000)
  const year = date.getUTCFullYear()
  return `${year < 0 ? '-' : ''}${pad(Math.abs(year), 4)}${date.toISOString().slice(-20, -5)}`
}

const pad = (value: number, width: number) => String(value).padStart(width, '0')

const UNITS = 'ns|us|µs|μs|ms|s|m|h'
const DURATION = new RegExp(String.raw`^(?:(?:\d+(?:\.\d*)?|\.\d+)(?:${UNITS}))+$`)
const DURATION_PART = new RegExp(`([0-9.]+)(${UNITS})`, 'gy')
const UNIT_MS = new Map([
  ['ns', 1e-6],
  ['us', 1e-3],
  ['µs', 1e-3],
  ['μs', 1e-3],
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
])

/** Parses a duration option, `40s`, `1m30s`, `200ms` or a number of milliseconds, into milliseconds. */
export function parseDuration(
  input: string | number,
): { readonly ms: number; readonly error?: undefined } | { readonly error: string } {
  if (typeof input === 'number') return Number.isFinite(input) && input >= 0 ? { ms: input } : badDuration(input)
  if (input === '0') return { ms: 0 }
  if (!DURATION.test(input)) return badDuration(input)
  let ms = 0
  for (const [, number, unit] of input.matchAll(DURATION_PART)) ms += Number(number) * UNIT_MS.get(unit!)!
  return { ms }
}

const badDuration = (input: unknown) => ({
  error: `${typeof input === 'string' ? JSON.stringify(input) : String(input)} is not a duration: give one such as "40s", "1m30s" or "200ms", or a number of milliseconds, and not a negative one`,
})

/**
 * Formats an age as tables print it (HumanDuration of k8s.io/apimachinery): at most two units, `<invalid>` if it is in
 * the future.
 */
export function humanAge(ms: number): string {
  const seconds = Math.trunc(ms / 1000)
  if (seconds < -1) return '<invalid>'
  if (seconds < 0) return '0s'
  if (seconds < 120) return `${seconds}s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 10) return `${minutes}m${part(seconds % 60, 's')}`
  if (minutes < 180) return `${minutes}m`
  const hours = Math.floor(minutes / 60)
  if (hours < 8) return `${hours}h${part(minutes % 60, 'm')}`
  if (hours < 48) return `${hours}h`
  const days = Math.floor(hours / 24)
  if (days < 8) return `${days}d${part(hours % 24, 'h')}`
  if (days < 730) return `${days}d`
  const years = Math.floor(days / 365)
  return days < 2920 ? `${years}y${part(days % 365, 'd')}` : `${years}y`
}

const part = (value: number, unit: string) => (value === 0 ? '' : `${value}${unit}`)

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** Tells whether a time is before another; either may have a fraction of a second. */
export const isBefore = (time: string, other: string): boolean => time.slice(0, -1) < other.slice(0, -1)

/** Formats a time as Go's `%#v` does, with the location it was decoded in. */
export function goDate(time: string, place: 'UTC' | 'Local'): string {
  const at = new Date(time)
  const nanos = Number((/\.(\d+)Z$/.exec(time)?.[1] ?? '').padEnd(9, '0'))
  const parts = [at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds(), nanos]
  return `time.Date(${at.getUTCFullYear()}, time.${MONTHS[at.getUTCMonth()]}, ${parts.join(', ')}, time.${place})`
}
