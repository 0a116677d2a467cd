import type { User } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import { dns1123Label, dns1123Subdomain } from '../../base/rules/names.js'
import { serverError } from '../discovery/plain-answers.js'
import { accountGroups } from '../../model/registry/account-tokens.js'
import { type Authorizer, type ResourceAccess, isAllowed } from '../../model/registry/authorizer.js'
import { refusal } from '../../rest/access.js'
import type { Asked } from '../wire/handle.js'

type Headers = Asked['headers']

/** The result: the user to act as, or the reply to headers that name no user. */
type Impersonation =
  | { readonly type: 'user'; readonly user: User; readonly asked: readonly ResourceAccess[] }
  | { readonly type: 'refused'; readonly outcome: Outcome }

/**
 * Reads the user that a request impersonates (`Impersonate-User`, `-Group`, `-Uid` and `-Extra-…`), as the filter of
 * k8s.io/apiserver does (pkg/endpoints/filters/impersonation.go).
 */
export function readImpersonation(headers: Headers, target: string): Impersonation {
  const name = textOf(headers.get('impersonate-user') ?? '')
  const uid = textOf(headers.get('impersonate-uid') ?? '')
  const asked = listOf(headers.get('impersonate-group'))
  if (name === '') return { type: 'refused', outcome: withoutUser(target, asked, uid) }
  const groups = asked.length > 0 ? asked : knownGroups(name)
  const extra = extraOf(headers)
  return {
    type: 'user',
    asked: impersonating(name, asked, extra, uid),
    user: {
      name,
      ...(uid === '' ? {} : { uid }),
      groups: groups.concat(addedTo(name, groups)),
      ...(Object.keys(extra).length === 0 ? {} : { extra }),
    },
  }
}

/** What somebody must be allowed to be this user, in the order it is asked. */
function impersonating(
  name: string,
  groups: readonly string[],
  extra: NonNullable<User['extra']>,
  uid: string,
): readonly ResourceAccess[] {
  const [namespace, account] = accountOf(name)
  return [
    account === undefined
      ? { ...IMPERSONATE, resource: 'users', name }
      : { ...IMPERSONATE, resource: 'serviceaccounts', namespace, name: account },
    ...groups.map((group) => ({ ...IMPERSONATE, resource: 'groups', name: group })),
    ...Object.entries(extra).flatMap(([key, values]) =>
      values.map((value) => ({ ...OF_AUTHENTICATION, resource: 'userextras', subresource: key, name: value })),
    ),
    ...(uid === '' ? [] : [{ ...OF_AUTHENTICATION, resource: 'uids', name: uid }]),
  ]
}

const IMPERSONATE = { verb: 'impersonate', group: '', version: 'v1', subresource: '', namespace: '' }
const OF_AUTHENTICATION = { ...IMPERSONATE, group: 'authentication.k8s.io' }

/** @throws StatusError 403 for the first thing that a user may not be */
export function mustImpersonate(authorize: Authorizer, user: User, asked: readonly ResourceAccess[]): void {
  for (const request of asked) {
    const decision = authorize(user, request)
    if (!isAllowed(decision)) throw refusal(user, request, decision.reason)
  }
}

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

const ACCOUNT = 'system:serviceaccount:'

/** Returns the groups of a service account; none for another user. */
function knownGroups(user: string): readonly string[] {
  const [namespace, name] = accountOf(user)
  return name === undefined ? [] : accountGroups(namespace)
}

/** Returns the namespace and the name of the service account that a user is; no name for another user. */
function accountOf(user: string): readonly [namespace: string, name: string | undefined] {
  const [namespace = '', name = '', ...more] = user.startsWith(ACCOUNT) ? user.slice(ACCOUNT.length).split(':') : []
  const isAccount = more.length === 0 && [...dns1123Label(namespace), ...dns1123Subdomain(name)].length === 0
  return isAccount ? [namespace, name] : ['', undefined]
}

const EXTRA = 'impersonate-extra-'

const extraOf = (headers: Headers): NonNullable<User['extra']> =>
  Object.fromEntries(
    [...headers.keys()]
      .filter((header) => header.startsWith(EXTRA))
      .map((header) => [unescaped(header.slice(EXTRA.length)), listOf(headers.get(header))]),
  )

/** Decodes `%` escapes; a key with an invalid one stays as it is. */
function unescaped(key: string): string {
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}

function withoutUser(target: string, groups: readonly string[], uid: string): Outcome {
  const asked = [
    ...groups.map((group) => `{Group  ${group}    }`),
    ...(uid === '' ? [] : [`{UID  ${uid}  authentication.k8s.io/v1  }`]),
  ]
  return { type: 'document', ...serverError(target, `requested [${asked.join(' ')}] without impersonating a user`) }
}
