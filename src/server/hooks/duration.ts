import { parseDuration } from '../../base/time/time.js'
import type { Duration } from './actions.js'

/** Returns the milliseconds of a duration, which was validated when the hook was registered. */
export function milliseconds(duration: Duration): number {
  const parsed = parseDuration(duration)
  return parsed.error === undefined ? parsed.ms : 0
}
