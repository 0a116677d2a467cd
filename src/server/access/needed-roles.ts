import { callerError } from '../../base/check/arguments.js'
import { readInput } from '../../base/input/documents.js'
import { isObject } from '../../base/json/json.js'
import { CLUSTER_ROLES, CLUSTER_ROLE_BINDINGS } from '../../model/generated/bootstrap/access.js'
import type { ClusterRole, PolicyRule, Role, RoleRef, Subject } from '../../model/generated/types/rbac-v1.js'
import type { AccessRequest } from '../../model/registry/authorizer.js'
import type { KubernetesVersion } from '../../model/registry/kubernetes-version.js'
import { readBindings, readRoles } from '../../kinds/bootstrap/access-lines.js'
import { encodeYamlAsGiven } from '../../base/yaml/write.js'
import type { Input } from '../../base/input/input.js'
import { atomsOf, compacted, ruleAllows } from './rules.js'
import type { Use } from './judgements.js'

/**
 * The smallest roles that cover what a user did, beside what every server lets its users do. As text they are YAML,
 * ready to be stored.
 */
export type NeededRoles = {
  readonly user: string
  /** One for each namespace, sorted by their names. */
  readonly roles: readonly Role[]
  /** What was asked for across namespaces, of cluster-scoped kinds, and at paths; undefined if nothing. */
  readonly clusterRole: ClusterRole | undefined
  /**
   * Returns the part of these roles that others do not allow: Roles and ClusterRoles as YAML or as objects.
   *
   * @throws TypeError for a text that is not YAML, and for objects of which none is a role
   */
  readonly beyond: (roles: Input) => NeededRoles
  readonly toString: () => string
}

/** A rule, and the namespace where it is needed; empty for all of them, and for what is in none. */
export type NeededRule = { readonly namespace: string; readonly rule: PolicyRule }

const VERSION = 'rbac.authorization.k8s.io/v1'

/** Returns the smallest roles for what a user did with a server of a version. */
export function neededRoles(user: string, uses: readonly Use[], version: KubernetesVersion): NeededRoles {
  const isCommon = readCommonRules(version)
  const asked = uses.filter((use) => use.user === user && !isCommon(use)).map(({ request }) => request)
  const name = user.split(':').at(-1) ?? user
  const namespaces = [...new Set(asked.map(namespaceOf))].filter((namespace) => namespace !== '').sort()
  const rulesIn = (namespace: string) => rulesFor(asked.filter((request) => namespaceOf(request) === namespace))
  const roles = namespaces.map((namespace): Role => ({
    apiVersion: VERSION,
    kind: 'Role',
    metadata: { name, namespace },
    rules: rulesIn(namespace),
  }))
  const rules = rulesIn('')
  const clusterRole: ClusterRole | undefined =
    rules.length > 0 ? { apiVersion: VERSION, kind: 'ClusterRole', metadata: { name }, rules } : undefined
  return {
    user,
    roles,
    clusterRole,
    beyond(roles) {
      const given = readRolesGiven(roles)
      return neededRoles(
        user,
        uses.filter((use) => !isCovered(use.request, given)),
        version,
      )
    },
    toString: () => [...(clusterRole ? [clusterRole] : []), ...roles].map(encodeYamlAsGiven).join('---\n'),
  }
}

type Binding = { readonly roleRef: RoleRef; readonly subjects: readonly Subject[] }
type Rules = readonly PolicyRule[]

/** Reads what every server lets groups do, such as discovery, and returns whether a use needs nothing else. */
function readCommonRules(version: KubernetesVersion): (use: Pick<Use, 'groups' | 'request'>) => boolean {
  // As the generated data has them.
  const roles = readRoles(CLUSTER_ROLES, version).map(({ metadata, rules }) => [metadata.name, rules as Rules] as const)
  const bindings = readBindings(CLUSTER_ROLE_BINDINGS, version) as readonly unknown[] as readonly Binding[] // likewise
  const rulesOf = new Map(roles)
  const common = bindings.flatMap(({ roleRef, subjects }) => {
    const rules = rulesOf.get(roleRef.name) ?? []
    return subjects.filter(({ kind }) => kind === 'Group').map(({ name }) => ({ group: name, rules }))
  })
  return ({ groups, request }) =>
    common.some(({ group, rules }) => groups.includes(group) && rules.some((rule) => ruleAllows(rule, request)))
}

/** The namespace a request is in; a Namespace itself is in none, and `*` stands for all. */
const namespaceOf = (request: AccessRequest): string =>
  request.path !== undefined || (request.resource === 'namespaces' && request.group === '') || request.namespace === '*'
    ? ''
    : request.namespace

const ruleOf = (request: AccessRequest): PolicyRule =>
  request.path === undefined
    ? { apiGroups: [request.group], resources: [resourceOf(request)], verbs: [request.verb] }
    : { nonResourceURLs: [request.path], verbs: [request.verb] }

const resourceOf = ({ resource, subresource }: { readonly resource: string; readonly subresource: string }): string =>
  subresource === '' ? resource : `${resource}/${subresource}`

/** Joins what was asked to rules: of each resource its verbs, then resources of a group with the same verbs. */
function rulesFor(asked: readonly AccessRequest[]): PolicyRule[] {
  const distinct = new Map(asked.map((request) => [JSON.stringify(ruleOf(request)), ruleOf(request)]))
  const joined = new Map<string, PolicyRule>()
  for (const { verbs, apiGroups, resources, nonResourceURLs } of compacted([...distinct.values()])) {
    const sorted = [...verbs].sort()
    const key = JSON.stringify([apiGroups, sorted])
    const before = joined.get(key)
    joined.set(
      key,
      nonResourceURLs
        ? { nonResourceURLs: union(before?.nonResourceURLs, nonResourceURLs), verbs: sorted }
        : { apiGroups: apiGroups ?? [], resources: union(before?.resources, resources), verbs: sorted },
    )
  }
  return [...joined].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, rule]) => rule)
}

const union = (some: readonly string[] = [], more: readonly string[] = []): string[] =>
  [...new Set([...some, ...more])].sort()

const isCovered = (request: AccessRequest, given: readonly GivenRole[]): boolean =>
  given.some(({ metadata, rules }) => {
    const { namespace = '' } = metadata ?? {}
    return (namespace === '' || namespace === namespaceOf(request)) && rules?.some((rule) => ruleAllows(rule, request))
  })

/** Returns the rules of roles that nothing of what was done needed, one verb each joined by resource. */
export function unneededRules(roles: Input, uses: readonly Use[]): readonly NeededRule[] {
  return readRolesGiven(roles).flatMap(({ metadata, rules }) => {
    const { namespace = '' } = metadata ?? {}
    const own = uses.filter(({ request }) => namespace === '' || namespace === namespaceOf(request))
    const unneeded = (rules ?? [])
      .flatMap(atomsOf)
      .filter((atom) => !own.some(({ request }) => ruleAllows(atom, request)))
    return compacted(unneeded).map((rule) => ({ namespace, rule }))
  })
}

/** A role to compare with; one without a namespace holds in all. */
type GivenRole = {
  readonly metadata?: { readonly namespace?: string }
  /** Null, as tools write it, for a role that is filled by aggregation. */
  readonly rules?: readonly PolicyRule[] | null
}

/**
 * Reads roles; other objects, such as bindings in the same file, are left out.
 *
 * @throws TypeError for a text that is not YAML, and for objects of which none is a role
 */
function readRolesGiven(given: Input): readonly GivenRole[] {
  const { documents, faults } = readInput(given, 'roles')
  const [fault] = faults
  if (fault) throw callerError(`roles: ${fault.message}`)
  const objects = documents.flatMap(({ value }) => itemsOf(value))
  const roles = objects.filter(isRole)
  if (objects.length > 0 && roles.length === 0)
    throw callerError('roles: no Role or ClusterRole is among the objects; give the roles that the user is bound to')
  return roles
}

const itemsOf = (value: unknown): readonly unknown[] =>
  isObject(value) && Array.isArray(value['items']) ? value['items'] : [value]

// Rules are compared member by member: others than those of a role match nothing.
const isRole = (value: unknown): value is GivenRole =>
  isObject(value) && (value['kind'] === 'Role' || value['kind'] === 'ClusterRole')
