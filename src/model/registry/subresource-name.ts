/** Every subresource that a kind may have. */
const subresourceNames = [
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

/** Tells whether a name is that of a subresource, not of the object itself. */
export const isSubresourceName = (name: string): name is (typeof subresourceNames)[number] => NAMES.has(name)

/** The part of an object a request addresses; `main` is the object itself. */
export type SubresourceName = 'main' | (typeof subresourceNames)[number]

/** The subresources for what runs in a pod or behind a Service; they have no stored content. */
const connectParts = ['log', 'exec', 'attach', 'portforward', 'proxy'] as const

/** One of these subresources. */
export type ConnectPart = (typeof connectParts)[number]

/** The values by which a request's subresource can be matched: empty for the object itself, and all subresources. */
export const subresourceWords = ['', ...subresourceNames, ...connectParts]
