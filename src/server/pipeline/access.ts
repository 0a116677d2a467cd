import type { User } from '../../model/call/call.js'
import type { Routed } from '../../model/call/routed.js'
import { bearerOf } from '../accounts/bearer.js'
import { ADMIN } from '../accounts/identities.js'
import { later } from '../../base/turns/later.js'
import { StatusError, unauthorized } from '../../base/errors/status.js'
import type { AccountTokens } from '../../model/registry/account-tokens.js'
import type { PipelineContext } from './context.js'
import type { HttpRequest } from './request.js'
import type { RestContext } from '../../rest/context.js'
import { createLateLibrary } from '../../base/turns/late-library.js'
import type { Asked } from '../wire/handle.js'
import type { Reply } from '../wire/reply.js'
import { pathOf } from './document.js'
import { reply } from './reply.js'

const OPEN_PATHS = /^\/(version|healthz|livez|readyz)(\/|$)/

/**
 * Returns the user of a request: of its client's certificate, or of its bearer token; without either, whoever those
 * without credentials are. Where these are nobody, paths that are open to everybody are answered nevertheless.
 *
 * @throws StatusError 401
 */
export function authenticate(
  { identities, accounts, access, env }: Pick<PipelineContext, 'identities' | 'accounts' | 'access' | 'env'>,
  { client }: Pick<Asked, 'client'>,
  authorization: string | null,
  routed: Routed | StatusError,
): User | Promise<User> {
  const given = bearerOf(authorization)
  // One that names nobody proves nothing.
  if (client?.user) {
    const certified = client.isFaulty ? undefined : identities.ofCertificate(client, env.now())
    if (certified) return certified
    if (given === undefined && !identities.isOpen) throw unauthorized()
  }
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

/**
 * Refuses a request that its user may not make, whatever its path is routed to; one whose path makes no sense does not
 * come that far.
 *
 * @throws StatusError 403
 */
export function authorize(
  { access }: Pick<PipelineContext, 'access'>,
  request: HttpRequest,
  user: User,
  routed: Routed | StatusError,
): void {
  request.note.user = user
  if (!access || (!(routed instanceof StatusError) && SENSELESS.includes(routed.type))) return
  access.needed().passRequest(user, request)
}

const SENSELESS: readonly Routed['type'][] = ['malformed', 'beginning']

// Loaded on demand: few requests impersonate a user.
const impersonation = createLateLibrary(() => import('./impersonate.js'))

/**
 * Continues as the user that a request impersonates, if it does and may, or else as the user who sent it.
 *
 * @throws StatusError 403
 */
export function acting(
  { authorize }: Pick<RestContext, 'authorize'>,
  request: HttpRequest,
  user: User,
  go: (as: User) => Reply | Promise<Reply>,
): Reply | Promise<Reply> {
  const { headers } = request.raw
  // Of these an empty group counts too.
  const asked = headers.get('impersonate-user') || headers.get('impersonate-uid')
  if (!asked && headers.get('impersonate-group') === null) return go(user)
  request.note.user = user
  return later(impersonation.load(), () => {
    const read = impersonation.needed().readImpersonation(headers, pathOf(request))
    if (read.type === 'user') impersonation.needed().mustImpersonate(authorize, user, read.asked)
    return read.type === 'user' ? go(read.user) : reply(request, read.outcome, { media: 'json' })
  })
}
