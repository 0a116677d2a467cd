import { contentHash } from '../../base/bytes/hash.js'
import type { WorldInSteps } from '../runtime/types.js'

/** The name suffixes of the Events last recorded about an object, with hashes of their contents. */
export type EventNames = readonly { readonly said: string; readonly end: string }[]
type Latest = { readonly at: number; readonly count: number }

/** Limit per object; an Event repeated after it was evicted becomes a new one, as with the real recorder. */
const MOST_NAMES = 32
/** Never evicted. */
const LATEST = '~events'

/**
 * Returns the name suffix of an Event: that of an earlier Event with the same content, otherwise the time in
 * nanoseconds as in client-go, so that Events are listed in the order they occurred. For a new suffix the Event is
 * created without checking whether it exists.
 */
export function endOfName(
  world: WorldInSteps,
  known: EventNames = [],
  about: readonly unknown[],
): { readonly end: string; readonly names: EventNames; readonly isNew: boolean } {
  const said = contentHash(JSON.stringify(about))
  const before = known.find((name) => name.said === said)
  if (before) return { end: before.end, names: known, isNew: false }
  const end = timeOfNow(world)
  return { end, names: [...known, { said, end }].slice(-MOST_NAMES), isNew: true }
}

/** Returns the time in nanoseconds as sixteen hexadecimal digits, greater with each call. */
function timeOfNow(world: WorldInSteps): string {
  const at = Math.floor(world.now())
  const latest = world.noted(LATEST) as Latest | undefined // as noted below
  const count = latest?.at === at ? latest.count + 1 : 0
  world.note(LATEST, { at, count })
  return (BigInt(at) * 1_000_000n + BigInt(count)).toString(16).padStart(16, '0')
}
