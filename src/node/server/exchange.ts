import type { IncomingMessage, ServerResponse } from 'node:http'

/** A request and its response, as in Node.js. */
export type Exchange = { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse }

/** Called with exceptions, which are bugs of this package, and with the request that caused them. */
export type Report = (error: unknown, request: string) => void

/** Reports an exception. */
export const tell = ({ incoming }: Exchange, error: unknown, report: Report) =>
  report(error, `${incoming.method} ${incoming.url}`)

/** Answers a request that caused an exception. */
export function panic(exchange: Exchange, error: unknown, report: Report): void {
  const { incoming, outgoing } = exchange
  // If the client goes away while its body is read, the read fails; that is not a bug, and there is nobody to answer.
  if (!incoming.destroyed || incoming.complete) tell(exchange, error, report)
  if (outgoing.headersSent) outgoing.destroy()
  else outgoing.writeHead(500, PANIC_HEADERS).end(PANIC)
}

const PANIC = 'This request caused apiserver to panic. Look in the logs for details.\n'
const PANIC_HEADERS = { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' }
