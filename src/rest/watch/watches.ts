import type { OpenWatch } from './open-watch.js'
import type { WatchStream } from '../../api/watch-event.js'

/** The watches open now. */
export type Watches = {
  readonly add: (stream: WatchStream, handle: (id: string) => OpenWatch) => void
  readonly delete: (stream: WatchStream) => void
  readonly size: () => number
  /** Each, in the order they were opened. */
  readonly list: () => readonly OpenWatch[]
  /** In words, those whose reader has something to read still. */
  readonly unread: () => readonly string[]
  /** Ends every watch as a timeout would. */
  readonly endAll: () => void
  /** Ends those that match, in the same way. */
  readonly endWhere: (matches: (stream: WatchStream) => boolean) => void
}

/** Makes an empty set of watches. */
export function createWatches(): Watches {
  const open = new Map<WatchStream, OpenWatch>()
  let opened = 0
  return {
    add: (stream, handle) => void open.set(stream, handle(`watch-${++opened}`)),
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
