import { runsAtLeast } from '../../model/registry/kubernetes-version.js'
import { type Issue, invalid, required, declaredRequired } from '../../base/errors/issue.js'
import { pathSegmentName } from '../../base/rules/names.js'
import { createdColumn, nameColumn } from '../../model/registry/columns.js'
import { type CreateRule, type UpdateRule, withObjectMeta } from '../../model/registry/rule-context.js'
import type {
  ClusterRole as ClusterRoleStruct,
  PolicyRule,
  Role as RoleStruct,
} from '../../model/generated/types/rbac-v1.js'
import { validateLabelSelector } from '../shared/label-selector.js'
import { defineStructKind } from '../struct/struct-kind.js'
import type { Unchecked, UncheckedObject } from '../struct/unchecked.js'

type Role = UncheckedObject<RoleStruct>
type ClusterRole = UncheckedObject<ClusterRoleStruct>

/** Role: permissions in a namespace. */
export const role = defineStructKind<Role>('rbac.v1.Role', () => ({
  group: 'rbac.authorization.k8s.io',
  scope: 'Namespaced',
  names: { kind: 'Role', plural: 'roles' },
  metadata: { name: (name) => pathSegmentName(name) },
  create: { validate: validateRole },
  update: { allowCreate: true, validate: repeated(validateRole) },
  delete: { unreadable: 'kept' },
  table: { columns: [nameColumn, createdColumn] },
  example: {
    metadata: { name: 'reader', namespace: 'default' },
    rules: [{ verbs: ['get', 'list'], apiGroups: [''], resources: ['pods'] }],
  },
}))

/** ClusterRole: permissions in the cluster, or in a namespace where it is bound. */
export const clusterRole = defineStructKind<ClusterRole>('rbac.v1.ClusterRole', () => ({
  group: 'rbac.authorization.k8s.io',
  scope: 'Cluster',
  names: { kind: 'ClusterRole', plural: 'clusterroles' },
  metadata: { name: (name) => pathSegmentName(name) },
  create: { validate: clusterRoleRules() },
  update: {
    allowCreate: true,
    validate: (next, old, context) => repeated(clusterRoleRules(selectorsOf(old).some(isFaulty)))(next, old, context),
  },
  delete: { unreadable: 'kept' },
  table: { columns: [nameColumn, createdColumn] },
  example: {
    metadata: { name: 'reader' },
    rules: [{ verbs: ['get'], nonResourceURLs: ['/metrics'] }],
  },
}))

const validateRole = withObjectMeta(({ rules }: Role) => validateRules(rules ?? [], true))

// With `anyValues`, invalid label values of the stored role may stay.
const clusterRoleRules = (anyValues = false) =>
  withObjectMeta((object: ClusterRole) => [
    ...validateRules(object.rules ?? [], false),
    ...validateAggregation(object, anyValues),
  ])

const validateRules = (rules: readonly Unchecked<PolicyRule>[], isNamespaced: boolean): readonly Issue[] =>
  rules.flatMap((rule, i) => validateRule(rule, isNamespaced, `rules[${i}]`))

function validateRule(
  { verbs, nonResourceURLs: urls, apiGroups, resources, resourceNames }: Unchecked<PolicyRule>,
  isNamespaced: boolean,
  at: string,
): readonly Issue[] {
  const field = `${at}.nonResourceURLs`
  const unverbed = verbs?.length ? [] : [declaredRequired(`${at}.verbs`, 'verbs must contain at least one value')]
  if (urls?.length)
    return [
      ...unverbed,
      ...(isNamespaced ? [invalid(field, urls, 'namespaced rules cannot apply to non-resource URLs')] : []),
      ...(apiGroups?.length || resources?.length || resourceNames?.length
        ? [invalid(field, urls, 'rules cannot apply to both regular resources and non-resource URLs')]
        : []),
    ]
  return [
    ...unverbed,
    ...(apiGroups?.length ? [] : [required(`${at}.apiGroups`, 'resource rules must supply at least one api group')]),
    ...(resources?.length ? [] : [required(`${at}.resources`, 'resource rules must supply at least one resource')]),
  ]
}

type Selector = Parameters<typeof validateLabelSelector>[0]

const selectorsOf = ({ aggregationRule }: ClusterRole): readonly Selector[] =>
  aggregationRule?.clusterRoleSelectors ?? []
const isFaulty = (selector: Selector) => validateLabelSelector(selector, '').length > 0

function validateAggregation(object: ClusterRole, anyValues: boolean): readonly Issue[] {
  if (!object.aggregationRule) return []
  const field = 'aggregationRule.clusterRoleSelectors'
  const selectors = selectorsOf(object)
  return [
    ...(selectors.length > 0
      ? []
      : [required(field, 'at least one clusterRoleSelector required if aggregationRule is non-nil')]),
    ...selectors.flatMap((selector, i) => [
      ...validateLabelSelector(selector, `${field}[${i}]`, { anyValues }),
      ...(isFaulty(selector) ? [invalid(`${field}[${i}]`, undefined, 'invalid label selector.')] : []),
    ]),
  ]
}

/**
 * Returns the rules of an update in this group: those of a create, until 1.35 twice, as each of the server's two steps
 * began with them, then those of the change.
 */
export const repeated =
  <T>(create: CreateRule<T>, change: (next: T, old: T) => readonly Issue[] = () => []): UpdateRule<T> =>
  (next, old, context) => {
    const whole = create(next, context)
    return [
      ...whole,
      ...(runsAtLeast('1.35') ? [] : whole),
      ...context.validateObjectMetaUpdate(next, old),
      ...change(next, old),
    ]
  }
