import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { text as textOf } from 'node:stream/consumers'

/** The certificate authority to trust, and the client's certificate and key: PEM, as for `node:tls`. */
export type Tls = {
  readonly ca?: Buffer
  readonly cert?: Buffer
  readonly key?: Buffer
}

/** A request of the command line. */
type Asked = {
  readonly url: URL
  readonly method: string
  readonly token: string | undefined
  /** Accepts any certificate. */
  readonly insecure: boolean
  readonly body?: string | undefined
  readonly tls?: Tls | undefined
  /** Milliseconds without any data before the request fails (default: no limit). */
  readonly patience?: number | undefined
  readonly userAgent?: string
}

/** A response, or the reason why there is none, with the system's error code if there is one. */
type Answer = { readonly status: number; readonly text: string } | { readonly failure: string; readonly code: string }

/** Sends a request without `fetch`, which takes long to load. */
export function ask({
  url,
  method,
  token,
  insecure,
  body,
  tls,
  patience,
  userAgent = 'fakecluster-ctl',
}: Asked): Promise<Answer> {
  const headers = {
    'User-Agent': userAgent,
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
  }
  // The command sends a single request, so the connection is not kept alive.
  const options = { method, headers, agent: false as const }
  return new Promise((resolve) => {
    let silence: Error | undefined
    const fail = (error: NodeJS.ErrnoException) =>
      resolve({ failure: reasonOf(silence ?? error), code: error.code ?? '' })
    const sent =
      url.protocol === 'https:'
        ? httpsRequest(url, { ...options, ...tls, rejectUnauthorized: !insecure })
        : httpRequest(url, options)
    if (patience !== undefined)
      sent.setTimeout(patience, () => {
        silence = new Error(`nothing came of it for ${patience / 1000} s`)
        sent.destroy(silence)
      })
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
  if (code === 'ECONNREFUSED') return 'nothing listens there'
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code))
    return `its certificate is not trusted (${code}); --insecure takes any`
  return message || (errors?.[0]?.message ?? code)
}
