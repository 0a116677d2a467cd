import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { Readable } from 'node:stream'
import { accessOf } from '../../src/node/cli/import/run.js'
import type { Access } from '../../src/node/cli/import/remote.js'
import type { Server } from './play.js'

/**
 * Connects to the server of a kubeconfig's current context, in real time; see {@link accessOf}.
 *
 * @throws StartError if the file names no server
 */
export function connect(kubeconfig: string): Server {
  const access = accessOf(kubeconfig)
  return {
    base: access.base,
    ...(access.token === undefined ? {} : { admin: access.token }),
    fetch: (request) => send(request, access),
    now: () => Date.now(),
    pass: (ms) => new Promise((done) => setTimeout(done, ms)),
  }
}

/** Sends a request as it is. Node's fetch supports neither a certificate authority nor client certificates. */
async function send(request: Request, { tls, insecure = false }: Access): Promise<Response> {
  const { method, url, headers, signal } = request
  const body = Buffer.from(await request.arrayBuffer())
  const open = url.startsWith('https:') ? secureRequest : plainRequest
  // Without a Content-Length, Node sends the body of a DELETE as if it were the next request.
  const length = body.length > 0 ? { 'content-length': body.length } : {}
  return new Promise((answer, fail) => {
    const outgoing = open(
      url,
      { method, headers: { ...fieldsOf(headers), ...length }, signal, ...tls, rejectUnauthorized: !insecure },
      (incoming) => {
        try {
          answer(responseOf(incoming))
        } catch (error) {
          fail(error) // a status that a Response cannot have
        }
      },
    )
    outgoing.on('error', fail)
    outgoing.end(body.length > 0 ? body : undefined)
  })
}

/** Returns the fields to send: a Request joins the values of one that is sent several times. */
const fieldsOf = (headers: Headers): { readonly [name: string]: string | readonly string[] } =>
  Object.fromEntries(
    [...headers].map(([name, value]) => [name, name.startsWith('impersonate-') ? value.split(', ') : value]),
  )

const BODILESS = [204, 205, 304]

function responseOf(incoming: IncomingMessage): Response {
  const { statusCode: status = 0, headers } = incoming
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one): [string, string] => [name, one]),
  )
  // Node's and the DOM's declarations of a web stream differ only in name.
  const body = BODILESS.includes(status) ? null : (Readable.toWeb(incoming) as unknown as ReadableStream)
  return new Response(body, { status, headers: given })
}
