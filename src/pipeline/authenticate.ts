import type { Routed } from '../api/routed.js'
import { unauthorized } from '../base/status.js'

const OPEN_PATHS = /^\/(version|healthz|livez|readyz)(\/|$)/

/**
 * Lets a request in that has the bearer token, or asks for what is open to everybody.
 *
 * @throws StatusError 401
 */
export function authenticate(token: string, authorization: string | null, routed: Routed): void {
  if (routed.type === 'service' && OPEN_PATHS.test(routed.path)) return
  if (authorization !== `Bearer ${token}`) throw unauthorized()
}
