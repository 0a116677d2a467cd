import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import { gatherBytes } from '../../base/bytes/gathered-bytes.js'
import { mebibytes } from '../../base/json/size.js'
import { http } from '../http.js'

/** The certificate authority to trust, and the client's certificate and key: PEM, as for `node:tls`. */
export type Tls = {
  readonly ca?: Buffer
  readonly cert?: Buffer
  readonly key?: Buffer
}

/** A request of the command line. */
type Asked = {
  readonly url: URL
  /** The path and query to ask for, as they are: a URL resolves `..` (default: those of the URL). */
  readonly target?: string
  readonly method: string
  readonly token: string | undefined
  /** Accepts any certificate. */
  readonly insecure: boolean
  readonly body?: string | undefined
  readonly tls?: Tls | undefined
  /** What is waited for and taken before the request fails (default: no limits). */
  readonly limits?: AskLimits
  readonly userAgent?: string
}

/** The limits of a request to a server that may be slow or hostile. */
type AskLimits = {
  /** Milliseconds without any data. */
  readonly patience: number
  /** Milliseconds until the reply is complete. */
  readonly complete: number
  /** The length of the reply. */
  readonly bytes: number
}

/** A response, or the reason why there is none, with the system's error code if there is one. */
type Answer = { readonly status: number; readonly text: string } | { readonly failure: string; readonly code: string }

/** Sends a request without `fetch`, which takes long to load. */
export function ask({
  url,
  target = `${url.pathname}${url.search}`,
  method,
  token,
  insecure,
  body,
  tls,
  limits,
  userAgent = 'fakecluster-ctl',
}: Asked): Promise<Answer> {
  const headers = {
    'User-Agent': userAgent,
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
  }
  // The command sends a single request, so the connection is not kept alive.
  const options = { method, path: target, headers, agent: false as const }
  return new Promise((resolve) => {
    let limit: Error | undefined
    let timer: NodeJS.Timeout | undefined
    const end = (answer: Answer) => {
      clearTimeout(timer)
      resolve(answer)
    }
    const fail = (error: NodeJS.ErrnoException) => end({ failure: reasonOf(limit ?? error), code: error.code ?? '' })
    const sent =
      url.protocol === 'https:'
        ? https.request(url, { ...options, ...tls, rejectUnauthorized: !insecure })
        : http.request(url, options)
    const giveUp = (reason: string) => {
      limit ??= new Error(reason)
      sent.destroy(limit)
    }
    if (limits) {
      const { patience, complete } = limits
      sent.setTimeout(patience, () => giveUp(`nothing came of it for ${patience / 1000} s`))
      timer = setTimeout(() => giveUp(`its answer was not complete after ${complete / 1000} s`), complete)
    }
    sent.on('error', fail)
    sent.on('response', (reply) => {
      textOf(reply, limits?.bytes ?? Infinity).then((text) => end({ status: reply.statusCode ?? 0, text }), fail)
    })
    sent.end(body)
  })
}

/** Reads a reply. @throws if it has more than `most` bytes */
async function textOf(reply: IncomingMessage, most: number): Promise<string> {
  const gathered = gatherBytes()
  let length = 0
  // No encoding is set, so each piece is a Buffer.
  for await (const piece of reply as AsyncIterable<Uint8Array<ArrayBuffer>>) {
    length += piece.length
    if (length > most) throw new Error(`its answer is longer than ${mebibytes(most)}`)
    gathered.add(piece)
  }
  return new TextDecoder().decode(gathered.all())
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
