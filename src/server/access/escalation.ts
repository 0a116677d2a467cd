import { aggregateText } from '../../base/errors/aggregate.js'
import { goQuote } from '../../base/go/printable.js'
import { jsonEqual, withMembers } from '../../base/json/json.js'
import { forbiddenStatus, notFound } from '../../base/errors/status.js'
import { type Authorizer, type RoleWrite, isAllowed } from '../../model/registry/authorizer.js'
import type { ClusterRole, PolicyRule, RoleRef } from '../../model/generated/types/rbac-v1.js'
import type { KubeObject } from '../../schema/object.js'
import type { RulesFor, RulesOf } from './rbac.js'
import { compacted, quotedList, ruleText, uncovered } from './rules.js'

const GROUP = 'rbac.authorization.k8s.io'
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
  const { rules = [], aggregationRule } = object as ClusterRole // one of the two kinds of roles
  const refused = (why: string) => forbiddenStatus({ group: GROUP, resource }, object.metadata.name, why)
  const excess = excessOf(asks, write, rules)
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
