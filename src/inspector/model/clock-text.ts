import { humanAge } from '../../base/time/time.js'

/**
 * Formats a time of the cluster's clock: the time of day, with milliseconds unless they are zero, and the date unless
 * it is that of `today`.
 */
export function clockTime(ms: number, today = ms): string {
  const text = new Date(ms).toISOString()
  const time = text.endsWith('.000Z') ? text.slice(11, 19) : text.slice(11, 23)
  const date = text.slice(0, 10)
  return new Date(today).toISOString().startsWith(date) ? time : `${date} ${time}`
}

/** Formats a timestamp of an object to the second; a malformed one is returned unchanged. */
export function shownTime(text: string, today: number): string {
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? text : clockTime(Math.floor(ms / 1000) * 1000, today)
}

/** Formats the duration of a request: `0`, `12 ms`, `3.4 s`, `2m5s`. */
export function span(ms: number): string {
  if (ms < 1000) return ms === 0 ? '0' : `${Math.round(ms)} ms`
  return ms < 60_000 ? `${Number((ms / 1000).toFixed(ms < 10_000 ? 1 : 0))} s` : humanAge(ms)
}
