import type { OpenWatch, WatchControl } from './open-watch.js'
import type { WatchStream } from '../../api/watch-event.js'
import { type ToldList, createTold } from './told.js'

/** The watches open now. */
export type Watches = {
  /** An id for one that is about to open: `watch-1`, `watch-2` … */
  readonly nextId: () => string
  readonly add: (stream: WatchStream, handle: OpenWatch) => void
  readonly delete: (stream: WatchStream) => void
  readonly size: () => number
  /** Each, in the order they were opened. */
  readonly list: () => readonly OpenWatch[]
  /** In words, those whose reader has something to read still. */
  readonly unread: () => readonly string[]
  /** Notes what a program does to one. */
  readonly controlled: (id: string, control: WatchControl) => void
  /** What they have been told. */
  readonly told: ToldList
  /** Ends every watch as a timeout would. */
  readonly endAll: () => void
  /** Ends those that match, in the same way. */
  readonly endWhere: (matches: (stream: WatchStream) => boolean) => void
}

/** Makes an empty set of watches; what they are told, and what is done to them, is noted, or is not. */
export function createWatches(
  told: ToldList = createTold({ events: 0, bytes: 0 }),
  controlled: Watches['controlled'] = () => undefined,
): Watches {
  const open = new Map<WatchStream, OpenWatch>()
  let opened = 0
  return {
    told,
    controlled,
    nextId: () => `watch-${++opened}`,
    add: (stream, handle) => void open.set(stream, handle),
    delete: (stream) => void open.delete(stream),
    size: () => open.size,
    list: () => [...open.values()],
    unread: () =>
      [...open].flatMap(([stream, { id, kind, userAgent }]) =>
        stream.isBehind() ? [`${id} of ${kind}${userAgent && ` by ${userAgent}`} has events to read`] : [],
      ),
    endAll() {
      for (const stream of [...open.keys()]) stream.end()
    },
    endWhere(matches) {
      for (const stream of [...open.keys()]) if (matches(stream)) stream.end()
    },
  }
}
