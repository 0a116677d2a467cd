import type { Status } from '../base/status.js'
import type { KindDef } from '../registry/kind-def.js'
import type { KubeObject } from '../schema/object.js'

/** One event of a watch. */
export type WatchEvent =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: KubeObject }
  | { readonly type: 'BOOKMARK'; readonly object: KubeObject }
  | { readonly type: 'ERROR'; readonly status: Status }

/** An event of which only the first half is sent, before the connection breaks. */
export type TornEvent = { readonly type: 'torn'; readonly event: WatchEvent }

/** An open watch. Whoever reads it decides the pace; nothing is queued for it. */
export type WatchStream = {
  /** The id of its handle. */
  readonly id: string
  readonly def: KindDef
  /**
   * The next event that can be sent now; undefined while there is none; `end` and `cut` once it is over, cleanly or
   * not.
   */
  readonly next: () => WatchEvent | TornEvent | undefined | 'end' | 'cut'
  /** Sets who is called when next() may give more. */
  readonly onReady: (listener: () => void) => void
  /** Tells whether next() would give something now. */
  readonly isBehind: () => boolean
  /** Ends the watch cleanly: its reader sees `end`. */
  readonly end: () => void
  /** The reader has gone: nothing more is said. */
  readonly close: () => void
}
