/** The reply of a server to one step of a story, normalised or not. */
export type Reply = { readonly [member: string]: unknown }

/** A step: a request, a watch to open, events of it to read, or a pause. */
export type Step = {
  /** Later steps refer to this reply's body as `{{name.path.to.value}}`. */
  readonly name?: string
  readonly method?: string
  readonly path?: string
  readonly query?: string | { readonly [name: string]: string }
  /** A null header is left out of the request; one with several values is sent several times. */
  readonly headers?: { readonly [name: string]: string | readonly string[] | null }
  readonly body?: unknown
  /** Opens a watch under this name. */
  readonly open?: string
  /** Reads `count` events of the watch of this name, waiting at most `within` milliseconds. */
  readonly read?: string
  readonly count?: number
  readonly within?: number
  /** Waits this many more milliseconds and takes every event that came. */
  readonly settle?: number
  /** Reports whether the watch ended by itself. */
  readonly toEnd?: boolean
  /** Leaves the watch open after reading. */
  readonly keep?: boolean
  readonly sleep?: number
  /** The bearer token of the request, in place of the administrator's; null for none. */
  readonly token?: string | null
  /** Asks the server of the webhooks, in place of the one under test. */
  readonly to?: 'hooks'
  /** Repeats the request until the reply is as wanted, for at most `within` milliseconds. */
  readonly until?: { readonly status?: number; readonly warning?: boolean }
  /** The reply is not compared. */
  readonly blind?: boolean
}

/** A sequence of steps. */
export type Script = {
  /** `Kind/topic`. */
  readonly story: string
  readonly kind: string
  readonly steps: readonly Step[]
  /** Set where the resourceVersion of a list tells of writes that are not the story's. */
  readonly lists?: 'masked'
}

/** A script and the real server's reply to each step; null where it differs between runs. */
export type Story = Script & {
  readonly replies: readonly (Reply | null)[]
}
