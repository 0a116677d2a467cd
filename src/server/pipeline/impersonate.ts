import { badRequest } from '../../base/errors/status.js'
import { aggregateText, invalid, issueText } from '../../base/errors/issue.js'
import { goQuote } from '../../base/go/printable.js'
import { mustHave } from '../../base/must-have.js'
import { domainPrefixedPath } from '../../base/rules/domain.js'
import { dns1123Label, dns1123Subdomain } from '../../base/rules/names.js'
import type { User } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import { accountGroups } from '../../model/registry/account-tokens.js'
import {
  type AccessRequest,
  type Authorizer,
  type ResourceAccess,
  alwaysAllow,
  isAllowed,
} from '../../model/registry/authorizer.js'
import { atLeast } from '../../model/registry/kubernetes-version.js'
import { refusal } from '../../rest/access.js'
import type { RestContext } from '../../rest/context.js'
import { accessRequested } from '../access/request.js'
import { serverError } from '../discovery/plain-answers.js'
import { unescaped } from '../wire/route.js'
import { pathOf } from './document.js'
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
  groups: valuesOf(headers, 'impersonate-group'),
  extra: extraOf(headers),
})

const valuesOf = (headers: Headers, name: string): readonly string[] =>
  (headers.all?.(name) ?? headers.get(name)?.split(', ') ?? []).map(textOf)

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
      .map((header) => [unescapedKey(header.slice(EXTRA_HEADER.length)), valuesOf(headers, header)]),
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

/** Whom a request impersonates, as its headers say. */
type Wanted = Required<Pick<User, 'name' | 'groups'>> & {
  readonly uid: string
  readonly extra: NonNullable<User['extra']>
}

/** Something that whoever impersonates must be allowed; with a fault it is refused in any case. */
type Needed = { readonly request: AccessRequest; readonly fault?: string }

/** A way to be allowed to impersonate somebody, and the groups that the user has then. */
type Mode = {
  /** Names the way in audit events; empty for that of servers before v1.36. */
  readonly constraint: string
  readonly checks: readonly Needed[]
  readonly groups: readonly string[]
}

const ACCOUNT = 'system:serviceaccount:'

/** Returns the service account that a user is; undefined for another user. */
function accountIn(user: string): { readonly namespace: string; readonly name: string } | undefined {
  const [namespace = '', name = '', ...more] = user.startsWith(ACCOUNT) ? user.slice(ACCOUNT.length).split(':') : []
  const isAccount = more.length === 0 && [...dns1123Label(namespace), ...dns1123Subdomain(name)].length === 0
  return isAccount ? { namespace, name } : undefined
}

const ALL = { version: 'v1', subresource: '', namespace: '' }
const CORE = { ...ALL, group: '' }
const AUTHENTICATION = { ...ALL, group: 'authentication.k8s.io' }

const single = (request: ResourceAccess): readonly Needed[] => [{ request }]
const forUid = (verb: string, { uid }: Wanted): readonly Needed[] =>
  uid === '' ? [] : single({ ...AUTHENTICATION, verb, resource: 'uids', name: uid })
const forExtra = (verb: string, { extra }: Wanted): readonly Needed[] =>
  Object.entries(extra).flatMap(([subresource, values]) =>
    values.flatMap((name) => single({ ...AUTHENTICATION, verb, resource: 'userextras', subresource, name })),
  )
const forGroups = (verb: string, { groups }: Wanted, where: typeof CORE): readonly Needed[] =>
  groups.flatMap((name) => single({ ...where, verb, resource: 'groups', name }))

function forName(verb: string, { name }: Wanted, where: typeof CORE): readonly Needed[] {
  const account = accountIn(name)
  return single(
    account
      ? { ...where, verb, resource: 'serviceaccounts', namespace: account.namespace, name: account.name }
      : { ...where, verb, resource: 'users', name },
  )
}

const ownGroups = ({ name, groups }: Wanted): readonly string[] => {
  const account = groups.length === 0 ? accountIn(name) : undefined
  return account ? accountGroups(account.namespace) : groups
}

/** The only way until v1.35 (apiserver: filters.WithImpersonation). */
const firstMode = (wanted: Wanted): Mode => ({
  constraint: '',
  groups: ownGroups(wanted),
  checks: [
    ...forName('impersonate', wanted, CORE),
    ...forGroups('impersonate', wanted, CORE),
    ...forExtra('impersonate', wanted),
    ...forUid('impersonate', wanted),
  ],
})

/** The same since then, in another order. */
const legacyMode = (wanted: Wanted): Mode => ({
  constraint: '',
  groups: ownGroups(wanted),
  checks: [
    ...forName('impersonate', wanted, CORE),
    ...forUid('impersonate', wanted),
    ...forGroups('impersonate', wanted, CORE),
    ...forExtra('impersonate', wanted),
  ],
})

/**
 * Returns the ways to impersonate somebody for a request, the narrowest first (apiserver: filters/impersonation,
 * allImpersonationModes): each but the last needs a right to do the very same as that user, besides.
 */
export function modesOf(wanted: Wanted, by: User, request: AccessRequest): readonly Mode[] {
  const on = (mode: string): Needed => ({ request: { ...request, verb: `impersonate-on:${mode}:${request.verb}` } })
  const hasOnlyName = wanted.uid === '' && wanted.groups.length === 0 && Object.keys(wanted.extra).length === 0
  const node = nodeIn(wanted.name)
  const ofNode = (mode: string, name: string): Mode => ({
    constraint: `impersonate:${mode}`,
    groups: ['system:nodes'],
    checks: [on(mode), ...single({ ...AUTHENTICATION, verb: `impersonate:${mode}`, resource: 'nodes', name })],
  })
  const constrained = (mode: string, more: (verb: string) => readonly Needed[]): Mode => {
    const verb = `impersonate:${mode}`
    return {
      constraint: verb,
      groups: ownGroups(wanted),
      checks: [on(mode), ...forName(verb, wanted, AUTHENTICATION), ...more(verb)],
    }
  }
  const nodeModes = node !== undefined && hasOnlyName
  return [
    ...(nodeModes && isOnNode(by, node) ? [ofNode('associated-node', '*')] : []),
    ...(nodeModes ? [ofNode('arbitrary-node', node)] : []),
    ...(hasOnlyName && accountIn(wanted.name) ? [constrained('serviceaccount', () => [])] : []),
    ...(node === undefined && !accountIn(wanted.name)
      ? [
          constrained('user-info', (verb) => [
            ...forUid(verb, wanted),
            ...manyGroups(verb, wanted),
            ...manyExtra(verb, wanted),
          ]),
        ]
      : []),
    legacyMode(wanted),
  ]
}

const NODE = 'system:node:'

function nodeIn(name: string): string | undefined {
  const node = name.startsWith(NODE) ? name.slice(NODE.length) : ''
  return dns1123Subdomain(node).length === 0 ? node : undefined
}

const isOnNode = ({ name, extra }: User, node: string): boolean =>
  accountIn(name) !== undefined && extra?.['authentication.kubernetes.io/node-name']?.[0] === node

function manyGroups(verb: string, wanted: Wanted): readonly Needed[] {
  const { groups } = wanted
  const refused = (name: string, fault: string): readonly Needed[] => [
    { request: { ...AUTHENTICATION, verb, resource: 'groups', name }, fault },
  ]
  if (groups.includes('')) return refused('', 'impersonating the empty string group is not allowed')
  if (groups.includes('system:masters'))
    return refused('system:masters', 'impersonating the system:masters group is not allowed')
  return forGroups(verb, wanted, AUTHENTICATION)
}

function manyExtra(verb: string, wanted: Wanted): readonly Needed[] {
  const fault = Object.entries(wanted.extra).flatMap(([key, values]) => extraFault(key, values) ?? [])[0]
  if (fault === undefined) return forExtra(verb, wanted)
  return [{ request: { ...AUTHENTICATION, verb, resource: 'userextras', name: '' }, fault }]
}

function extraFault(key: string, values: readonly string[]): string | undefined {
  if (key === '') return 'impersonating the empty string key in extra is not allowed'
  const faults = domainPrefixedPath(key).map(({ part, detail }) => issueText(invalid('extra.key', part, detail)))
  if (faults.length > 0) return `impersonating an invalid key in extra is not allowed: ${aggregateText(faults)}`
  if (key !== key.toLowerCase()) return `impersonating a non-lowercase key in extra is not allowed: ${goQuote(key)}`
  return values.includes('') ? 'impersonating the empty string value in extra is not allowed' : undefined
}

// By server: the way in which somebody has impersonated last is tried first.
const lastWays = new WeakMap<object, Map<string, string>>()
const MOST_REMEMBERED = 10_000

/**
 * Returns the first way that somebody may take, or the first one of all.
 *
 * @param decide tells whether something is allowed, without noting that it was asked for
 */
function chosenMode(modes: readonly Mode[], by: User, decide: Authorizer, server: object): Mode | undefined {
  const last = lastWays.get(server) ?? new Map<string, string>()
  lastWays.set(server, last)
  const constraint = last.get(by.name)
  const inOrder = [...modes].sort((a, b) => Number(b.constraint === constraint) - Number(a.constraint === constraint))
  const mayTake = ({ checks }: Mode) =>
    checks.every(({ request, fault }) => fault === undefined && isAllowed(decide(by, request)))
  const chosen = inOrder.find(mayTake)
  if (!chosen) return inOrder[0]
  if (last.size >= MOST_REMEMBERED) last.clear()
  last.set(by.name, chosen.constraint)
  return chosen
}

/** @throws StatusError 403 for the first check that somebody does not pass */
function mustPass({ checks }: Mode, by: User, authorize: Authorizer): void {
  for (const { request, fault } of checks) {
    const decision = authorize(by, request)
    if (fault !== undefined || !isAllowed(decision)) throw refusal(by, request, fault ?? decision.reason)
  }
}
