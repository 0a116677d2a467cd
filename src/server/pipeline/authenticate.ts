import type { User } from '../../model/call/call.js'
import type { Routed } from '../../model/call/routed.js'
import { bearerOf } from '../accounts/bearer.js'
import { ADMIN } from '../accounts/identities.js'
import { later } from '../../base/turns/later.js'
import { StatusError, unauthorized } from '../../base/errors/status.js'
import type { AccountTokens } from '../../model/registry/account-tokens.js'
import type { PipelineContext } from './context.js'

const OPEN_PATHS = /^\/(version|healthz|livez|readyz)(\/|$)/

/**
 * Returns the user of a request: of its bearer token; without one, whoever those without credentials are. Where these
 * are nobody, paths that are open to everybody are answered nevertheless.
 *
 * @throws StatusError 401
 */
export function authenticate(
  { identities, accounts, access }: Pick<PipelineContext, 'identities' | 'accounts' | 'access'>,
  authorization: string | null,
  routed: Routed | StatusError,
): User | Promise<User> {
  const given = bearerOf(authorization)
  const known = given === undefined ? identities.nobody : identities.ofToken(given)
  if (known) return known
  if (given !== undefined && accounts.isOurs(given)) return later(accounts.load(), () => accountOf(accounts, given))
  if (identities.isOpen || (!access && isOpen(routed))) return ADMIN
  throw unauthorized()
}

const isOpen = (routed: Routed | StatusError): boolean =>
  !(routed instanceof StatusError) && routed.type === 'service' && OPEN_PATHS.test(routed.path)

function accountOf({ judge }: AccountTokens, token: string): User {
  const judgement = judge(token)
  if (judgement.type !== 'known') throw unauthorized()
  return judgement.user
}
