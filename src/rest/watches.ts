import type { WatchStream } from './types.js'

/** The watches open now. */
export type Watches = {
  readonly add: (stream: WatchStream) => void
  readonly delete: (stream: WatchStream) => void
  readonly size: () => number
  /** Ends every watch as a timeout would. */
  readonly endAll: () => void
  /** Ends those that match, in the same way. */
  readonly endWhere: (matches: (stream: WatchStream) => boolean) => void
}

/** Makes an empty set of watches. */
export function createWatches(): Watches {
  const open = new Set<WatchStream>()
  return {
    add: (stream) => void open.add(stream),
    delete: (stream) => void open.delete(stream),
    size: () => open.size,
    endAll() {
      for (const stream of [...open]) stream.end()
    },
    endWhere(matches) {
      for (const stream of [...open]) if (matches(stream)) stream.end()
    },
  }
}
