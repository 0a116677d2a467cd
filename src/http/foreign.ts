import { goQuote } from '../base/go-print.js'
import { StatusError, failure } from '../base/status.js'
import type { Asked } from '../wire/handle.js'
import type { Reply } from '../wire/reply.js'
import { isControl } from './control.js'
import { isNamed } from './cors.js'

/** Whom a server answers besides programs that ask it by a name of loopback. */
export type Allowed = {
  /** Tells whether it goes by the host a request is for. */
  readonly isHost: (host: string) => boolean
  /** Origins whose pages may ask for the API, as browsers write them, or `*`. Control is open to none of them. */
  readonly origins: readonly string[]
}

/** Takes every host. */
export const anyHost = (): boolean => true

/**
 * Takes the names of loopback, and others. The last that was taken is remembered, since clients ask by the same one
 * again and again.
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

/** What of a request tells where it comes from. */
type Comer = Pick<Asked, 'url' | 'headers'>

/** The reply to a stranger; undefined for who is none. */
export function refusalOf(asked: Comer, allowed: Allowed): Reply | undefined {
  try {
    refuseForeign(asked, allowed)
    return undefined
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    return refusalReply(error)
  }
}

/** The reply to a request that is refused before the cluster hears of it. */
export function refusalReply({ status, code }: StatusError): Reply {
  const text = `${JSON.stringify(status, undefined, 2)}\n`
  return { status: code, headers: HEADERS, warnings: [], body: { type: 'text', text } }
}

// A page must not guess at what the text is.
const HEADERS = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

/**
 * Refuses a request that a page of another origin may have made, or one that came by a name the server does not go by,
 * as when a page's own name has been made to mean this machine.
 *
 * @throws StatusError 403 that says how to mend it
 */
function refuseForeign({ url, headers }: Comer, { isHost, origins }: Allowed): void {
  const asked = hostIn(url)
  const host = headers.get('host') ?? asked
  const origin = headers.get('origin')
  const control = isControl(url)
  if (control || !isNamed(origin, origins)) {
    if (origin !== null && !isOwnOrigin(origin, host))
      throw foreign(`its Origin is ${goQuote(origin)}`, control, origin)
    if (headers.get('sec-fetch-site') === 'cross-site')
      throw foreign('its Sec-Fetch-Site is "cross-site"', control, origin)
  }
  if (!isHost(host)) throw unknownHost(nameOf(host))
  if (!isHost(asked)) throw unknownHost(nameOf(asked))
}

const foreign = (why: string, control: boolean, origin: string | null): StatusError =>
  failure(
    403,
    'Forbidden',
    control
      ? `control is refused to pages of other origins: ${why}; ask from a program, such as fakecluster ctl, or from a page of this server`
      : `the request is refused, as it comes from a page of another origin: ${why}; start with --cors ${isOrigin(origin) ? origin : 'ORIGIN'} to let its pages in`,
  )

const unknownHost = (name: string): StatusError =>
  failure(
    403,
    'Forbidden',
    `the request is refused, as it is for the host ${goQuote(name)}; ask 127.0.0.1 or localhost, or start with --allow-host ${goQuote(name)}`,
  )

const isOrigin = (origin: string | null): origin is string => origin !== null && hostOf(origin) !== undefined

/**
 * Tells whether an origin is this server's own, or on this machine, as that of a development server is, which hands on
 * what its pages ask for.
 */
function isOwnOrigin(origin: string, host: string): boolean {
  const from = hostOf(origin)
  return from !== undefined && (from === host.toLowerCase() || isLoopback(nameOf(from)))
}

/** The host and port of a request's URL. */
function hostIn(url: string): string {
  const start = url.indexOf('://') + 3
  const end = url.indexOf('/', start)
  return end < 0 ? url.slice(start) : url.slice(start, end)
}

/** The host and port of an origin; undefined for what is none. */
function hostOf(url: string): string | undefined {
  const [, host] = /^https?:\/\/([^/?#]+)/i.exec(url) ?? []
  return host?.toLowerCase()
}

/** A host's name without its port, in one way of writing. */
function nameOf(host: string): string {
  const [, v6, name] = /^(?:\[([^[\]]*)\]|([^:]*))(?::\d*)?$/.exec(host.toLowerCase()) ?? []
  return (v6 ?? name ?? host.toLowerCase()).replace(/\.$/, '')
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.(\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])){3}|::1)$/

/** Tells whether a name means the machine it is used on. */
export const isLoopback = (name: string): boolean => LOOPBACK.test(name.toLowerCase())
