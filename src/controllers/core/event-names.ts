import { contentHash } from '../../base/hash.js'
import type { World } from '../runtime/types.js'

/**
 * What the names of the Events that were last recorded about an object end in, beside the fingerprints of what they
 * say.
 */
export type EventNames = readonly { readonly said: string; readonly end: string }[]
type Latest = { readonly at: number; readonly count: number }

/** As many are remembered of one object; whoever is told again later is a new Event, as by the real recorder. */
const MOST_NAMES = 32
/** Above all names that give way to others. */
const LATEST = '~events'

/**
 * What the name of an Event ends in: that of the one before that says the same, or the time in nanoseconds, as
 * client-go names them, so that Events are listed in the order in which they were told. One of a new name is recorded
 * without a look at whether it is there.
 */
export function endOfName(
  world: World,
  known: EventNames = [],
  about: readonly unknown[],
): { readonly end: string; readonly names: EventNames; readonly isNew: boolean } {
  const said = contentHash(JSON.stringify(about))
  const before = known.find((name) => name.said === said)
  if (before) return { end: before.end, names: known, isNew: false }
  const end = timeOfNow(world)
  return { end, names: [...known, { said, end }].slice(-MOST_NAMES), isNew: true }
}

/** The time in nanoseconds as sixteen digits, later each time it is asked. */
function timeOfNow(world: World): string {
  const at = Math.floor(world.now())
  const latest = world.noted(LATEST) as Latest | undefined // as noted below
  const count = latest?.at === at ? latest.count + 1 : 0
  world.note(LATEST, { at, count })
  return (BigInt(at) * 1_000_000n + BigInt(count)).toString(16).padStart(16, '0')
}
