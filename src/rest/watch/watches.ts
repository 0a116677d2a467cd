import type { OpenWatch, WatchControl } from './open-watch.js'
import type { Call } from '../../model/call/call.js'
import type { WatchStream } from '../../model/call/watch-event.js'
import { type WatchLog, createWatchLog } from './watch-log.js'

/** The open watches. */
export type Watches = {
  /** Returns an id for the next watch: `watch-1`, `watch-2` … */
  readonly nextId: () => string
  readonly add: (stream: WatchStream, handle: OpenWatch, call: Call) => void
  readonly delete: (stream: WatchStream) => void
  readonly size: () => number
  /** All of them, in the order they were opened. */
  readonly list: () => readonly OpenWatch[]
  /** Tells whether somebody other than the test has a watch open. */
  readonly areOfProgram: () => boolean
  /** Describes the watches whose reader has unread events. */
  readonly unread: () => readonly string[]
  /** Reports what a program does to a watch. */
  readonly controlled: (id: string, control: WatchControl) => void
  /** What the watches were sent. */
  readonly told: WatchLog
  /** Ends every watch like a timeout. */
  readonly endAll: () => void
  /** Ends the matching watches in the same way. */
  readonly endWhere: (matches: (stream: WatchStream) => boolean) => void
}

/** Makes an empty set of watches. By default, what they are sent and what is done to them is not recorded. */
export function createWatches(
  told: WatchLog = createWatchLog({ events: 0, bytes: 0 }),
  controlled: Watches['controlled'] = () => undefined,
): Watches {
  const open = new Map<WatchStream, { readonly handle: OpenWatch; readonly client: Call['client'] }>()
  let opened = 0
  return {
    told,
    controlled,
    nextId: () => `watch-${++opened}`,
    add: (stream, handle, { client }) => void open.set(stream, { handle, client }),
    delete: (stream) => void open.delete(stream),
    size: () => open.size,
    list: () => [...open.values()].map(({ handle }) => handle),
    areOfProgram: () => [...open.values()].some(({ client }) => client !== 'test'),
    unread: () =>
      [...open].flatMap(
        ([
          stream,
          {
            handle: { id, kind, userAgent },
          },
        ]) => (stream.isBehind() ? [`${id} of ${kind}${userAgent && ` by ${userAgent}`} has events to read`] : []),
      ),
    endAll() {
      for (const stream of [...open.keys()]) stream.end()
    },
    endWhere(matches) {
      for (const stream of [...open.keys()]) if (matches(stream)) stream.end()
    },
  }
}
