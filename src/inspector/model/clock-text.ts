import { humanAge } from '../../base/time.js'

/** A moment of the cluster's clock for people: the time of day, with milliseconds where there are any. */
export function clockTime(ms: number): string {
  const text = new Date(ms).toISOString()
  return text.endsWith('.000Z') ? text.slice(11, 19) : text.slice(11, 23)
}

/** How long a request took: `0`, `12 ms`, `3.4 s`, `2m5s`. */
export function span(ms: number): string {
  if (ms < 1000) return ms === 0 ? '0' : `${Math.round(ms)} ms`
  return ms < 60_000 ? `${Number((ms / 1000).toFixed(ms < 10_000 ? 1 : 0))} s` : humanAge(ms)
}
