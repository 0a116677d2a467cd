import { storedUid } from '../../../schema/stored-metadata.js'
import type { WorldInSteps } from '../../runtime/types.js'
import type { DaemonSet } from './daemon-set.js'

const FIRST = 1000
const LONGEST = 15 * 60_000

/** The backoff of a node: its start and its length, in milliseconds. */
type Pause = { readonly since: number; readonly length: number }
type Pauses = { readonly [place: string]: Pause }

/** The backoff of failed pods of a DaemonSet, by node. */
export type Pausing = {
  /** Returns the milliseconds until a failed pod on a node may be deleted; 0 if it may be deleted now. */
  readonly left: (node: string) => number
  /** Records the deletion of a failed pod: the next backoff is twice as long, up to 15 minutes. */
  readonly note: (node: string) => void
  /** Stores the backoffs in the controller's memory. */
  readonly keep: () => void
}

/** Loads the backoffs of a DaemonSet, without those that started more than 30 minutes ago. */
export function pausingOf(world: WorldInSteps, set: DaemonSet): Pausing {
  const now = world.now()
  const before = typeof world.memory === 'object' ? (world.memory as Pauses) : {} // as stored below, or stated
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
