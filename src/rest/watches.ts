import type { WatchStream } from './types.js'

/** The watches open now. */
export type Watches = {
  readonly add: (stream: WatchStream) => void
  readonly delete: (stream: WatchStream) => void
  readonly size: () => number
  /** Ends every watch as a timeout would. */
  readonly endAll: () => void
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
  }
}
