import { quoteBytes } from './time-layout.js'
import { fitsInt64, parseInt64 } from './numbers.js'
import { byteText } from '../bytes/utf8.js'

const UNITS = new Map([
  ['ns', 1n],
  ['us', 1000n],
  ['µs', 1000n], // U+00B5, micro
  ['μs', 1000n], // U+03BC, mu
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
])
/** Digits of a fraction that count: further ones are less than a nanosecond. */
const FRACTION_DIGITS = 18
const NANOS_A_MS = 1e6

type Invalid = { readonly error: string }

/**
 * Parses a duration as Go's time.ParseDuration does (`1.5s`, `1h2m`), into nanoseconds; or returns Go's error text.
 */
export function parseGoNanos(text: string): { readonly nanos: bigint; readonly error?: undefined } | Invalid {
  const invalid = { error: `time: invalid duration ${quote(text)}` }
  const [, sign, amounts = ''] = /^([-+]?)(.*)$/s.exec(text) ?? []
  if (amounts === '0') return { nanos: 0n }
  if (amounts === '') return invalid
  let nanos = 0n
  for (let rest = amounts; rest !== '';) {
    const [all, amount = '', unit = ''] = /^(\d+(?:\.\d*)?|\.\d+)([^.\d]*)/.exec(rest) ?? []
    if (all === undefined) return invalid
    if (unit === '') return { error: `time: missing unit in duration ${quote(text)}` }
    const scale = UNITS.get(unit)
    if (scale === undefined) return { error: `time: unknown unit ${quote(unit)} in duration ${quote(text)}` }
    const [digits = '', fraction = ''] = amount.split('.')
    const whole = parseInt64(digits || '0')
    if (whole === undefined) return invalid
    const part = fraction.slice(0, FRACTION_DIGITS)
    nanos += whole * scale + (BigInt(part) * scale) / 10n ** BigInt(part.length)
    // The least int64 has a negative only.
    if (!fitsInt64(-nanos)) return invalid
    rest = rest.slice(all.length)
  }
  const signed = sign === '-' ? -nanos : nanos
  return fitsInt64(signed) ? { nanos: signed } : invalid
}

const TOKEN = /(?<digits>\d+)|(?<word>[A-Za-zµ]+)|(?<space>[\t\n\f\r ]+)|[^]/g
const DAY = 24n * 3_600_000_000_000n
/** The words for units: abbreviations, and what longer ones start with. */
const WORDS: readonly (readonly [nanos: bigint, abbreviations: readonly string[], start: string])[] = [
  [1n, ['ns'], 'nano'],
  [1000n, ['us', 'µs'], 'micro'],
  [1_000_000n, ['ms'], 'milli'],
  [1_000_000_000n, ['s'], 'sec'],
  [60_000_000_000n, ['m'], 'min'],
  [3_600_000_000_000n, ['h', 'hr'], 'hour'],
  [DAY, ['d'], 'day'],
  [7n * DAY, ['w', 'wk'], 'week'],
]

/**
 * Parses a text of the format `duration` into nanoseconds, as the validation of schemas does (strfmt.ParseDuration): a
 * duration of Go, or else any numbers before words for units (`2 hours`, `1d`, `PT90M`); undefined for other texts.
 */
export function parseDurationFormat(text: string): bigint | undefined {
  const parsed = parseGoNanos(text)
  if (parsed.error === undefined) return parsed.nanos
  let nanos: bigint | undefined
  for (const { digits, word } of numbersWithWords(text)) {
    const factor = parseInt64(digits)
    if (factor === undefined) return undefined
    const unit = word.toLowerCase()
    const scale = WORDS.find(([, names, start]) => names.includes(unit) || unit.startsWith(start))?.[0]
    // A sum too large wraps around.
    if (scale !== undefined) nanos = BigInt.asIntN(64, (nanos ?? 0n) + factor * scale)
  }
  return nanos
}

/** Finds the numbers in a text that a word follows, with spaces between them or none; in linear time. */
function* numbersWithWords(text: string): Iterable<{ readonly digits: string; readonly word: string }> {
  let digits: string | undefined
  for (const { groups = {} } of text.matchAll(TOKEN)) {
    if (groups['word'] !== undefined && digits !== undefined) yield { digits, word: groups['word'] }
    if (groups['space'] === undefined) digits = groups['digits']
  }
}

/** Parses a duration as {@link parseGoNanos} does, into milliseconds. */
export function parseGoDuration(text: string): { readonly ms: number; readonly error?: undefined } | Invalid {
  const parsed = parseGoNanos(text)
  return parsed.error === undefined ? { ms: Number(parsed.nanos) / NANOS_A_MS } : parsed
}

const quote = (text: string): string => quoteBytes(byteText(text))

/** Prints milliseconds as Go prints a duration: `1m20s`, `5m0s`, `1.5s`, `250ms`. */
export function printGoDuration(ms: number): string {
  if (ms === 0) return '0s'
  if (ms < 1000) return `${ms}ms`
  const [hours, minutes, seconds] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, (ms % 60_000) / 1000]
  if (hours > 0) return `${hours}h${minutes}m${seconds}s`
  return minutes > 0 ? `${minutes}m${seconds}s` : `${seconds}s`
}
