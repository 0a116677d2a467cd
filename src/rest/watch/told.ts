import type { WatchEvent } from '../../api/watch-event.js'

/** What became of a watch: an event it was told, without the object, or that it was opened, cut, or has ended. */
export type Told = {
  /** Counts all of them, of all watches, from 1. */
  readonly number: number
  /** The id of the watch. */
  readonly watch: string
  /** Milliseconds since 1970 on the cluster's clock. */
  readonly time: number
  readonly type: WatchEvent['type'] | 'opened' | 'cut' | 'ended'
  /** Of its object; empty of what has none. */
  readonly namespace: string
  readonly name: string
  /** The resource version of its object, or how far a watch was when it was opened or over; absent of an ERROR. */
  readonly revision?: number
  /** Why, of an ERROR. */
  readonly reason?: string
  /** Only half of its line was sent. */
  readonly torn?: true
}

/** What watches were told, from when somebody first wanted to know. */
export type ToldList = {
  /** Begins to note it. */
  readonly begin: () => void
  /** Notes an event that is sent, once that has begun. */
  readonly sent: (watch: string, time: number, event: WatchEvent, isTorn: boolean) => void
  /** Notes that a watch was opened or is over, and how far it was. */
  readonly became: (watch: string, time: number, type: 'opened' | 'cut' | 'ended', revision: number) => void
  /** What is held after a number, oldest first. */
  readonly after: (number: number) => readonly Told[]
}

/** How much is held at most: so many events, and rough bytes of them. */
type ToldLimit = { readonly events: number; readonly bytes: number }

/** Rough bytes of one without its texts. */
const BARE = 120

/** Makes a list that holds the newest, and nothing before it has begun. */
export function createTold({ events, bytes }: ToldLimit): ToldList {
  let held: Told[] = []
  let first = 0
  let size = 0
  let number = 0
  let isBegun = false
  const isTooMuch = () => held.length - first > events || size > bytes
  const add = (told: Told) => {
    held.push(told)
    size += sizeOf(told)
    for (; first < held.length && isTooMuch(); first++) size -= sizeOf(held[first])
    // Moved once for many that went.
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
const sizeOf = (told: Told | undefined): number => (told ? BARE + 2 * (told.namespace.length + told.name.length) : 0)

function saidBy(event: WatchEvent): Pick<Told, 'namespace' | 'name' | 'revision' | 'reason'> {
  if (event.type === 'ERROR') return { namespace: '', name: '', reason: event.status.reason ?? '' }
  const { namespace = '', name = '', resourceVersion } = event.object.metadata
  return { namespace, name, revision: Number(resourceVersion) }
}
