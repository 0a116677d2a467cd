import type { Status } from '../../base/errors/status.js'
import type { KindDef } from '../registry/kind-def.js'
import type { KubeObject } from '../../schema/object.js'

/** One event of a watch. */
export type WatchEvent =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: KubeObject }
  | { readonly type: 'BOOKMARK'; readonly object: KubeObject }
  | { readonly type: 'ERROR'; readonly status: Status }

/** An event whose line is sent only in half before the connection breaks. */
export type TornEvent = { readonly type: 'torn'; readonly event: WatchEvent }

/** An open watch. The reader pulls events at its own pace; nothing is queued for it. */
export type WatchStream = {
  /** The id of its handle. */
  readonly id: string
  readonly def: KindDef
  /**
   * Returns the next event that can be sent now; undefined while there is none; `end` after a clean end, `cut` after a
   * broken connection.
   */
  readonly next: () => WatchEvent | TornEvent | undefined | 'end' | 'cut'
  /** Sets the listener that is called when next() may have more. */
  readonly onReady: (listener: () => void) => void
  /** Tells whether next() would return something now. */
  readonly isBehind: () => boolean
  /** Ends the watch cleanly: its reader gets `end`. */
  readonly end: () => void
  /** Called when the reader has gone; no more events follow. */
  readonly close: () => void
}

/** What a watch tells of itself in texts: which objects it is about, whose it is, and how far it has come. */
export const WATCH_TEXTS = [
  ...(['id', 'kind', 'apiVersion', 'namespace', 'name', 'labelSelector', 'fieldSelector'] as const),
  ...(['user', 'userAgent', 'resourceVersion'] as const),
]

export type WatchTexts = { readonly [name in (typeof WATCH_TEXTS)[number]]: string }

/** Returns only the texts of a watch. */
export const watchTextsOf = (watch: WatchTexts): WatchTexts =>
  Object.fromEntries(WATCH_TEXTS.map((name) => [name, watch[name]])) as WatchTexts // each of its members
