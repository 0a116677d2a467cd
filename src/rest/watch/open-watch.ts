import type { WatchEvent } from '../../api/watch-event.js'

/** What a program did to an open watch. */
export type WatchControl =
  | { readonly does: 'hold' | 'releaseAll' | 'expire' | 'end' }
  | { readonly does: 'release'; readonly count: number }
  | { readonly does: 'cut'; readonly where?: 'mid-line' }

/** An open watch, to be looked at and meddled with. Other watches go on undisturbed. */
export type OpenWatch = {
  /** `watch-1`, `watch-2` … in the order they were opened. */
  readonly id: string
  readonly kind: string
  readonly apiVersion: string
  /** Empty for all namespaces. */
  readonly namespace: string
  /** Of a watch of one object by its path; else empty. */
  readonly name: string
  readonly labelSelector: string
  readonly fieldSelector: string
  readonly user: string
  readonly userAgent: string
  /** How far it is: of the last object or bookmark sent, or where it began. */
  readonly resourceVersion: string
  /** The event that waits, held by this handle or a hook, and all after it with it; undefined where none does. */
  readonly held: WatchEvent | undefined
  /**
   * Whether each event waits until it is released: after `hold`, until `releaseAll`. What a hook holds is in `held`
   * alone.
   */
  readonly holding: boolean
  /** From now on each event waits until it is released. */
  readonly hold: () => void
  /** Lets the event that waits go on, and so many in all (default 1). Returns whether one waited. */
  readonly release: (count?: number) => boolean
  /** Lets everything go on, and holds nothing from now on. */
  readonly releaseAll: () => void
  /** Breaks the connection: now, or in the middle of the next event's line. */
  readonly cut: (where?: 'mid-line') => void
  /** Ends it with 410 Expired, in place of everything it has not sent. */
  readonly expire: () => void
  /** Ends it as a timeout does, once it has said what has happened. */
  readonly end: () => void
}
