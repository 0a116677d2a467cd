/** Channels of a container session (`v4.channel.k8s.io`): the first byte of each message. */
export const CHANNELS = { stdin: 0, stdout: 1, stderr: 2, error: 3, resize: 4, close: 255 } as const

/** Where a session writes its output. */
export type SessionOutput = {
  /** The negotiated subprotocol. */
  readonly protocol: string
  readonly send: (channel: number, text: string) => void
  /** Whether the send buffer is full, so that nothing more should be sent for now. */
  readonly isFull?: () => boolean
  /** Ends the output. */
  readonly end: () => void
}

/** What a session receives. */
export type SessionInput = {
  readonly receive: (channel: number, bytes: Uint8Array) => void
  /** The send buffer has drained, so more may be sent. */
  readonly drained?: () => void
  /** The other side has closed the connection. */
  readonly close: () => void
}

/** A session with a container, to be held over a WebSocket. */
export type Session = {
  /** The subprotocols it supports, in order of preference. */
  readonly protocols: readonly string[]
  readonly open: (output: SessionOutput) => SessionInput
}
