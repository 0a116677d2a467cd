/** What a server answered to one step of a story, normalised or not. */
export type Reply = { readonly [member: string]: unknown }

/** One step: a request, a watch to open, events of it to read, or a pause. */
export type Step = {
  /** Later steps refer to this reply's body as `{{name.path.to.value}}`. */
  readonly name?: string
  readonly method?: string
  readonly path?: string
  readonly query?: string | { readonly [name: string]: string }
  /** A header of null is left out of the request. */
  readonly headers?: { readonly [name: string]: string | null }
  readonly body?: unknown
  /** Opens a watch under this name. */
  readonly open?: string
  /** Reads `count` events of the watch of this name, at most `within` milliseconds long. */
  readonly read?: string
  readonly count?: number
  readonly within?: number
  /** Waits so many milliseconds more and takes every event that came. */
  readonly settle?: number
  /** Tells whether the watch ended by itself. */
  readonly toEnd?: boolean
  /** Leaves the watch open after reading. */
  readonly keep?: boolean
  readonly sleep?: number
}

/** Requests in order. */
export type Script = {
  /** `Kind/topic`. */
  readonly story: string
  readonly kind: string
  readonly steps: readonly Step[]
}

/** A script and what the real server answered to each step; null where it answers differently from run to run. */
export type Story = Script & { readonly replies: readonly (Reply | null)[] }
