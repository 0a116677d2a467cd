import { aggregateText } from '../../base/errors/aggregate.js'
import { goQuote } from '../../base/go/printable.js'
import type { PolicyRule, RoleRef, Subject } from '../../model/generated/types/rbac-v1.js'
import type { Identified } from '../../model/registry/account-tokens.js'
import type { AccessRequest, Authorizer, Decision, UserRules } from '../../model/registry/authorizer.js'
import { keyOf } from '../../rest/context.js'
import type { KubeObject } from '../../schema/object.js'
import type { ObjectTable } from '../../store/log.js'
import { objectsOf } from '../../store/page.js'
import { ruleAllows } from './rules.js'

type Role = KubeObject & { readonly rules?: readonly PolicyRule[] }
type Binding = KubeObject & { readonly roleRef: RoleRef; readonly subjects?: readonly Subject[] }

/** A rule that applies to a user, and how the user comes by it; or why a role cannot be read. */
type Visitor = (rule: PolicyRule | undefined, source: () => string, error: string | undefined) => boolean

/** The evaluator of roles and bindings. */
type Rbac = {
  readonly authorize: Authorizer
  readonly rulesFor: RulesFor
  readonly rulesOf: RulesOf
}

/**
 * Returns all rules of a user; `missing` words the error for a role that does not exist (default: as the authorizer
 * does, which reads roles from a cache).
 */
export type RulesFor = (user: Identified, namespace: string, missing?: Missing) => UserRules

/** Returns the rules of a role that a binding refers to; undefined if there is no such role. */
export type RulesOf = (ref: RoleRef, namespace: string) => readonly PolicyRule[] | undefined

type Missing = (ref: RoleRef) => string

const GROUP = 'rbac.authorization.k8s.io'
const TABLES = [
  `${GROUP}/roles`,
  `${GROUP}/rolebindings`,
  `${GROUP}/clusterroles`,
  `${GROUP}/clusterrolebindings`,
] as const

type Tables = readonly (ObjectTable<KubeObject> | undefined)[]

/** What is known of the tables as they are: nothing of it outlives a write to one of them. */
type Generation = {
  readonly tables: Tables
  readonly roles: ObjectTable<KubeObject> | undefined
  readonly clusterRoles: ObjectTable<KubeObject> | undefined
  readonly clusterBindings: readonly Binding[]
  readonly bindings: Map<string, readonly Binding[]>
  readonly decisions: Map<string, Decisions>
}

type Decisions = Map<string, Decision>

/** The number of decisions that are kept for a user, and of users. */
const MOST_KEPT = 1000

const missingInCache: Missing = ({ kind, name }) => `${kind.toLowerCase()}.${GROUP} ${goQuote(name)} not found`

/** Makes the evaluator over tables that `table` gives as they are now. */
export function createRbac(table: (name: string) => ObjectTable<KubeObject> | undefined): Rbac {
  let generation: Generation | undefined
  // Of the users of the generation: most requests come with an object that is already known.
  let users = new WeakMap<Identified, Decisions>()
  const current = (): Generation => {
    const tables = TABLES.map(table)
    if (generation?.tables.every((each, i) => each === tables[i])) return generation
    users = new WeakMap()
    generation = generationOf(tables)
    return generation
  }
  const decisionsOf = (user: Identified, { decisions }: Generation): Decisions => {
    const known = users.get(user)
    if (known) return known
    const key = JSON.stringify([user.name, user.groups])
    let found = decisions.get(key)
    if (!found) {
      if (decisions.size >= MOST_KEPT) decisions.clear()
      decisions.set(key, (found = new Map()))
    }
    users.set(user, found)
    return found
  }
  return {
    authorize(user, request) {
      const now = current()
      const decisions = decisionsOf(user, now)
      const key = keyOfRequest(request)
      const known = decisions.get(key)
      if (known) return known
      if (decisions.size >= MOST_KEPT) decisions.clear()
      const decision = decide(now, user, request)
      decisions.set(key, decision)
      return decision
    },
    rulesFor(user, namespace, missing = missingInCache) {
      const rules: PolicyRule[] = []
      const errors: string[] = []
      visitRules(current(), user, namespace, missing, (rule, _, error) => {
        if (rule) rules.push(rule)
        if (error !== undefined) errors.push(error)
        return true
      })
      return { rules, errors }
    },
    rulesOf: (ref, namespace) => rulesOf(current(), ref, namespace),
  }
}

const keyOfRequest = (request: AccessRequest): string =>
  request.path === undefined
    ? `${request.verb} ${request.namespace} ${request.group} ${request.resource} ${request.subresource} ${request.name}`
    : `${request.verb}${request.path}`

const generationOf = (tables: Tables): Generation => ({
  tables,
  roles: tables[0],
  clusterRoles: tables[2],
  clusterBindings: objectsOf(tables[3]) as readonly Binding[], // what the table holds
  bindings: new Map(),
  decisions: new Map(),
})

function decide(generation: Generation, user: Identified, request: AccessRequest): Decision {
  const errors: string[] = []
  let reason: string | undefined
  visitRules(
    generation,
    user,
    request.path === undefined ? request.namespace : '',
    missingInCache,
    (rule, source, error) => {
      if (rule && ruleAllows(rule, request)) {
        reason = `RBAC: allowed by ${source()}`
        return false
      }
      if (error !== undefined) errors.push(error)
      return true
    },
  )
  if (reason !== undefined) return { decision: 'allow', reason }
  return { decision: 'no opinion', reason: errors.length > 0 ? `RBAC: ${aggregateText(errors)}` : '' }
}

/** Visits the rules of a user until the visitor has enough (pkg/registry/rbac/validation: VisitRulesFor). */
function visitRules(
  generation: Generation,
  user: Identified,
  namespace: string,
  missing: Missing,
  visit: Visitor,
): void {
  if (!visitBindings(generation, generation.clusterBindings, user, '', missing, visit)) return
  if (namespace !== '') visitBindings(generation, bindingsIn(generation, namespace), user, namespace, missing, visit)
}

function bindingsIn({ tables, bindings }: Generation, namespace: string): readonly Binding[] {
  let found = bindings.get(namespace)
  if (!found) bindings.set(namespace, (found = objectsOf(tables[1], `${namespace}/`) as readonly Binding[])) // likewise
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
    const rules = rulesOf(generation, binding.roleRef, namespace)
    const source = () => sourceText(binding, subject, namespace)
    if (!rules) {
      if (!visit(undefined, source, missing(binding.roleRef))) return false
    } else for (const rule of rules) if (!visit(rule, source, undefined)) return false
  }
  return true
}

function rulesOf(
  { roles, clusterRoles }: Generation,
  { kind, name }: RoleRef,
  namespace: string,
): readonly PolicyRule[] | undefined {
  // Likewise.
  const role = (kind === 'Role' ? roles?.get(keyOf(namespace, name)) : clusterRoles?.get(name)) as Role | undefined
  return role && (role.rules ?? [])
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
