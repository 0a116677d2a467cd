import { quoteBytes } from './go-time.js'
import { byteText } from './utf8.js'

const UNITS = new Map([
  ['ns', 1e-6],
  ['us', 1e-3],
  ['µs', 1e-3], // U+00B5, micro
  ['μs', 1e-3], // U+03BC, mu
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
])
// The largest number of milliseconds that 64 bits of nanoseconds hold.
const MOST = 9_223_372_036_854.775

/**
 * Parses a duration as Go's time.ParseDuration does (`1.5s`, `1h2m`), into milliseconds; or returns Go's error text.
 */
export function parseGoDuration(
  text: string,
): { readonly ms: number; readonly error?: undefined } | { readonly error: string } {
  const invalid = { error: `time: invalid duration ${quote(text)}` }
  const [, sign, amounts = ''] = /^([-+]?)(.*)$/s.exec(text) ?? []
  if (amounts === '0') return { ms: 0 }
  if (amounts === '') return invalid
  let ms = 0
  for (let rest = amounts; rest !== '';) {
    const [whole, amount = '', unit = ''] = /^(\d+(?:\.\d*)?|\.\d+)([^.\d]*)/.exec(rest) ?? []
    if (whole === undefined) return invalid
    if (unit === '') return { error: `time: missing unit in duration ${quote(text)}` }
    const scale = UNITS.get(unit)
    if (scale === undefined) return { error: `time: unknown unit ${quote(unit)} in duration ${quote(text)}` }
    ms += Number(amount) * scale
    if (ms > MOST) return invalid
    rest = rest.slice(whole.length)
  }
  return { ms: sign === '-' ? -ms : ms }
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
