import type { WatchEvent } from '../../model/call/watch-event.js'

/** An entry about a watch: an event it was sent (without the object), or that it was opened, cut or ended. */
export type WatchLogEntry = {
  /** Consecutive number over all watches, from 1. */
  readonly number: number
  /** The id of the watch. */
  readonly watch: string
  /** Milliseconds since 1970 on the cluster's clock. */
  readonly time: number
  readonly type: WatchEvent['type'] | 'opened' | 'cut' | 'ended'
  /** Namespace and name of the object; empty if there is none. */
  readonly namespace: string
  readonly name: string
  /** The resourceVersion of the object, or the position of a watch that was opened or ended; absent for an ERROR. */
  readonly revision?: number
  /** The reason of an ERROR. */
  readonly reason?: string
  /** Set if only half of the line was sent. */
  readonly torn?: true
}

/** What watches were sent, recorded from the first time that somebody asks for it. */
export type WatchLog = {
  /** Starts recording. */
  readonly begin: () => void
  /** Records an event that is sent, if recording has started. */
  readonly sent: (watch: string, time: number, event: WatchEvent, isTorn: boolean) => void
  /** Records that a watch was opened or ended, and its position. */
  readonly became: (watch: string, time: number, type: 'opened' | 'cut' | 'ended', revision: number) => void
  /** Returns the held entries after a number, oldest first. */
  readonly after: (number: number) => readonly WatchLogEntry[]
}

/** Limits of the list: number of events, and their approximate size in bytes. */
type ToldLimit = { readonly events: number; readonly bytes: number }

/** Approximate size of an entry in bytes, apart from its texts. */
const BARE = 120

/** Makes a list that keeps the newest entries, and nothing before recording starts. */
export function createWatchLog({ events, bytes }: ToldLimit): WatchLog {
  let held: WatchLogEntry[] = []
  let first = 0
  let size = 0
  let number = 0
  let isBegun = false
  const isTooMuch = () => held.length - first > events || size > bytes
  const add = (told: WatchLogEntry) => {
    held.push(told)
    size += sizeOf(told)
    for (; first < held.length && isTooMuch(); first++) size -= sizeOf(held[first])
    // Compacted only once many entries have been dropped.
    if (first <= events && first < held.length) return
    held = held.slice(first)
    first = 0
  }
  return {
    begin: () => void (isBegun = true),
    sent(watch, time, event, isTorn) {
      if (!isBegun) return
      add({ number: ++number, watch, time, type: event.type, ...saidBy(event), ...(isTorn ? TORN : {}) })
    },
    became(watch, time, type, revision) {
      if (isBegun) add({ number: ++number, watch, time, type, namespace: '', name: '', revision })
    },
    after: (last) => held.slice(Math.max(first, held.length - Math.max(number - last, 0))),
  }
}

const TORN = { torn: true } as const
const sizeOf = (told: WatchLogEntry | undefined): number =>
  told ? BARE + 2 * (told.namespace.length + told.name.length) : 0

function saidBy(event: WatchEvent): Pick<WatchLogEntry, 'namespace' | 'name' | 'revision' | 'reason'> {
  if (event.type === 'ERROR') return { namespace: '', name: '', reason: event.status.reason ?? '' }
  const { namespace = '', name = '', resourceVersion } = event.object.metadata
  return { namespace, name, revision: Number(resourceVersion) }
}
