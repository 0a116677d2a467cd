import type { WatchEvent } from '../../model/call/watch-event.js'

/** What a program did to an open watch. */
export type WatchControl =
  | { readonly does: 'hold' | 'releaseAll' | 'expire' | 'end' }
  | { readonly does: 'release'; readonly count: number }
  | { readonly does: 'cut'; readonly where?: 'mid-line' }

/** A handle to inspect and control an open watch. Other watches are not affected. */
export type OpenWatch = {
  /** `watch-1`, `watch-2` … in the order they were opened. */
  readonly id: string
  readonly kind: string
  readonly apiVersion: string
  /** Empty for all namespaces. */
  readonly namespace: string
  /** The name in the path of a watch on one object; else empty. */
  readonly name: string
  readonly labelSelector: string
  readonly fieldSelector: string
  readonly user: string
  readonly userAgent: string
  /** The resourceVersion of the last object or bookmark sent, or of the start. */
  readonly resourceVersion: string
  /** The event that is held by this handle or a hook, with all later ones behind it; undefined if there is none. */
  readonly held: WatchEvent | undefined
  /**
   * Whether each event waits until it is released: from `hold` until `releaseAll`. An event held by a hook shows in
   * `held` only.
   */
  readonly holding: boolean
  /** Holds each event from now on until it is released. */
  readonly hold: () => void
  /** Releases the held event and those after it, `count` in all (default 1). Returns whether one was held. */
  readonly release: (count?: number) => boolean
  /** Releases everything, and holds nothing from now on. */
  readonly releaseAll: () => void
  /** Breaks the connection: now, or in the middle of the next event's line. */
  readonly cut: (where?: 'mid-line') => void
  /** Ends it with 410 Expired, discarding everything that has not been sent. */
  readonly expire: () => void
  /** Ends it like a timeout, after sending everything that has happened so far. */
  readonly end: () => void
}
