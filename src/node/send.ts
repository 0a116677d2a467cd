import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { warningHeader } from '../wire/encode.js'
import type { Reply } from '../wire/reply.js'

/** Writes a reply straight to a Node response; the Response returned only tells the adapter that this has happened. */
export function sendReply(outgoing: ServerResponse, { status, headers, warnings, body }: Reply): Response {
  if (body.type === 'cut') {
    outgoing.destroy()
    return RESPONSE_ALREADY_SENT
  }
  const all: Record<string, string | string[] | number> = { ...headers }
  if (warnings.length > 0) all['Warning'] = warnings.map(warningHeader)
  if (body.type === 'text') {
    const bytes = Buffer.from(body.text)
    all['Content-Length'] = bytes.length
    outgoing.writeHead(status, all).end(bytes)
  } else {
    outgoing.writeHead(status, all).flushHeaders()
    pump(outgoing, body)
  }
  return RESPONSE_ALREADY_SENT
}

/** Sends a watch as fast as its reader takes it: while the socket is full nothing is read from the stream. */
function pump(outgoing: ServerResponse, { stream, encode }: Extract<Reply['body'], { type: 'watch' }>): void {
  let full = false
  const flush = () => {
    while (!full) {
      const event = stream.next()
      if (event === undefined) return
      if (event === 'end') return void outgoing.end()
      if (event === 'cut') return void outgoing.destroy()
      full = !outgoing.write(encode(event))
    }
  }
  outgoing.on('drain', () => {
    full = false
    flush()
  })
  outgoing.on('close', () => stream.close())
  stream.onReady(flush)
  flush()
}
