import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { text as textOf } from 'node:stream/consumers'

/** A request of the command line. */
export type Asked = {
  readonly url: URL
  readonly method: string
  readonly token: string | undefined
  /** Takes any certificate. */
  readonly insecure: boolean
  readonly body: string | undefined
}

/** What comes of it: a reply, or why there is none. */
export type Answer = { readonly status: number; readonly text: string } | { readonly failure: string }

/** Makes a request, past what loading `fetch` would cost. */
export function ask({ url, method, token, insecure, body }: Asked): Promise<Answer> {
  const headers = {
    'User-Agent': 'fakecluster-ctl',
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
  }
  // No connection is kept, for the command asks once.
  const options = { method, headers, agent: false as const }
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => resolve({ failure: reasonOf(error) })
    const sent =
      url.protocol === 'https:'
        ? httpsRequest(url, { ...options, rejectUnauthorized: !insecure })
        : httpRequest(url, options)
    sent.on('error', fail)
    sent.on('response', (reply) => {
      textOf(reply).then((text) => resolve({ status: reply.statusCode ?? 0, text }), fail)
    })
    sent.end(body)
  })
}

function reasonOf({
  code = '',
  message,
  errors,
}: NodeJS.ErrnoException & { readonly errors?: readonly Error[] }): string {
  if (code === 'ECONNREFUSED') return 'nothing listens there; start it with fakecluster, or name another with --server'
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code))
    return `its certificate is not trusted (${code}); --insecure takes any`
  return message || (errors?.[0]?.message ?? code)
}
