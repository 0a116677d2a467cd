import { parseDuration } from '../../base/time/time.js'
import type { Again, Controller } from './types.js'

const FIRST_RETRY = 5
const LAST_RETRY = 1_000_000

/**
 * Returns when a key is reconciled again, in milliseconds since 1970: exponential backoff after failures, otherwise
 * what the controller asked for; undefined for never.
 */
export function nextTime(
  again: Again | undefined | void,
  { now, tries }: { readonly now: number; readonly tries: number },
  { name, retries: { first = FIRST_RETRY, last = LAST_RETRY, most = Infinity } = {} }: Controller,
): number | undefined {
  if (tries > most) return undefined
  if (tries > 0) return now + Math.min(first * 2 ** (tries - 1), last)
  if (!again) return undefined
  if (again.at !== undefined) return Number.isFinite(again.at) ? again.at : fail(name, `at: ${badTime(again.at)}`)
  const parsed = parseDuration(again.after)
  return parsed.error === undefined ? now + parsed.ms : fail(name, `after: ${parsed.error}`)
}

function fail(name: string, what: string): never {
  throw new TypeError(`controller ${name}: ${what}`)
}

const badTime = (at: unknown) => `${String(at)} is not a time: give milliseconds since 1970`
