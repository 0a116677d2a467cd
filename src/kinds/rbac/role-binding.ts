import { stringText } from '../../base/go/printable.js'
import { runsAtLeast } from '../../model/registry/kubernetes-version.js'
import {
  type Issue,
  invalid,
  notSupported,
  required,
  declaredRequired,
  immutable,
  stopping,
} from '../../base/errors/issue.js'
import { jsonEqual } from '../../base/json/json.js'
import { pathSegmentName, subdomainName } from '../../base/rules/names.js'
import type { Column } from '../../model/registry/column.js'
import { ageColumn, nameColumn } from '../../model/registry/columns.js'
import { type CreateRule, withObjectMeta } from '../../model/registry/rule-context.js'
import type { RoleBinding as RoleBindingStruct, Subject as SubjectStruct } from '../../model/generated/types/rbac-v1.js'
import { goStruct } from '../shared/go-struct.js'
import { structFiller } from '../struct/struct-defaults.js'
import { defineStructKind } from '../struct/struct-kind.js'
import type { Unchecked, UncheckedObject } from '../struct/unchecked.js'
import { repeated } from './role.js'

type Binding = UncheckedObject<RoleBindingStruct>
type Subject = Unchecked<SubjectStruct>

const GROUP = 'rbac.authorization.k8s.io'

const fill = structFiller({
  'rbac.v1.RoleRef': { apiGroup: GROUP },
  'rbac.v1.Subject': { apiGroup: ({ kind }) => (kind === 'User' || kind === 'Group' ? GROUP : undefined) },
})

/** RoleBinding: grants a role's permissions in a namespace. */
export const roleBinding = defineStructKind<Binding>('rbac.v1.RoleBinding', () => ({
  group: GROUP,
  scope: 'Namespaced',
  names: { kind: 'RoleBinding', plural: 'rolebindings' },
  schema: { defaults: (object) => fill('rbac.v1.RoleBinding', object) },
  metadata: { name: (name) => pathSegmentName(name) },
  create: { validate: validateBinding },
  update: { allowCreate: true, validate: repeated(validateBinding, validateRoleKept) },
  delete: { unreadable: 'kept' },
  table: {
    columns: [
      nameColumn,
      {
        name: 'Role',
        description: [
          [
            '1.33',
            'RoleRef can reference a Role in the current namespace or a ClusterRole in the global namespace. If the RoleRef cannot be resolved, the Authorizer must return an error.',
          ],
          [
            '1.37',
            'roleRef can reference a Role in the current namespace or a ClusterRole in the global namespace. If the RoleRef cannot be resolved, the Authorizer must return an error.',
          ],
        ],
        cell: roleText,
      },
      ageColumn,
      { name: 'Users', priority: 1, description: 'Users in the roleBinding', cell: namesOf('User') },
      { name: 'Groups', priority: 1, description: 'Groups in the roleBinding', cell: namesOf('Group') },
      { name: 'ServiceAccounts', priority: 1, description: 'ServiceAccounts in the roleBinding', cell: accountsText },
    ],
  },
  example: {
    metadata: { name: 'readers', namespace: 'default' },
    subjects: [{ kind: 'ServiceAccount', name: 'default', namespace: 'default' }],
    roleRef: { apiGroup: GROUP, kind: 'Role', name: 'reader' },
  },
}))

/** ClusterRoleBinding: grants a role's permissions in the whole cluster. */
export const clusterRoleBinding = defineStructKind<Binding>('rbac.v1.ClusterRoleBinding', () => ({
  group: GROUP,
  scope: 'Cluster',
  names: { kind: 'ClusterRoleBinding', plural: 'clusterrolebindings' },
  schema: { defaults: (object) => fill('rbac.v1.ClusterRoleBinding', object) },
  metadata: { name: (name) => pathSegmentName(name) },
  create: { validate: validateClusterBinding },
  update: { allowCreate: true, validate: repeated(validateClusterBinding, validateRoleKept) },
  delete: { unreadable: 'kept' },
  table: {
    columns: [
      nameColumn,
      {
        name: 'Role',
        description: [
          [
            '1.33',
            'RoleRef can only reference a ClusterRole in the global namespace. If the RoleRef cannot be resolved, the Authorizer must return an error.',
          ],
          [
            '1.37',
            'roleRef can only reference a ClusterRole in the global namespace. If the RoleRef cannot be resolved, the Authorizer must return an error.',
          ],
        ],
        cell: roleText,
      },
      ageColumn,
      { name: 'Users', priority: 1, description: 'Users in the clusterRoleBinding', cell: namesOf('User') },
      { name: 'Groups', priority: 1, description: 'Groups in the clusterRoleBinding', cell: namesOf('Group') },
      {
        name: 'ServiceAccounts',
        priority: 1,
        description: 'ServiceAccounts in the clusterRoleBinding',
        cell: accountsText,
      },
    ],
  },
  example: {
    metadata: { name: 'readers' },
    subjects: [{ apiGroup: GROUP, kind: 'Group', name: 'developers' }],
    roleRef: { apiGroup: GROUP, kind: 'ClusterRole', name: 'reader' },
  },
}))

function roleText({ roleRef: { kind = '', name = '' } = {} }: Binding): string {
  return `${kind}/${name}`
}

function subjectsOf({ subjects }: Binding, of: string): readonly Subject[] {
  return (subjects ?? []).filter(({ kind }) => kind === of)
}

function namesOf(kind: string): Column<Binding>['cell'] {
  return (object) =>
    subjectsOf(object, kind)
      .map(({ name }) => name ?? '')
      .join(', ')
}

function accountsText(object: Binding): string {
  return subjectsOf(object, 'ServiceAccount')
    .map(({ namespace = '', name = '' }) => `${namespace}/${name}`)
    .join(', ')
}

function validateBinding(...given: Parameters<CreateRule<Binding>>): readonly Issue[] {
  return withObjectMeta<Binding>((object) => validateParts(object, ['Role', 'ClusterRole'], true))(...given)
}

function validateClusterBinding(...given: Parameters<CreateRule<Binding>>): readonly Issue[] {
  return withObjectMeta<Binding>((object) => validateParts(object, ['ClusterRole'], false))(...given)
}

function validateParts(
  { roleRef: { apiGroup = '', kind = '', name = '' } = {}, subjects }: Binding,
  kinds: readonly string[],
  isNamespaced: boolean,
): readonly Issue[] {
  return [
    ...(apiGroup === GROUP ? [] : [notSupported('roleRef.apiGroup', stringText(apiGroup), [GROUP])]),
    ...(kinds.includes(kind) ? [] : [notSupported('roleRef.kind', stringText(kind), kinds)]),
    ...(name
      ? pathSegmentName(name).map((detail) => invalid('roleRef.name', name, detail))
      : [declaredRequired('roleRef.name')]),
    ...(subjects ?? []).flatMap((subject, i) => validateSubject(subject, isNamespaced, `subjects[${i}]`)),
  ]
}

function validateSubject(
  { kind = '', apiGroup = '', name = '', namespace = '' }: Subject,
  isNamespaced: boolean,
  at: string,
): readonly Issue[] {
  const unnamed = name ? [] : [declaredRequired(`${at}.name`)]
  switch (kind) {
    case 'ServiceAccount':
      return [
        ...unnamed,
        ...(name ? subdomainName(name, false).map((detail) => invalid(`${at}.name`, name, detail)) : []),
        ...(apiGroup ? [notSupported(`${at}.apiGroup`, stringText(apiGroup), [''])] : []),
        ...(isNamespaced || namespace ? [] : [required(`${at}.namespace`)]),
      ]
    case 'User':
    case 'Group':
      return [
        ...unnamed,
        ...(apiGroup === GROUP ? [] : [notSupported(`${at}.apiGroup`, stringText(apiGroup), [GROUP])]),
      ]
    default:
      return [...unnamed, notSupported(`${at}.kind`, stringText(kind), ['ServiceAccount', 'User', 'Group'])]
  }
}

function validateRoleKept({ roleRef: next = {} }: Binding, { roleRef: old }: Binding): readonly Issue[] {
  const shown = goStruct('rbac.RoleRef', { APIGroup: next.apiGroup, Kind: next.kind, Name: next.name })
  if (jsonEqual(next, old)) return []
  return [
    runsAtLeast('1.37') ? stopping(immutable('roleRef', shown)) : invalid('roleRef', shown, 'cannot change roleRef'),
  ]
}
