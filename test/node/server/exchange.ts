import { type IncomingHttpHeaders, request } from 'node:http'

/** Sends a request with a method that `fetch` refuses; returns the whole reply. */
export function exchange(
  url: string,
  method: string,
): Promise<{ readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent: false }, (reply) => {
      let text = ''
      reply.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      reply.on('end', () => resolve({ status: reply.statusCode!, headers: reply.headers, text }))
    })
    sent.on('error', reject).end()
  })
}
