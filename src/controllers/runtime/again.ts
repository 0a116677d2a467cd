import { parseDuration } from '../../base/time.js'
import type { Again } from './types.js'

const FIRST_RETRY = 5
const LAST_RETRY = 1_000_000

/** Milliseconds until a key is reconciled again: after a failure later each time, else as its controller said; undefined for never. */
export function delayOf(again: Again | undefined | void, tries: number, controller: string): number | undefined {
  if (tries > 0) return Math.min(FIRST_RETRY * 2 ** (tries - 1), LAST_RETRY)
  if (!again) return undefined
  const parsed = parseDuration(again.after)
  if (parsed.error !== undefined) throw new TypeError(`controller ${controller}: after: ${parsed.error}`)
  return parsed.ms
}
