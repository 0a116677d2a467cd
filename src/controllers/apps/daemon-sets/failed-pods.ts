import { storedUid } from '../../../schema/stored-metadata.js'
import type { World } from '../../runtime/types.js'
import type { DaemonSet } from './daemon-set.js'

const FIRST = 1000
const LONGEST = 15 * 60_000

/** Since when, and how long, failed pods on a node are left alone. */
type Pause = { readonly since: number; readonly length: number }
type Pauses = { readonly [place: string]: Pause }

/** How long the failed pods of a DaemonSet are left alone, by node. */
export type Pausing = {
  /** Milliseconds until a failed pod on a node may be deleted; 0 where it may be now. */
  readonly left: (node: string) => number
  /** Notes that one is deleted: the next time takes twice as long, up to 15 minutes. */
  readonly note: (node: string) => void
  /** Remembers what was noted. */
  readonly keep: () => void
}

/** What is remembered of the failed pods of a DaemonSet; pauses that ended long ago count no more. */
export function pausingOf(world: World, set: DaemonSet): Pausing {
  const now = world.now()
  const before = typeof world.memory === 'object' ? (world.memory as Pauses) : {} // as kept below, or that it is stated
  const pauses = new Map(Object.entries(before).filter(([, { since }]) => now - since <= 2 * LONGEST))
  const place = (node: string) => `${storedUid(set)}/${set.status?.observedGeneration ?? 0}/${node}`
  return {
    left(node) {
      const pause = pauses.get(place(node))
      return pause ? Math.max(0, pause.since + pause.length - now) : 0
    },
    note(node) {
      const length = pauses.get(place(node))?.length
      pauses.set(place(node), { since: now, length: length ? Math.min(2 * length, LONGEST) : FIRST })
    },
    keep() {
      if (pauses.size > 0 || world.memory !== undefined)
        world.remember(pauses.size > 0 ? Object.fromEntries(pauses) : undefined)
    },
  }
}
