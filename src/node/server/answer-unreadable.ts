import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The properties of a socket that tell which requests are under way on it; Node.js has no others. */
type Busy = Socket & {
  /** The response being sent, or to be sent next. */
  readonly _httpMessage?: ServerResponse | null
  readonly parser?: { readonly incoming?: IncomingMessage | null } | null
}

/**
 * Runs a function once the responses to all earlier requests of a connection have been sent, as clients may pipeline.
 */
export function onceAnswered(socket: Busy, run: () => void): void {
  const { _httpMessage: before } = socket
  // When a response is closed, the next one gets the socket. One whose request is broken never comes.
  if (before && !isBroken(socket, before)) before.once('close', () => onceAnswered(socket, run))
  else run()
}

/** Tells whether the request of a response is the one that the parser could not finish. */
const isBroken = ({ parser }: Busy, { req }: ServerResponse): boolean => parser?.incoming === req && !req.complete

/**
 * Answers what cannot be read as a request, as Go's server does: after the requests before it, and as the last of its
 * connection. By default, Node.js would drop the earlier responses.
 */
export function answerUnreadable(server: Server): void {
  const answered = new WeakSet<Socket>()
  // With TCP and TLS it is a Socket, whatever the type says.
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // What follows a request with `Connection: close` is not read; the response to that request ends the connection.
    if (error.code === 'HPE_CLOSED_CONNECTION') return
    const line = statusLineOf(error.code)
    if (line === undefined || !socket.writable) return void socket.destroy(error)
    // All later bytes cause the same error.
    if (answered.has(socket)) return
    answered.add(socket)
    onceAnswered(socket, () => refuse(socket, line))
  })
}

function refuse(socket: Busy, line: string): void {
  // Nothing can be said within a response that has begun.
  if (!socket.writable || socket._httpMessage?.headersSent) return void socket.destroy()
  socket.end(`HTTP/1.1 ${line}\r\nConnection: close\r\n\r\n`, () => socket.destroy())
}

/** Returns the status for an error of the parser; undefined if the connection itself failed. */
function statusLineOf(code = ''): string | undefined {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return '431 Request Header Fields Too Large'
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return '413 Payload Too Large'
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return '408 Request Timeout'
    default:
      return code.startsWith('HPE_') ? '400 Bad Request' : undefined
  }
}
