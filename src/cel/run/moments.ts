import { parseGoNanos } from '../../base/go/duration.js'
import { goParseTime } from '../../base/go/time-layout.js'
import { RFC3339 } from '../../base/time/time.js'
import { isTimeZone, noTimeZone, offsetsOf } from '../../base/time/time-zone.js'
import { trimEnd } from '../../base/text/trim.js'
import { CelError } from './cel-error.js'
import { wholeNumber } from './whole-numbers.js'

const SECOND = 1_000_000_000n
// The first and last second of the years 1 to 9999.
const FIRST = -62_135_596_800n
const LAST = 253_402_300_799n

/** A duration in nanoseconds, which 64 bits hold (cel-go: types.Duration). */
export class Duration {
  readonly nanos: bigint
  /** Throws a CelError on overflow. */
  constructor(nanos: bigint) {
    this.nanos = wholeNumber(nanos)
  }
  sameAs(other: unknown): boolean {
    return other instanceof Duration && this.nanos === other.nanos
  }
  /** Prints it as seconds. */
  text(): string {
    const digits = String(this.nanos < 0n ? -this.nanos : this.nanos).padStart(10, '0')
    const fraction = trimEnd(digits.slice(-9), '0')
    return `${this.nanos < 0n ? '-' : ''}${digits.slice(0, -9)}${fraction && `.${fraction}`}s`
  }
}

/** A time in nanoseconds since 1970, with the offset it is printed in (cel-go: types.Timestamp). */
export class Timestamp {
  readonly nanos: bigint
  readonly offsetMinutes: number
  /** Throws a CelError for a time outside of the years 1 to 9999. */
  constructor(nanos: bigint, offsetMinutes = 0) {
    if (nanos < FIRST * SECOND || nanos >= (LAST + 1n) * SECOND) throw new CelError('timestamp overflow')
    this.nanos = nanos
    this.offsetMinutes = offsetMinutes
  }
  sameAs(other: unknown): boolean {
    return other instanceof Timestamp && this.nanos === other.nanos
  }
  seconds(): bigint {
    return floored(this.nanos, SECOND)
  }
  text(): string {
    const { offsetMinutes } = this
    const date = dateOf(this, offsetMinutes * 60_000)
    const fraction = trimEnd(String(this.nanos - this.seconds() * SECOND).padStart(9, '0'), '0')
    const two = (value: number) => String(value).padStart(2, '0')
    const away = Math.abs(offsetMinutes)
    const zone =
      offsetMinutes === 0 ? 'Z' : `${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(away / 60))}:${two(away % 60)}`
    return `${date.toISOString().slice(0, 19)}${fraction && `.${fraction}`}${zone}`
  }
}

const floored = (value: bigint, by: bigint): bigint => (value - (((value % by) + by) % by)) / by

/** Returns the fields of a time, moved by an offset in milliseconds, as those of a date in UTC. */
const dateOf = (time: Timestamp, offset: number): Date => new Date(Number(time.seconds()) * 1000 + offset)

/** Reads a time in RFC 3339; undefined for other texts. Throws a CelError for a time out of range. */
export function timestampOf(text: string): Timestamp | undefined {
  const found = goParseTime(RFC3339, text)
  if (typeof found === 'string') return undefined
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)$/.exec(text) ?? []
  const offset = sign === undefined ? 0 : (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  return new Timestamp(BigInt(found.seconds) * SECOND + BigInt(found.nanos), offset)
}

/** Reads a duration as Go's time.ParseDuration does (`1h30m`); undefined for other texts. */
export function durationOf(text: string): Duration | undefined {
  const parsed = parseGoNanos(text)
  return parsed.error === undefined ? new Duration(parsed.nanos) : undefined
}

type Field = (date: Date, time: Timestamp) => number

const DAY = 86_400_000
const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['getFullYear', (date) => date.getUTCFullYear()],
  ['getMonth', (date) => date.getUTCMonth()],
  ['getDate', (date) => date.getUTCDate()],
  ['getDayOfMonth', (date) => date.getUTCDate() - 1],
  ['getDayOfWeek', (date) => date.getUTCDay()],
  ['getDayOfYear', (date) => Math.floor((date.getTime() - new Date(date).setUTCMonth(0, 1)) / DAY)],
  ['getHours', (date) => date.getUTCHours()],
  ['getMinutes', (date) => date.getUTCMinutes()],
  ['getSeconds', (date) => date.getUTCSeconds()],
  ['getMilliseconds', (_, time) => Number((time.nanos - time.seconds() * SECOND) / 1_000_000n)],
])

const UNIT_OF: ReadonlyMap<string, bigint> = new Map([
  ['getHours', 3600n * SECOND],
  ['getMinutes', 60n * SECOND],
  ['getSeconds', SECOND],
  ['getMilliseconds', 1_000_000n],
])

/** The names of the functions that {@link momentField} computes. */
export const FIELD_NAMES: readonly string[] = [...FIELDS.keys()]

/** Returns a field of a time, in UTC or in a time zone, or one of a duration; undefined for other values. */
export function momentField(name: string, value: unknown, zone: unknown): bigint | undefined {
  if (value instanceof Duration) {
    const unit = zone === undefined ? UNIT_OF.get(name) : undefined
    return unit === undefined ? undefined : value.nanos / unit
  }
  const field = FIELDS.get(name)
  if (!(value instanceof Timestamp) || !field) return undefined
  if (zone !== undefined && typeof zone !== 'string') return undefined
  const offset = zone === undefined ? 0 : zoneOffset(zone, Number(value.seconds()) * 1000)
  return BigInt(field(dateOf(value, offset), value))
}

/** Returns the offset of a time zone at a time, both in milliseconds. Throws a CelError for an unknown one. */
function zoneOffset(zone: string, time: number): number {
  const colon = zone.indexOf(':')
  if (colon >= 0) {
    const [hours, minutes] = [goInteger(zone.slice(0, colon)), goInteger(zone.slice(colon + 1))]
    return (zone.startsWith('-') ? hours * 60 - minutes : hours * 60 + minutes) * 60_000
  }
  if (zone === '') return 0
  if (!isTimeZone(zone)) throw new CelError(noTimeZone(zone))
  return offsetsOf(zone)(time)
}

function goInteger(text: string): number {
  if (!/^[-+]?\d+$/.test(text)) throw new CelError(`strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`)
  return Number(text)
}

/** Adds durations and times; undefined for other values. Throws a CelError on overflow. */
export function addMoments(a: unknown, b: unknown): Duration | Timestamp | undefined {
  if (a instanceof Timestamp && b instanceof Duration) return new Timestamp(a.nanos + b.nanos, a.offsetMinutes)
  if (!(a instanceof Duration)) return undefined
  if (b instanceof Timestamp) return new Timestamp(a.nanos + b.nanos, b.offsetMinutes)
  return b instanceof Duration ? new Duration(a.nanos + b.nanos) : undefined
}

/** Subtracts durations and times; undefined for other values. Throws a CelError on overflow. */
export function subtractMoments(a: unknown, b: unknown): Duration | Timestamp | undefined {
  if (a instanceof Timestamp) {
    if (b instanceof Timestamp) return new Duration(a.nanos - b.nanos)
    return b instanceof Duration ? new Timestamp(a.nanos + new Duration(-b.nanos).nanos, a.offsetMinutes) : undefined
  }
  return a instanceof Duration && b instanceof Duration ? new Duration(a.nanos - b.nanos) : undefined
}
