import { parseDuration } from '../../base/time.js'
import type { Again, Controller } from './types.js'

const FIRST_RETRY = 5
const LAST_RETRY = 1_000_000

/**
 * Returns the milliseconds until a key is reconciled again: exponential backoff after failures, otherwise what the
 * controller asked for; undefined for never.
 */
export function delayOf(
  again: Again | undefined | void,
  tries: number,
  { name, retries: { first = FIRST_RETRY, last = LAST_RETRY, most = Infinity } = {} }: Controller,
): number | undefined {
  if (tries > most) return undefined
  if (tries > 0) return Math.min(first * 2 ** (tries - 1), last)
  if (!again) return undefined
  const parsed = parseDuration(again.after)
  if (parsed.error !== undefined) throw new TypeError(`controller ${name}: after: ${parsed.error}`)
  return parsed.ms
}
