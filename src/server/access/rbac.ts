import { aggregateText } from '../../base/errors/issue.js'
import { badRequest, forbiddenStatus, notFound, plainError } from '../../base/errors/status.js'
import { goQuote } from '../../base/go/printable.js'
import { mustHave } from '../../base/must-have.js'
import { compareBytes, jsonEqual, withMembers } from '../../base/json/json.js'
import { append, binarySearch } from '../../base/lists/lists.js'
import type { ClusterRole, PolicyRule, RoleRef, Subject } from '../../model/generated/types/rbac-v1.js'
import type { Identified } from '../../model/registry/account-tokens.js'
import {
  type AccessRequest,
  type Authorizer,
  type Decision,
  type RoleWrite,
  type UserRules,
  isAllowed,
} from '../../model/registry/authorizer.js'
import { keyOf } from '../../rest/context.js'
import type { KubeObject } from '../../schema/object.js'
import { objectsOf } from '../../store/page.js'
import type { Change, ChangeLog } from '../../store/history.js'
import type { Store } from '../../store/store.js'
import { compacted, hasVerb, quotedList, ruleAllows, ruleText, uncovered } from './rules.js'
import { MOST_KEPT, createKeptOfUsers } from './users.js'

type Role = KubeObject & { readonly rules?: readonly PolicyRule[] }
type Binding = KubeObject & { readonly roleRef: RoleRef; readonly subjects?: readonly Subject[] }

/** The evaluator of roles and bindings. */
type Rbac = {
  /** What decisions depend on: the same as long as they are the same. */
  readonly state: () => object
  /** Returns the lists of roles that a decision depends on: the same as long as they are the same. */
  readonly rolesAbout: (user: Identified, request: AccessRequest) => readonly (readonly HeldRole[])[]
  readonly authorize: Authorizer
  readonly rulesFor: RulesFor
  readonly rulesOf: RulesOf
}

/**
 * Returns all rules of a user; `missing` words the error for a role that does not exist (default: as the authorizer
 * does, which reads roles from a cache).
 */
type RulesFor = (user: Identified, namespace: string, missing?: Missing) => UserRules

/** Returns the rules of a role that a binding refers to; undefined if there is no such role. */
type RulesOf = (ref: RoleRef, namespace: string) => readonly PolicyRule[] | undefined

type Missing = (ref: RoleRef) => string

const GROUP = 'rbac.authorization.k8s.io'
const ROLES = `${GROUP}/roles`
const BINDINGS = `${GROUP}/rolebindings`
const CLUSTER_ROLES = `${GROUP}/clusterroles`
const CLUSTER_BINDINGS = `${GROUP}/clusterrolebindings`
const TABLES = [ROLES, BINDINGS, CLUSTER_ROLES, CLUSTER_BINDINGS]

/** Where roles and bindings are stored. */
export type RbacSource = Pick<Store<KubeObject>, 'peek' | 'log' | 'revision' | 'epoch'>

const missingInCache: Missing = ({ kind, name }) => `${kind.toLowerCase()}.${GROUP} ${goQuote(name)} not found`

/** Makes the evaluator of stored roles and bindings. */
export function createRbac(source: RbacSource): Rbac {
  const state = createState(source)
  const kept = createKeptOfUsers(() => new Map<string, HeldRoles>())
  const heldIn = (user: Identified, namespace: string): HeldRoles => {
    const known = kept.of(user)
    const now = state()
    let held = known.get(namespace)
    if (held?.state === now) return held
    if (!held || !catchUp(held, source, now)) {
      held = readRoles(source, now, user, namespace)
      if (known.size >= MOST_KEPT) known.clear()
      known.set(namespace, held)
    }
    return held
  }
  const rolesAbout: Rbac['rolesAbout'] = (user, request) => {
    const [resource, verb] = [resourceOf(request), verbOf(request)]
    return scopesOf(namespaceOf(request)).map((where) => rolesIn(heldIn(user, where), resource, verb))
  }
  return {
    state,
    rolesAbout,
    authorize: (user, request) => decide(rolesAbout(user, request), request),
    rulesFor(user, namespace, missing = missingInCache) {
      const rules: PolicyRule[] = []
      const errors: string[] = []
      for (const where of scopesOf(namespace))
        for (const { role, binding } of heldIn(user, where).roles) {
          if (role) append(rules, role.all)
          else errors.push(missing(binding.roleRef))
        }
      return { rules, errors }
    },
    rulesOf: (ref, namespace) => roleAt(source, placeOf(ref, namespace))?.all,
  }
}

/** The tables of roles and bindings, between two writes to any of them. */
type RbacState = {
  readonly epoch: number
  readonly logs: readonly ChangeLog<KubeObject>[]
  /** Where each log ends. */
  readonly ends: readonly number[]
}

/** Returns what tells the present state: the same until something is written to one of the tables. */
function createState({ log, epoch, revision }: RbacSource): () => RbacState {
  let seen = -1
  let state: RbacState | undefined
  return () => {
    const now = revision()
    if (state && seen === now) return state
    seen = now
    if (state?.epoch !== epoch()) state = { epoch: epoch(), logs: TABLES.map(log), ends: [] }
    const { logs, ends } = state
    if (logs.some((each, i) => each.end() !== ends[i])) state = { ...state, ends: logs.map((each) => each.end()) }
    return state
  }
}

/** Where a role is stored. */
type RolePlace = { readonly table: string; readonly key: string }

/** The rules of a role: all, and those that can be about a resource. */
type Rules = { readonly all: readonly PolicyRule[]; readonly about: ReadonlyMap<string, readonly PolicyRule[]> }

/** A role that a user has, and the binding and subject by which they have it. */
type HeldRole = {
  readonly key: string
  /** The namespace of the binding; empty for one of the cluster. */
  readonly namespace: string
  readonly binding: Binding
  readonly subject: Subject
  readonly place: RolePlace
  /** Undefined if there is no such role. */
  role: Rules | undefined
}

/** The roles that a user has by the bindings of a namespace, or of the cluster (empty), in the order of these. */
type HeldRoles = {
  readonly user: Identified
  readonly namespace: string
  roles: readonly HeldRole[]
  /** Those that can be about a resource and a verb, or that there are not. */
  readonly about: Map<string, Map<string, readonly HeldRole[]>>
  state: RbacState
}

const bindingsIn = (namespace: string) =>
  namespace === '' ? { table: CLUSTER_BINDINGS, prefix: '' } : { table: BINDINGS, prefix: `${namespace}/` }

/** Returns the scopes whose bindings count in a namespace. */
const scopesOf = (namespace: string): readonly string[] => (namespace === '' ? [''] : ['', namespace])

function readRoles(source: RbacSource, state: RbacState, user: Identified, namespace: string): HeldRoles {
  const { table, prefix } = bindingsIn(namespace)
  const bindings = objectsOf(source.peek(table), prefix) as readonly Binding[] // what the table holds
  const whose = { user, namespace }
  return {
    ...{ ...whose, state, about: new Map() },
    roles: bindings.flatMap((binding) => heldBy(source, whose, prefix + binding.metadata.name, binding)),
  }
}

/** Returns the role that a user has by a binding, if it is theirs. */
function heldBy(
  source: RbacSource,
  { user, namespace }: Pick<HeldRoles, 'user' | 'namespace'>,
  key: string,
  binding: Binding,
): readonly HeldRole[] {
  const subject = binding.subjects?.find((each) => appliesTo(each, user, namespace))
  if (!subject) return []
  const place = placeOf(binding.roleRef, namespace)
  return [{ key, namespace, binding, subject, place, role: roleAt(source, place) }]
}

/** Takes the changes since into account; false if there are too many, or they are no longer held. */
function catchUp(held: HeldRoles, source: RbacSource, now: RbacState): boolean {
  const { state } = held
  if (state.epoch !== now.epoch) return false
  for (const [i, table] of TABLES.entries()) {
    if (!concerns(table, held.namespace)) continue
    const from = state.ends[i] ?? 0
    const end = now.ends[i] ?? 0
    if (end - from > MOST_CHANGES) return false
    for (let position = from; position < end; position++) {
      const change = now.logs[i]?.at(position)
      if (change === undefined || change === 'expired') return false
      follow(held, source, change)
    }
  }
  held.state = now
  return true
}

/** Tells whether what somebody has by the bindings of a namespace, or of the cluster, depends on a table. */
const concerns = (table: string, namespace: string): boolean =>
  table === CLUSTER_ROLES || (table === CLUSTER_BINDINGS) === (namespace === '')

/** The number of changes of a table that are looked through one by one. */
const MOST_CHANGES = 100

/** Takes a change of a table into account that the scope depends on. */
function follow(held: HeldRoles, source: RbacSource, { table, key, next }: Change<KubeObject>): void {
  if (table === ROLES || table === CLUSTER_ROLES) {
    for (const role of held.roles)
      if (role.place.key === key && role.place.table === table) {
        role.role = roleAt(source, role.place)
        held.about.clear()
      }
  } else if (key.startsWith(bindingsIn(held.namespace).prefix)) {
    const made = next ? heldBy(source, held, key, next as Binding) : [] // what the table holds
    held.roles = withRole(held.roles, key, made)
    for (const [resource, byVerb] of held.about)
      for (const [verb, roles] of byVerb)
        byVerb.set(verb, withRole(roles, key, made.filter(canBeAbout(resource, verb))))
  }
}

/** Returns roles with that of a binding replaced, by at most one. */
function withRole(roles: readonly HeldRole[], key: string, made: readonly HeldRole[]): readonly HeldRole[] {
  const keyAt = (place: number) => mustHave(roles[place], 'a role').key
  const place = binarySearch(roles.length, (at) => compareBytes(keyAt(at), key) >= 0)
  const had = place < roles.length && keyAt(place) === key
  return had || made.length > 0 ? roles.toSpliced(place, had ? 1 : 0, ...made) : roles
}

/** Tells whether a role can be about a verb and a resource, or a path, as far as it is known. */
const canBeAbout =
  (resource: string, verb: string) =>
  ({ role }: HeldRole): boolean =>
    !role || rulesAbout(role, resource).some((rule) => verb === '' || hasVerb(rule, verb))

const rulesAbout = ({ about }: Rules, resource: string): readonly PolicyRule[] =>
  about.get(resource) ?? about.get('*') ?? []

function rolesIn({ about, roles }: HeldRoles, resource: string, verb: string): readonly HeldRole[] {
  let byVerb = about.get(resource)
  if (!byVerb) {
    if (about.size >= MOST_KEPT) about.clear()
    about.set(resource, (byVerb = new Map()))
  }
  let found = byVerb.get(verb)
  if (!found) byVerb.set(verb, (found = roles.filter(canBeAbout(resource, verb))))
  return found
}

function decide(roles: readonly (readonly HeldRole[])[], request: AccessRequest): Decision {
  const resource = resourceOf(request)
  const errors: string[] = []
  for (const ofScope of roles)
    for (const held of ofScope) {
      const { role } = held
      if (!role) errors.push(missingInCache(held.binding.roleRef))
      else if (rulesAbout(role, resource).some((rule) => ruleAllows(rule, request)))
        return { decision: 'allow', reason: `RBAC: allowed by ${sourceText(held)}` }
    }
  return { decision: 'no opinion', reason: errors.length > 0 ? `RBAC: ${aggregateText(errors)}` : '' }
}

/** Stands for all paths among the names of resources. */
const PATHS = '/'

/** Returns the resource of a request, with its subresource. */
function resourceOf(request: AccessRequest): string {
  if (request.path !== undefined) return PATHS
  const { resource, subresource } = request
  return subresource === '' ? resource : `${resource}/${subresource}`
}

// A client may ask about any others.
const VERBS: ReadonlySet<string> = new Set('get list watch create update patch delete deletecollection'.split(' '))

/** Returns the verb of a request, if it is one that objects are asked for by; else none. */
const verbOf = ({ verb }: AccessRequest): string => (VERBS.has(verb) ? verb : '')

const namespaceOf = (request: AccessRequest): string => (request.path === undefined ? request.namespace : '')

/** Groups rules by the resources they name, each with those that use wildcards (`*`); those about paths are apart. */
function byResource(rules: readonly PolicyRule[]): ReadonlyMap<string, readonly PolicyRule[]> {
  const isWide = ({ resources = [] }: PolicyRule) => resources.some((resource) => resource.startsWith('*'))
  const wide = rules.filter(isWide)
  const names = new Set(rules.flatMap(({ resources = [] }) => resources))
  const grouped = new Map<string, readonly PolicyRule[]>([
    [PATHS, rules.filter(({ nonResourceURLs = [] }) => nonResourceURLs.length > 0)],
    ['*', wide],
  ])
  for (const name of names)
    if (!name.startsWith('*'))
      grouped.set(name, [...rules.filter(({ resources = [] }) => resources.includes(name)), ...wide])
  return grouped
}

const placeOf = ({ kind, name }: RoleRef, namespace: string): RolePlace =>
  kind === 'Role' ? { table: ROLES, key: keyOf(namespace, name) } : { table: CLUSTER_ROLES, key: name }

// Stored objects do not change.
const rulesOfRoles = new WeakMap<Role, Rules>()

function roleAt({ peek }: RbacSource, { table, key }: RolePlace): Rules | undefined {
  const role = peek(table)?.get(key) as Role | undefined // what the tables hold
  if (!role) return undefined
  let found = rulesOfRoles.get(role)
  if (!found) {
    const all = role.rules ?? []
    rulesOfRoles.set(role, (found = { all, about: byResource(all) }))
  }
  return found
}

function appliesTo({ kind, name, namespace: own }: Subject, user: Identified, namespace: string): boolean {
  if (kind === 'User') return user.name === name
  if (kind === 'Group') return user.groups.includes(name)
  const accountsIn = own || namespace
  return kind === 'ServiceAccount' && accountsIn !== '' && user.name === `system:serviceaccount:${accountsIn}:${name}`
}

function sourceText({ namespace, binding: { metadata, roleRef }, subject }: HeldRole): string {
  const { kind, name, namespace: own } = subject
  const binding =
    namespace === ''
      ? `ClusterRoleBinding ${goQuote(metadata.name ?? '')}`
      : `RoleBinding ${goQuote(`${metadata.name}/${namespace}`)}`
  const who = kind === 'ServiceAccount' ? `${name}/${own || namespace}` : name
  return `${binding} of ${roleRef.kind} ${goQuote(roleRef.name)} to ${kind} ${goQuote(who)}`
}

const ACCESS = { group: GROUP, version: '*', subresource: '' }

/** The rules that allow everything. */
export const EVERYTHING: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
]

/** What the check asks. */
type Asks = { readonly rulesFor: RulesFor; readonly rulesOf: RulesOf; readonly authorize: Authorizer }

/**
 * Checks that nobody gives rights away that they do not have, unless they may `escalate` the role, or `bind` it
 * (pkg/registry/rbac: the policy-based storages of roles and bindings).
 *
 * @throws StatusError 403, or 404 for a binding to a role that does not exist
 */
export function mustNotEscalate(asks: Asks, write: RoleWrite): void {
  if (write.user.groups.includes('system:masters')) return
  if (write.resource.endsWith('bindings')) checkBinding(asks, write)
  else checkRole(asks, write)
}

function checkRole(asks: Asks, write: RoleWrite): void {
  const { user, resource, namespace, nameInPath, object, oldObject } = write
  const escalate = { ...ACCESS, verb: 'escalate', resource, namespace, name: nameInPath }
  if (isAllowed(asks.authorize(user, escalate)) || isForCollection(object, oldObject)) return
  const { rules, aggregationRule } = object as ClusterRole // one of the two kinds of roles
  const refused = (why: string) => forbiddenStatus({ group: GROUP, resource }, object.metadata.name, why)
  const excess = excessOf(asks, write, rules ?? [])
  if (excess !== undefined) throw refused(excess)
  const before = (oldObject as ClusterRole | undefined)?.aggregationRule // likewise
  if (![aggregationRule, before].some((rule) => rule?.clusterRoleSelectors?.length)) return
  if (excessOf(asks, write, EVERYTHING) !== undefined)
    throw refused('must have cluster-admin privileges to use the aggregationRule')
}

function checkBinding(asks: Asks, write: RoleWrite): void {
  const { user, resource, namespace, object, oldObject } = write
  if (isForCollection(object, oldObject)) return
  const { roleRef } = object as KubeObject & { readonly roleRef: RoleRef } // one of the two kinds of bindings
  const { kind, name, apiGroup } = roleRef
  const bound = kind === 'ClusterRole' ? 'clusterroles' : kind === 'Role' ? 'roles' : undefined
  const bind = { ...ACCESS, group: apiGroup, verb: 'bind', namespace, name }
  if (bound && isAllowed(asks.authorize(user, { ...bind, resource: bound }))) return
  if (!bound) throw plainError(`unsupported role reference kind: ${goQuote(kind)}`)
  if (bound === 'roles' && namespace === '') throw badRequest('Namespace parameter required.')
  if (name === '') throw badRequest('Name parameter required.')
  const subject = { group: GROUP, resource }
  const rules = asks.rulesOf(roleRef, namespace)
  if (!rules) throw notFound(subject, name)
  const excess = excessOf(asks, write, rules)
  if (excess !== undefined) throw forbiddenStatus(subject, object.metadata.name, excess)
}

/** Returns why somebody may not grant rules: they do not have them all. */
function excessOf(
  asks: Asks,
  { user, namespace, resource }: RoleWrite,
  rules: readonly PolicyRule[],
): string | undefined {
  const missing = ({ name }: RoleRef) => `${resource}.${GROUP} ${goQuote(name)} not found`
  const { rules: owned, errors } = asks.rulesFor(user, namespace, missing)
  const excess = uncovered(owned, rules)
  if (excess.length === 0) return undefined
  const told = [...new Set(compacted(excess).map(ruleText))].sort().join('\n')
  const unread = errors.length > 0 ? `; resolution errors: [${aggregateText(errors)}]` : ''
  return `user ${goQuote(user.name)} (groups=${quotedList(user.groups)}) is attempting to grant RBAC permissions not currently held:\n${told}${unread}`
}

/** Tells whether nothing changes but what the garbage collector writes. */
function isForCollection(object: KubeObject, old: KubeObject | undefined): boolean {
  if (!old) return false
  const { ownerReferences, finalizers, managedFields, selfLink } = old.metadata
  const kept = { ownerReferences, finalizers, managedFields, selfLink }
  return (
    jsonEqual(plain({ ...object.metadata, ...kept }), plain({ ...old.metadata, ...kept })) &&
    jsonEqual(withMembers(object, { metadata: old.metadata }), old)
  )
}

const plain = (metadata: object): unknown => JSON.parse(JSON.stringify(metadata))
