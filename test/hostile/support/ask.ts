import { type IncomingHttpHeaders, request } from 'node:http'

/** Headers as they are sent, those that fetch keeps to itself among them. */
export type Headers = { readonly [name: string]: string }

/** A reply to the end. */
export type Answer = { readonly code: number; readonly headers: IncomingHttpHeaders; readonly text: string }

/** Sends a request and gives the whole reply. */
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

/** The status code of a reply, and the message where it is a refusal. */
export async function codeOf(answer: Promise<Answer>): Promise<{ readonly code: number; readonly message?: string }> {
  const { code, text } = await answer
  const { message } = (code < 300 ? {} : JSON.parse(text)) as { message?: string }
  return { code, ...(message === undefined ? {} : { message }) }
}
