import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { Readable } from 'node:stream'
import { accessOf } from '../../src/node/cli/import/kubeconfig-access.js'
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
    fetch: (request) => send(request, access),
    now: () => Date.now(),
    pass: (ms) => new Promise((done) => setTimeout(done, ms)),
  }
}

/** Sends a request as it is. Node's fetch supports neither a certificate authority nor client certificates. */
async function send(request: Request, { token, tls, insecure = false }: Access): Promise<Response> {
  const { method, url, headers, signal } = request
  if (token !== undefined && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
  const body = Buffer.from(await request.arrayBuffer())
  const open = url.startsWith('https:') ? secureRequest : plainRequest
  // Without a Content-Length, Node sends the body of a DELETE as if it were the next request.
  const length = body.length > 0 ? { 'content-length': body.length } : {}
  return new Promise((answer, fail) => {
    const outgoing = open(
      url,
      { method, headers: { ...Object.fromEntries(headers), ...length }, signal, ...tls, rejectUnauthorized: !insecure },
      (incoming) => answer(responseOf(incoming)),
    )
    outgoing.on('error', fail)
    outgoing.end(body.length > 0 ? body : undefined)
  })
}

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
