import { type IncomingHttpHeaders, request } from 'node:http'

/** Headers to send, including those that fetch does not allow. */
export type Headers = { readonly [name: string]: string }

/** A complete reply. */
export type Answer = { readonly code: number; readonly headers: IncomingHttpHeaders; readonly text: string }

/** Sends a request and returns the complete reply. */
export const ask = (url: string, headers: Headers = {}, method = 'GET', body = ''): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (reply) => {
      let text = ''
      reply.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      reply.on('end', () => resolve({ code: reply.statusCode ?? 0, headers: reply.headers, text }))
      reply.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })

/** Returns the status code of a reply, and its message where it is an error. */
export async function codeOf(answer: Promise<Answer>): Promise<{ readonly code: number; readonly message?: string }> {
  const { code, text } = await answer
  const { message } = (code < 300 ? {} : JSON.parse(text)) as { message?: string }
  return { code, ...(message === undefined ? {} : { message }) }
}
