import { goQuote } from '../../base/go/printable.js'
import { StatusError, failure } from '../../base/errors/status.js'
import type { Asked, Handle } from '../wire/handle.js'
import type { Reply } from '../wire/reply.js'
import { toResponse } from '../wire/response.js'
import type { Fetch } from './app.js'

const CONTROL = /^(?:[a-z]+:\/\/[^/]*)?\/_fakecluster(?=[/?#]|$)/i

/** Tells whether a URL or a path belongs to the control API. */
export const isControl = (url: string): boolean => url.includes('/_fakecluster') && CONTROL.test(url)

/** The requests a server answers besides those of programs that use a loopback host name. */
export type Allowed = {
  /** Tells whether the server goes by the host that a request is for. */
  readonly isHost: (host: string) => boolean
  /** Origins whose pages may use the API, as browsers write them, or `*`. Control is closed to all of them. */
  readonly origins: readonly string[]
}

/** Accepts every host. */
export const anyHost = (): boolean => true

/**
 * Accepts loopback names and the given ones. The last accepted host is cached, since clients keep using the same one.
 */
export function namedHosts(names: readonly string[]): Allowed['isHost'] {
  const others = new Set(names.map(nameOf))
  let last: string | undefined
  return (host) => {
    if (host === last) return true
    const name = nameOf(host)
    const isKnown = isLoopback(name) || others.has(name)
    if (isKnown) last = host
    return isKnown
  }
}

/** Tells whether an origin is allowed by name. */
const isNamed = (origin: string | null, origins: readonly string[]): boolean =>
  origins.includes('*') || (origin !== null && origins.includes(origin.toLowerCase()))

/** The parts of a request that tell where it comes from. */
type Comer = Pick<Asked, 'url' | 'headers'>

/** Returns the refusal of a foreign request; undefined if the request is allowed. */
export function refusalOf(asked: Comer, allowed: Allowed, origin = asked.headers.get('origin')): Reply | undefined {
  try {
    refuseForeign(asked, origin, allowed)
    return undefined
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    return refusalReply(error)
  }
}

/** Makes the reply to a request that is refused before it reaches the cluster. */
export function refusalReply({ status, code }: StatusError): Reply {
  const text = `${JSON.stringify(status, undefined, 2)}\n`
  return { status: code, headers: HEADERS, warnings: [], body: { type: 'text', text } }
}

// Keeps browsers from sniffing another content type.
const HEADERS = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

/**
 * Refuses a request that a page of another origin may have made, or that is for a host name the server does not go by,
 * as in DNS rebinding.
 *
 * @throws StatusError 403 whose message says how to allow it
 */
function refuseForeign({ url, headers }: Comer, origin: string | null, { isHost, origins }: Allowed): void {
  const asked = hostIn(url)
  const host = headers.get('host') ?? asked
  const site = headers.get('sec-fetch-site')
  const isOfPage = origin !== null || site !== null
  if (isOfPage && isControl(url)) {
    if (origin !== null && !isOwnOrigin(origin, host) && !isForwarded(origin, site))
      throw foreignToControl(`its Origin is ${goQuote(origin)}`)
    // A link to the inspector may be on any page of this machine.
    const isLink = site === 'same-site' && headers.get('sec-fetch-mode') === 'navigate'
    if (!isSameOrigin(site) && !isLink) throw foreignToControl(`its Sec-Fetch-Site is ${goQuote(site ?? '')}`)
  } else if (isOfPage && !isNamed(origin, origins) && !(origin !== null && isLoopbackOrigin(origin))) {
    if (origin !== null && !isOwnOrigin(origin, host)) throw foreign(`its Origin is ${goQuote(origin)}`, origin)
    if (site === 'cross-site') throw foreign('its Sec-Fetch-Site is "cross-site"', origin)
  }
  if (!isHost(host)) throw unknownHost(nameOf(host))
  if (asked !== host && !isHost(asked)) throw unknownHost(nameOf(asked))
}

const foreign = (why: string, origin: string | null): StatusError =>
  failure(
    403,
    'Forbidden',
    `the request is refused, as it comes from a page of another origin: ${why}; start with --cors ${isOrigin(origin) ? origin : 'ORIGIN'} to let its pages in`,
  )

const foreignToControl = (why: string): StatusError =>
  failure(
    403,
    'Forbidden',
    `control is refused to pages of other origins: ${why}; ask from a program, such as fakecluster ctl, or from a page of this server`,
  )

const unknownHost = (name: string): StatusError =>
  failure(
    403,
    'Forbidden',
    `the request is refused, as it is for the host ${goQuote(name)}; ask 127.0.0.1 or localhost, or start with --allow-host ${goQuote(name)}`,
  )

const isOrigin = (origin: string | null): origin is string => origin !== null && hostOf(origin) !== undefined

const isOwnOrigin = (origin: string, host: string): boolean => hostOf(origin) === host.toLowerCase()

/**
 * Tells whether a development server on this machine forwards the request of one of its own pages. No page can send a
 * `Sec-Fetch-Site` of its own.
 */
const isForwarded = (origin: string, site: string | null): boolean => site === 'same-origin' && isLoopbackOrigin(origin)

/** Tells whether a request is of no page, of one of the same origin, or by hand. */
const isSameOrigin = (site: string | null): boolean => site === null || site === 'same-origin' || site === 'none'

/** Tells whether an origin is on this machine; its pages may use the API, but not control. */
function isLoopbackOrigin(origin: string): boolean {
  const host = hostOf(origin)
  return host !== undefined && isLoopback(nameOf(host))
}

/** Returns the host and port of a request's URL. */
function hostIn(url: string): string {
  const start = url.indexOf('://') + 3
  const end = url.indexOf('/', start)
  return end < 0 ? url.slice(start) : url.slice(start, end)
}

/** Returns the host and port of an origin; undefined if it is malformed. */
function hostOf(url: string): string | undefined {
  const [, host] = /^https?:\/\/([^/?#]+)/i.exec(url) ?? []
  return host?.toLowerCase()
}

/** Returns the name of a host without its port, in normalized form. */
function nameOf(host: string): string {
  const [, v6, name] = /^(?:\[([^[\]]*)\]|([^:]*))(?::\d*)?$/.exec(host.toLowerCase()) ?? []
  return (v6 ?? name ?? host.toLowerCase()).replace(/\.$/, '')
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.(\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])){3}|::1)$/

/** Tells whether a host name means the local machine. */
export const isLoopback = (name: string): boolean => LOOPBACK.test(name.toLowerCase())

/**
 * Wraps a handler: refuses foreign requests with 403, answers CORS preflights of allowed origins, and passes on the
 * rest.
 */
export function guardHandle(handle: Handle, allowed: Allowed): Handle {
  return (asked) => {
    const met = meet(asked, allowed)
    if (met?.type === 'reply') return met.reply
    const reply = handle(asked)
    if (!met) return reply
    return reply instanceof Promise
      ? reply.then((given) => withHeaders(given, met.headers))
      : withHeaders(reply, met.headers)
  }
}

/** Like {@link guardHandle}, for a function that returns a Response. */
export function guardFetch(fetch: Fetch, allowed: Allowed): Fetch {
  return (request, bindings) => {
    const send = bindings.send ?? ((reply: Reply) => toResponse(reply, request))
    const met = meet(request, allowed)
    if (met?.type === 'reply') return send(met.reply)
    const headed = met && { send: (reply: Reply) => send(withHeaders(reply, met.headers)) }
    return fetch(request, { ...bindings, ...headed, guarded: true })
  }
}

type Headers = Reply['headers']
type Met = { readonly type: 'reply'; readonly reply: Reply } | { readonly type: 'page'; readonly headers: Headers }

/** Decides about the origin of a request; undefined if there is nothing to do. */
function meet(asked: Pick<Asked, 'method' | 'url' | 'headers'>, allowed: Allowed): Met | undefined {
  const origin = asked.headers.get('origin')
  const refused = refusalOf(asked, allowed, origin)
  if (refused) return { type: 'reply', reply: refused }
  if (origin === null || isControl(asked.url)) return undefined
  const headers = corsHeaders(
    origin,
    isLoopbackOrigin(origin) ? [...allowed.origins, origin.toLowerCase()] : allowed.origins,
  )
  if (!headers) return undefined
  return asked.method === 'OPTIONS'
    ? { type: 'reply', reply: { status: 204, headers, warnings: [], body: { type: 'text', text: '' } } }
    : { type: 'page', headers }
}

/**
 * Returns the CORS headers for a page of another origin, as kube-apiserver sends them (pkg/server/filters/cors.go);
 * undefined if the origin is not allowed.
 */
function corsHeaders(origin: string, origins: readonly string[]): Headers | undefined {
  if (!isNamed(origin, origins)) return undefined
  // A server that allows every origin must not allow credentials.
  return origins.includes('*')
    ? { 'Access-Control-Allow-Origin': '*', ...ALLOWED }
    : { 'Access-Control-Allow-Origin': origin, ...ALLOWED, 'Access-Control-Allow-Credentials': 'true' }
}

const ALLOWED = {
  'Access-Control-Allow-Methods': 'POST, GET, OPTIONS, PUT, DELETE, PATCH',
  'Access-Control-Allow-Headers':
    'Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, X-Requested-With, If-Modified-Since',
  'Access-Control-Expose-Headers': 'Date',
}

const withHeaders = (reply: Reply, headers: Headers): Reply => ({ ...reply, headers: { ...reply.headers, ...headers } })
