import type { IncomingMessage, ServerResponse } from 'node:http'

/** A request as Node has it, and where its reply goes. */
export type Exchange = { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse }

/** Told of exceptions, which are faults of our own, and of the request that met them. */
export type Report = (error: unknown, request: string) => void

/** Tells of an exception. */
export const tell = ({ incoming }: Exchange, error: unknown, report: Report) =>
  report(error, `${incoming.method} ${incoming.url}`)

/** Answers a request that met an exception. */
export function panic(exchange: Exchange, error: unknown, report: Report): void {
  const { incoming, outgoing } = exchange
  // A client that goes away in the middle of its body fails the reading of it: nobody's fault, and nobody is there to
  // be told.
  if (!incoming.destroyed || incoming.complete) tell(exchange, error, report)
  if (outgoing.headersSent) outgoing.destroy()
  else outgoing.writeHead(500, PANIC_HEADERS).end(PANIC)
}

const PANIC = 'This request caused apiserver to panic. Look in the logs for details.\n'
const PANIC_HEADERS = { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' }
