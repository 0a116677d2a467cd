import { goQuote } from '../base/go-print.js'
import { failure, unauthorized } from '../base/status.js'

/** Who may use control. */
export type Access = {
  /** The bearer token that requests must carry; undefined lets everybody in. */
  readonly token: string | undefined
  /** Names of this server besides those of loopback. */
  readonly hosts: readonly string[]
}

/**
 * Refuses a request that a page of another origin may have made, or one that came to this server by a name it does not go by,
 * as when a page's own name has been made to mean this machine.
 *
 * @throws StatusError 403 that says how to mend it
 */
export function refuseForeign(request: Request, { hosts }: Access): void {
  const host = request.headers.get('host') ?? new URL(request.url).host
  const origin = request.headers.get('origin')
  if (origin !== null && hostOf(origin) !== host.toLowerCase()) throw foreign(`its Origin is ${goQuote(origin)}`)
  if (request.headers.get('sec-fetch-site') === 'cross-site') throw foreign('its Sec-Fetch-Site is "cross-site"')
  const known = [host, new URL(request.url).host].every(
    (each) => isLoopback(nameOf(each)) || hosts.some((name) => nameOf(name) === nameOf(each)),
  )
  if (known) return
  const name = goQuote(nameOf(host))
  throw failure(
    403,
    'Forbidden',
    `control is refused: the request is for the host ${name}; ask 127.0.0.1 or localhost, or start with --allow-host ${name}`,
  )
}

/**
 * Refuses a request without the token.
 *
 * @throws StatusError 401
 */
export function refuseUnknown({ headers }: Request, { token }: Access): void {
  if (token !== undefined && headers.get('authorization') !== `Bearer ${token}`) throw unauthorized()
}

const foreign = (why: string) =>
  failure(
    403,
    'Forbidden',
    `control is refused to pages of other origins: ${why}; ask from a program, such as fakecluster ctl, or from a page of this server`,
  )

/** The host and port of an origin; undefined for `null` and what is no origin. */
function hostOf(origin: string): string | undefined {
  const [, host] = /^https?:\/\/([^/]+)$/i.exec(origin) ?? []
  return host?.toLowerCase()
}

/** A host's name without its port, in one way of writing. */
function nameOf(host: string): string {
  const bare = host.toLowerCase().replace(/^\[(.*)\](:\d+)?$/, '$1')
  return (bare.split(':').length === 2 ? bare.slice(0, bare.indexOf(':')) : bare).replace(/\.$/, '')
}

const isLoopback = (name: string): boolean => /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|::1)$/.test(name)
