import type { User } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import { goQuote } from '../../base/go/printable.js'
import { badRequest } from '../../base/errors/status.js'
import { mustHave } from '../../base/must-have.js'
import { serverError } from '../discovery/plain-answers.js'
import { alwaysAllow } from '../../model/registry/authorizer.js'
import { atLeast } from '../../model/registry/kubernetes-version.js'
import type { RestContext } from '../../rest/context.js'
import { accessRequested } from '../access/request.js'
import { unescaped } from '../wire/route.js'
import { pathOf } from './document.js'
import { type Mode, type Wanted, chosenMode, firstMode, modesOf, mustPass } from './impersonation-modes.js'
import { EXTRA_HEADER, type HttpRequest } from './request.js'

type Headers = HttpRequest['raw']['headers']

/** What impersonation depends on. */
type Context = Pick<RestContext, 'authorize' | 'env' | 'featureGates' | 'registry' | 'rules'>

/** The result: the user to act as, or the reply to headers that name no user. */
type Impersonation =
  | {
      readonly type: 'user'
      readonly user: User
      /** Names the way in which it was allowed; empty for that of servers before v1.36. */
      readonly constraint: string
    }
  | { readonly type: 'refused'; readonly outcome: Outcome }

/**
 * Returns the user that a request impersonates (`Impersonate-User`, `-Group`, `-Uid` and `-Extra-…`), as the filters of
 * k8s.io/apiserver do (pkg/endpoints/filters/impersonation).
 *
 * @throws StatusError 403 for what the user who sent it may not be, or 400 since v1.35 for headers that name no user
 */
export function impersonatedUser(context: Context, request: HttpRequest, by: User): Impersonation {
  const wanted = wantedIn(request.raw.headers)
  if (wanted.name === '') return { type: 'refused', outcome: withoutUser(context, wanted, pathOf(request)) }
  const mode = modeFor(context, request, wanted, by)
  mustPass(mode, by, context.authorize)
  const { name, uid, extra } = wanted
  const groups = mode.groups.concat(addedTo(name, mode.groups))
  return {
    type: 'user',
    constraint: mode.constraint,
    user: {
      name,
      ...(uid === '' ? {} : { uid }),
      groups,
      ...(Object.keys(extra).length === 0 ? {} : { extra }),
    },
  }
}

function modeFor(
  { env, featureGates, rules }: Context,
  { method, path, query }: HttpRequest,
  wanted: Wanted,
  by: User,
): Mode {
  if (!featureGates.ConstrainedImpersonation) return firstMode(wanted)
  const asked = accessRequested(method, unescaped(path) ?? path, query)
  const chosen = chosenMode(modesOf(wanted, by, asked), by, rules?.decide ?? alwaysAllow, env)
  return mustHave(chosen, 'a way to impersonate')
}

const wantedIn = (headers: Headers): Wanted => ({
  name: textOf(headers.get('impersonate-user') ?? ''),
  uid: textOf(headers.get('impersonate-uid') ?? ''),
  groups: listOf(headers.get('impersonate-group')),
  extra: extraOf(headers),
})

// Node.js and the web join the values of a repeated header.
const listOf = (joined: string | null): readonly string[] => joined?.split(', ').map(textOf) ?? []

/** Reads the value of a header, whose characters are bytes, as UTF-8. */
const textOf = (value: string): string =>
  /[^\x00-\x7f]/.test(value) ? new TextDecoder().decode(Uint8Array.from(value, (byte) => byte.charCodeAt(0))) : value

const ANONYMOUS = 'system:anonymous'
const AUTHENTICATED = 'system:authenticated'
const UNAUTHENTICATED = 'system:unauthenticated'

/** Returns the group that is added to those of a user. */
function addedTo(name: string, groups: readonly string[]): readonly string[] {
  if (name === ANONYMOUS) return groups.includes(UNAUTHENTICATED) ? [] : [UNAUTHENTICATED]
  return groups.includes(AUTHENTICATED) || groups.includes(UNAUTHENTICATED) ? [] : [AUTHENTICATED]
}

const extraOf = (headers: Headers): NonNullable<User['extra']> =>
  Object.fromEntries(
    [...headers.keys()]
      .filter((header) => header.startsWith(EXTRA_HEADER))
      .map((header) => [unescapedKey(header.slice(EXTRA_HEADER.length)), listOf(headers.get(header))]),
  )

/** Decodes `%` escapes; a key with an invalid one stays as it is. */
function unescapedKey(key: string): string {
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}

/** Returns the reply to headers that name no user, or throws it. */
function withoutUser({ featureGates, registry }: Context, wanted: Wanted, target: string): Outcome {
  if (featureGates.ConstrainedImpersonation)
    throw badRequest(`requested ${goUser(wanted)} without impersonating a user name`)
  const { uid, groups, extra } = wanted
  const asked = [
    ...groups.map((group) => `{Group  ${group}    }`),
    ...Object.entries(extra).flatMap(([key, values]) =>
      values.map((value) => `{UserExtra  ${value}  authentication.k8s.io/v1  ${key}}`),
    ),
    ...(uid === '' ? [] : [`{UID  ${uid}  authentication.k8s.io/v1  }`]),
  ]
  const text = `requested [${asked.join(' ')}] without impersonating a user`
  if (atLeast(registry.profile.version, '1.35')) throw badRequest(text)
  return { type: 'document', ...serverError(target, text) }
}

/** Formats whom a request impersonates as Go does with `%#v`. */
function goUser({ uid, groups, extra }: Wanted): string {
  const texts = (list: readonly string[]) =>
    `[]string${list.length === 0 ? '(nil)' : `{${list.map(goQuote).join(', ')}}`}`
  const entries = Object.entries(extra).sort(([a], [b]) => (a < b ? -1 : 1))
  const shown = entries.map(([key, values]) => `${goQuote(key)}:${texts(values)}`).join(', ')
  const map = `map[string][]string${entries.length === 0 ? '(nil)' : `{${shown}}`}`
  return `&user.DefaultInfo{Name:"", UID:${goQuote(uid)}, Groups:${texts(groups)}, Extra:${map}}`
}
