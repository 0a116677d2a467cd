import type { User } from '../../model/call/call.js'
import type { Routed } from '../../model/call/routed.js'
import { bearerOf } from '../accounts/bearer.js'
import { ADMIN } from '../accounts/identities.js'
import { type Steps, waitFor } from '../../base/turns/steps.js'
import { StatusError, unauthorized } from '../../base/errors/status.js'
import type { AccountTokens } from '../../model/registry/account-tokens.js'
import type { PipelineContext } from './context.js'
import { EXTRA_HEADER, type HttpRequest } from './request.js'
import { createLateLibrary } from '../../base/turns/late-library.js'
import type { Asked } from '../wire/handle.js'
import type { Outcome } from '../../model/call/outcome.js'

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
  const given = authorization === null ? undefined : bearerOf(authorization)
  // One that names nobody proves nothing.
  if (client?.user) {
    const certified = client.isFaulty ? undefined : identities.ofCertificate(client, env.now())
    if (certified) return certified
    if (given === undefined && !identities.isOpen) throw unauthorized()
  }
  const known = given === undefined ? identities.nobody : identities.ofToken(given)
  if (known) return known
  if (given !== undefined && accounts.isOurs(given))
    return accounts.load()?.then(() => accountOf(accounts, given)) ?? accountOf(accounts, given)
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

/** Who a request acts as, or the outcome of one that names nobody. */
export type Acting =
  | { readonly type: 'user'; readonly user: User; readonly constraint?: string }
  | { readonly type: 'refused'; readonly outcome: Outcome }

/** Tells whether a request impersonates somebody. */
export function impersonates({ access }: Pick<PipelineContext, 'access'>, { raw: { headers } }: HttpRequest): boolean {
  if (headers.get('impersonate-user') || headers.get('impersonate-uid')) return true
  // Of these an empty group counts too.
  return headers.get('impersonate-group') !== null || (access !== undefined && namesExtra(headers))
}

/** Tells whether there are extra values, whose headers have any names; to look through all headers takes time. */
function namesExtra(headers: HttpRequest['raw']['headers']): boolean {
  for (const name of headers.keys()) if (name.startsWith(EXTRA_HEADER)) return true
  return false
}

/**
 * Returns the user that a request impersonates, if its sender may.
 *
 * @throws StatusError 403
 */
export function* impersonated(context: PipelineContext, request: HttpRequest, user: User): Steps<Acting> {
  request.note.user = user
  request.audit?.impersonates()
  yield* waitFor(impersonation.load())
  return impersonation.needed().impersonatedUser(context, request, user)
}
