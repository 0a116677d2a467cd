import type { User } from '../../model/call/call.js'
import type { Routed } from '../../model/call/routed.js'
import { bearerOf, isSecret } from '../accounts/bearer.js'
import { later } from '../../base/turns/later.js'
import { StatusError, unauthorized } from '../../base/errors/status.js'
import type { AccountTokens } from '../../model/registry/account-tokens.js'
import { ADMIN, type PipelineContext } from './context.js'

const OPEN_PATHS = /^\/(version|healthz|livez|readyz)(\/|$)/

/**
 * Returns the user of a request: the service account of a token that we issued; else the admin, if the request has the
 * secret token, or is for a path open to everybody, or the cluster has no secret.
 *
 * @throws StatusError 401
 */
export function authenticate(
  { token: secret, accounts }: Pick<PipelineContext, 'token' | 'accounts'>,
  authorization: string | null,
  routed: Routed | StatusError,
): User | Promise<User> {
  const given = bearerOf(authorization)
  if (given !== undefined && given !== secret && accounts.isOurs(given))
    return later(accounts.load(), () => accountOf(accounts, given))
  if (secret === undefined || isOpen(routed) || (given !== undefined && isSecret(secret, given))) return ADMIN
  throw unauthorized()
}

const isOpen = (routed: Routed | StatusError): boolean =>
  !(routed instanceof StatusError) && routed.type === 'service' && OPEN_PATHS.test(routed.path)

function accountOf({ judge }: AccountTokens, token: string): User {
  const judgement = judge(token)
  if (judgement.type !== 'known') throw unauthorized()
  return judgement.user
}
