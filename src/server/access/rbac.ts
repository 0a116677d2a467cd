import { aggregateText } from '../../base/errors/issue.js'
import { badRequest, forbiddenStatus, notFound, plainError } from '../../base/errors/status.js'
import { goQuote } from '../../base/go/printable.js'
import { jsonEqual, withMembers } from '../../base/json/json.js'
import { append } from '../../base/lists/lists.js'
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
import type { Store } from '../../store/store.js'
import { compacted, quotedList, ruleAllows, ruleText, uncovered } from './rules.js'

type Role = KubeObject & { readonly rules?: readonly PolicyRule[] }
type Binding = KubeObject & { readonly roleRef: RoleRef; readonly subjects?: readonly Subject[] }

/** Sees a role that a user has, and how the user comes by it; or why it cannot be read. Tells whether to go on. */
type Visitor = (role: Role | undefined, source: () => string, error: string | undefined) => boolean

/** The evaluator of roles and bindings. */
type Rbac = {
  /** What decisions depend on: the same as long as they are the same. */
  readonly state: () => object
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

/** Where roles and bindings are stored. */
export type RbacSource = Pick<Store<KubeObject>, 'peek' | 'log' | 'revision' | 'epoch'>

/** What is known of the tables as they are: nothing of it outlives a write to one of them. */
type Generation = {
  readonly source: RbacSource
  /** Tells these tables from those after another write. */
  readonly mark: string
  readonly clusterBindings: readonly Binding[]
  readonly bindings: Map<string, readonly Binding[]>
}

const missingInCache: Missing = ({ kind, name }) => `${kind.toLowerCase()}.${GROUP} ${goQuote(name)} not found`

/** Makes the evaluator of stored roles and bindings. */
export function createRbac(source: RbacSource): Rbac {
  let generation: Generation | undefined
  let seen = -1
  const current = (): Generation => {
    const now = source.revision()
    if (generation && seen === now) return generation
    seen = now
    const mark = markOf(source)
    if (generation?.mark !== mark) generation = generationOf(source, mark)
    return generation
  }
  return {
    state: current,
    authorize: (user, request) => decide(current(), user, request),
    rulesFor(user, namespace, missing = missingInCache) {
      const rules: PolicyRule[] = []
      const errors: string[] = []
      visitRoles(current(), user, namespace, missing, (role, _, error) => {
        append(rules, role?.rules ?? [])
        if (error !== undefined) errors.push(error)
        return true
      })
      return { rules, errors }
    },
    rulesOf(ref, namespace) {
      const role = roleOf(current(), ref, namespace)
      return role && (role.rules ?? [])
    },
  }
}

const markOf = ({ log, epoch }: RbacSource): string =>
  [epoch(), ...[ROLES, BINDINGS, CLUSTER_ROLES, CLUSTER_BINDINGS].map((table) => log(table).end())].join(' ')

const generationOf = (source: RbacSource, mark: string): Generation => ({
  ...{ source, mark },
  clusterBindings: objectsOf(source.peek(CLUSTER_BINDINGS)) as readonly Binding[], // what the table holds
  bindings: new Map(),
})

function decide(generation: Generation, user: Identified, request: AccessRequest): Decision {
  const errors: string[] = []
  let reason: string | undefined
  const namespace = request.path === undefined ? request.namespace : ''
  visitRoles(generation, user, namespace, missingInCache, (role, source, error) => {
    if (role && rulesAbout(role, request).some((rule) => ruleAllows(rule, request))) {
      reason = `RBAC: allowed by ${source()}`
      return false
    }
    if (error !== undefined) errors.push(error)
    return true
  })
  if (reason !== undefined) return { decision: 'allow', reason }
  return { decision: 'no opinion', reason: errors.length > 0 ? `RBAC: ${aggregateText(errors)}` : '' }
}

/** Returns the rules of a role that can be about a request: those that name its resource, or use wildcards. */
function rulesAbout(role: Role, request: AccessRequest): readonly PolicyRule[] {
  let found = aboutResources.get(role)
  if (!found) aboutResources.set(role, (found = byResource(role.rules ?? [])))
  if (request.path !== undefined) return found.get('') ?? NONE
  const { resource, subresource } = request
  return found.get(subresource === '' ? resource : `${resource}/${subresource}`) ?? found.get('*') ?? NONE
}

const NONE: readonly PolicyRule[] = []

// Stored objects do not change.
const aboutResources = new WeakMap<Role, ReadonlyMap<string, readonly PolicyRule[]>>()

/** Groups rules by the resources they name, each with those that use wildcards (`*`); those about paths are at `''`. */
function byResource(rules: readonly PolicyRule[]): ReadonlyMap<string, readonly PolicyRule[]> {
  const isWide = ({ resources = [] }: PolicyRule) => resources.some((resource) => resource.startsWith('*'))
  const wide = rules.filter(isWide)
  const names = new Set(rules.flatMap(({ resources = [] }) => resources))
  const grouped = new Map<string, readonly PolicyRule[]>([
    ['', rules.filter(({ nonResourceURLs = [] }) => nonResourceURLs.length > 0)],
    ['*', wide],
  ])
  for (const name of names)
    if (!name.startsWith('*'))
      grouped.set(name, [...rules.filter(({ resources = [] }) => resources.includes(name)), ...wide])
  return grouped
}

/** Visits the roles of a user until the visitor has enough (pkg/registry/rbac/validation: VisitRulesFor). */
function visitRoles(
  generation: Generation,
  user: Identified,
  namespace: string,
  missing: Missing,
  visit: Visitor,
): void {
  if (!visitBindings(generation, generation.clusterBindings, user, '', missing, visit)) return
  if (namespace !== '') visitBindings(generation, bindingsIn(generation, namespace), user, namespace, missing, visit)
}

function bindingsIn({ source, bindings }: Generation, namespace: string): readonly Binding[] {
  let found = bindings.get(namespace)
  if (found) return found
  found = objectsOf(source.peek(BINDINGS), `${namespace}/`) as readonly Binding[] // likewise
  bindings.set(namespace, found)
  return found
}

function visitBindings(
  generation: Generation,
  bindings: readonly Binding[],
  user: Identified,
  namespace: string,
  missing: Missing,
  visit: Visitor,
): boolean {
  for (const binding of bindings) {
    const subject = binding.subjects?.find((each) => appliesTo(each, user, namespace))
    if (!subject) continue
    const role = roleOf(generation, binding.roleRef, namespace)
    const source = () => sourceText(binding, subject, namespace)
    if (!visit(role, source, role ? undefined : missing(binding.roleRef))) return false
  }
  return true
}

function roleOf({ source: { peek } }: Generation, { kind, name }: RoleRef, namespace: string): Role | undefined {
  // What the tables hold.
  return (kind === 'Role' ? peek(ROLES)?.get(keyOf(namespace, name)) : peek(CLUSTER_ROLES)?.get(name)) as
    Role | undefined
}

function appliesTo({ kind, name, namespace: own }: Subject, user: Identified, namespace: string): boolean {
  if (kind === 'User') return user.name === name
  if (kind === 'Group') return user.groups.includes(name)
  const accountsIn = own || namespace
  return kind === 'ServiceAccount' && accountsIn !== '' && user.name === `system:serviceaccount:${accountsIn}:${name}`
}

function sourceText(
  { metadata, roleRef }: Binding,
  { kind, name, namespace: own }: Subject,
  namespace: string,
): string {
  const binding =
    namespace === ''
      ? `ClusterRoleBinding ${goQuote(metadata.name ?? '')}`
      : `RoleBinding ${goQuote(`${metadata.name}/${namespace}`)}`
  const subject = kind === 'ServiceAccount' ? `${name}/${own || namespace}` : name
  return `${binding} of ${roleRef.kind} ${goQuote(roleRef.name)} to ${kind} ${goQuote(subject)}`
}

const ACCESS = { group: GROUP, version: '*', subresource: '' }

const EVERYTHING: readonly PolicyRule[] = [
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
