/** Every subresource a kind may have. */
export const subresourceNames = [
  'status',
  'finalize',
  'scale',
  'binding',
  'ephemeralcontainers',
  'eviction',
  'resize',
] as const

/** The part of an object a request addresses; `main` is the object itself. */
export type SubresourceName = 'main' | (typeof subresourceNames)[number]
