/** Every subresource a kind may have. */
export const subresourceNames = [
  'approval',
  'status',
  'finalize',
  'scale',
  'binding',
  'ephemeralcontainers',
  'eviction',
  'resize',
  'token',
] as const

const NAMES: ReadonlySet<string> = new Set(subresourceNames)

/** Tells whether a name is one of a subresource, not of the object itself. */
export const isSubresourceName = (name: string): name is (typeof subresourceNames)[number] => NAMES.has(name)

/** The part of an object a request addresses; `main` is the object itself. */
export type SubresourceName = 'main' | (typeof subresourceNames)[number]
