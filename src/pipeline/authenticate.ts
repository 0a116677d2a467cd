import type { Routed } from '../api/routed.js'
import { hasToken } from '../base/bearer.js'
import { StatusError, unauthorized } from '../base/status.js'

const OPEN_PATHS = /^\/(version|healthz|livez|readyz)(\/|$)/

/**
 * Lets a request in that has the bearer token, or asks for what is open to everybody.
 *
 * @throws StatusError 401
 */
export function authenticate(token: string, authorization: string | null, routed: Routed | StatusError): void {
  if (!(routed instanceof StatusError) && routed.type === 'service' && OPEN_PATHS.test(routed.path)) return
  if (!hasToken(token, authorization)) throw unauthorized()
}
