import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { RequestListener } from 'node:http'
import { mustHave } from '../../base/must-have.js'
import type { Fetch } from '../../server/http/app.js'
import { asSent } from '../../server/http/as-sent.js'
import type { Reply } from '../../server/wire/reply.js'
import { type ClientOf, peerOf, urlSent } from './incoming.js'
import { type Exchange, type Report, panic, tell } from './exchange.js'
import { sendReply } from './send.js'

/**
 * Creates the listener for requests that need the web's Request. It is loaded on first use, as it loads the web's
 * fetch, HTTP/2 and TLS of Node.js.
 */
export const createAdapter = ({
  fetch,
  host,
  scheme,
  report,
  clientOf,
}: {
  readonly fetch: Fetch
  readonly host: string
  readonly scheme: 'http' | 'https'
  readonly report: Report
  readonly clientOf: ClientOf | undefined
}): RequestListener => {
  const listener = getRequestListener(
    (request, env) => {
      const exchange = env as Exchange // what the adapter passes for HTTP/1.1
      const url = mustHave(urlSent(exchange.incoming, scheme, host), 'the URL of a request that has one')
      return answerRequest(fetch, asSent(request, url, peerOf(exchange.incoming, clientOf)), exchange, report)
    },
    { overrideGlobalObjects: false, hostname: host },
  )
  return (incoming, outgoing) => {
    const url = mustHave(urlSent(incoming, scheme, host), 'the URL of a request that is passed on')
    // The adapter refuses some characters, which are escaped in this URL.
    incoming.url = incoming.url?.startsWith('/') ? url.slice(url.indexOf('/', url.indexOf('://') + 3)) : url
    return listener(incoming, outgoing)
  }
}

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
