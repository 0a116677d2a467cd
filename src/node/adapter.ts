import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { RequestListener } from 'node:http'
import type { Fetch } from '../http/app.js'
import type { Reply } from '../wire/reply.js'
import { type Exchange, type Report, panic, tell } from './exchange.js'
import { sendReply } from './send.js'

/**
 * Creates the listener for requests that need the web's Request. It is loaded on first use, as it loads the web's
 * fetch, HTTP/2 and TLS of Node.js.
 */
export const createAdapter = ({
  fetch,
  host,
  report,
}: {
  readonly fetch: Fetch
  readonly host: string
  readonly report: Report
}): RequestListener =>
  // For HTTP/1.1 the adapter passes these two.
  getRequestListener((request, env) => answerRequest(fetch, request, env as Exchange, report), {
    overrideGlobalObjects: false,
    hostname: host,
  })

async function answerRequest(fetch: Fetch, request: Request, exchange: Exchange, report: Report): Promise<Response> {
  const send = (reply: Reply): Response => {
    sendReply(exchange.outgoing, reply, (error) => tell(exchange, error, report))
    return RESPONSE_ALREADY_SENT
  }
  try {
    return await fetch(request, { send })
  } catch (error) {
    panic(exchange, error, report)
    return RESPONSE_ALREADY_SENT
  }
}
