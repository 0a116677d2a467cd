/** The HTTP server of a container, as a port of its pod reaches it. */
export type PortServer = (request: Request) => Response | Promise<Response>

/** A request to forward ports of a pod, to be held over a WebSocket or SPDY. */
export type Forwarding = {
  /** The ports in the query, which only the channels of a WebSocket use. */
  readonly ports: readonly number[]
  /** Connects to a port: returns the server that listens there, or the words of a node about a closed port. */
  readonly connect: (port: number) => PortServer | string
}

/** Bytes that a forwarded connection sends. */
export type PortOutput = {
  /** Returns false if no more should be sent until the connection is resumed. */
  readonly send: (bytes: Uint8Array) => boolean
  /** Nothing more is sent; `words` tell why the connection was broken off. */
  readonly end: (words?: string) => void
}

/** The client's end of a connection to a port. */
export type PortConnection = {
  readonly receive: (bytes: Uint8Array) => void
  /** The client sends nothing more. */
  readonly end: () => void
  /** The client takes more again. */
  readonly resume: () => void
  readonly close: () => void
}
