/** Every subresource a kind may have. */
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

/** Tells whether a name is one of a subresource, not of the object itself. */
export const isSubresourceName = (name: string): name is (typeof subresourceNames)[number] => NAMES.has(name)

/** The part of an object a request addresses; `main` is the object itself. */
export type SubresourceName = 'main' | (typeof subresourceNames)[number]

/** What somebody may ask of what runs in a pod, or behind a Service: subresources that hold nothing. */
const connectParts = ['log', 'exec', 'attach', 'portforward', 'proxy'] as const

/** One of what may be asked of what runs in a pod. */
export type ConnectPart = (typeof connectParts)[number]

/** What a request can be told to be for: the object itself (the empty text), a subresource, or what runs in a pod. */
export const subresourceWords = ['', ...subresourceNames, ...connectParts]
