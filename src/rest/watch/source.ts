import type { WatchEvent } from '../../model/call/watch-event.js'

/** The events of one watch in order, regardless of timing. */
export type WatchSource = {
  /** Returns the next event; undefined while there is none. An ERROR is the last. */
  readonly next: () => WatchEvent | undefined
  /** Returns a bookmark at the revision read so far; undefined while initial events are unread. */
  readonly bookmark: () => WatchEvent | undefined
  /** Returns the error event for a watch that has fallen too far behind. */
  readonly expired: () => WatchEvent
  /** Tells whether next() has nothing to return, as far as is known without reading. */
  readonly isRead: () => boolean
  /** Returns the revision that the watch starts at. */
  readonly revision: () => number
  /** Tells whether the state was replaced, which the next event reports. */
  readonly isLost: () => boolean
  /**
   * Calls back when there may be something to read for another reason than a change of the kind; returns a function
   * that unsubscribes.
   */
  readonly subscribe?: (ready: () => void) => () => void
}
