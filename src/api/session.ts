/** Channels of a session with a container (`v4.channel.k8s.io`): the first byte of each message. */
export const CHANNELS = { stdin: 0, stdout: 1, stderr: 2, error: 3, resize: 4, close: 255 } as const

/** Where a session writes to. */
export type SessionOutput = {
  /** The subprotocol that was agreed on. */
  readonly protocol: string
  readonly send: (channel: number, text: string) => void
  /** Whether so much waits to be read that nothing more should be sent. */
  readonly isFull?: () => boolean
  /** Nothing follows. */
  readonly end: () => void
}

/** What a session is told. */
export type SessionInput = {
  readonly receive: (channel: number, bytes: Uint8Array) => void
  /** What was sent is read, and more may be. */
  readonly drained?: () => void
  /** The other side has gone. */
  readonly close: () => void
}

/** A conversation with a container, to be held over a WebSocket. */
export type Session = {
  /** The subprotocols it can be held in, the best first. */
  readonly protocols: readonly string[]
  readonly open: (output: SessionOutput) => SessionInput
}
