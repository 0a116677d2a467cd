/** The part of an object a request addresses; `main` is the object itself. */
export type SubresourceName =
  'main' | 'status' | 'finalize' | 'scale' | 'binding' | 'ephemeralcontainers' | 'eviction' | 'resize'
