import { readFileSync } from 'node:fs'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { dirname, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { parse } from 'yaml'
import type { Server } from './play.js'

type Named<K extends string, T> = { readonly name: string } & { readonly [key in K]: T }
type Cluster = {
  readonly server?: string
  readonly 'certificate-authority'?: string
  readonly 'certificate-authority-data'?: string
  readonly 'insecure-skip-tls-verify'?: boolean
}
type User = {
  readonly token?: string
  readonly tokenFile?: string
  readonly 'client-certificate'?: string
  readonly 'client-certificate-data'?: string
  readonly 'client-key'?: string
  readonly 'client-key-data'?: string
}
type Kubeconfig = {
  readonly 'current-context'?: string
  readonly clusters?: readonly Named<'cluster', Cluster>[]
  readonly contexts?: readonly Named<'context', { readonly cluster?: string; readonly user?: string }>[]
  readonly users?: readonly Named<'user', User>[]
}

/** How a server is spoken to. */
type Access = {
  readonly base: string
  readonly token?: string
  readonly tls: {
    readonly ca?: Buffer
    readonly cert?: Buffer
    readonly key?: Buffer
    readonly rejectUnauthorized: boolean
  }
}

/**
 * Connects to the server of a kubeconfig's current context, in real time. Certificates, keys and tokens are taken as they stand
 * or from the files named; programs that fetch them (`exec`) are not run.
 *
 * @throws Error where the file names no server
 */
export function connect(kubeconfig: string): Server {
  const access = readAccess(kubeconfig)
  return {
    base: access.base,
    fetch: (request) => send(request, access),
    now: () => Date.now(),
    pass: (ms) => new Promise((done) => setTimeout(done, ms)),
  }
}

function readAccess(file: string): Access {
  const config = parse(readFileSync(file, 'utf8')) as Kubeconfig | null // the form of a kubeconfig; every member is looked for
  const name = config?.['current-context']
  const context = config?.contexts?.find((entry) => entry.name === name)?.context
  const cluster = config?.clusters?.find((entry) => entry.name === context?.cluster)?.cluster
  const user = config?.users?.find((entry) => entry.name === context?.user)?.user ?? {}
  if (cluster?.server === undefined)
    throw new Error(`${file} has no server for its current-context (${name ?? 'it has none'}).`)
  const bytes = (data: string | undefined, path: string | undefined) =>
    data !== undefined
      ? Buffer.from(data, 'base64')
      : path !== undefined
        ? readFileSync(resolve(dirname(file), path))
        : undefined
  const ca = bytes(cluster['certificate-authority-data'], cluster['certificate-authority'])
  const cert = bytes(user['client-certificate-data'], user['client-certificate'])
  const key = bytes(user['client-key-data'], user['client-key'])
  const token = user.token ?? bytes(undefined, user.tokenFile)?.toString().trim()
  return {
    base: cluster.server.replace(/\/$/, ''),
    ...(token === undefined ? {} : { token }),
    tls: {
      ...(ca && { ca }),
      ...(cert && { cert }),
      ...(key && { key }),
      rejectUnauthorized: cluster['insecure-skip-tls-verify'] !== true,
    },
  }
}

/** Sends a request as it is. Node's fetch takes neither a certificate authority nor a client's certificate. */
async function send(request: Request, { token, tls }: Access): Promise<Response> {
  const { method, url, headers, signal } = request
  if (token !== undefined && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
  const body = Buffer.from(await request.arrayBuffer())
  const open = url.startsWith('https:') ? secureRequest : plainRequest
  return new Promise((answer, fail) => {
    const outgoing = open(url, { method, headers: Object.fromEntries(headers), signal, ...tls }, (incoming) =>
      answer(responseOf(incoming)),
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
  // The two declarations of a web stream, Node's and the DOM's, differ in name only.
  const body = BODILESS.includes(status) ? null : (Readable.toWeb(incoming) as unknown as ReadableStream)
  return new Response(body, { status, headers: given })
}
