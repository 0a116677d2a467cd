import { expect, test } from 'vitest'
import { readBindings, readRoles } from '../../../src/kinds/bootstrap/access-lines.js'
import { aggregatedRules } from '../../../src/kinds/bootstrap/aggregated-rules.js'
import { CLUSTER_ROLES } from '../../../src/model/generated/bootstrap/access.js'

const annotations = { 'rbac.authorization.kubernetes.io/autoupdate': 'true' }
const labels = { 'kubernetes.io/bootstrapping': 'rbac-defaults' }

test('reads roles with rules, labels and aggregation rules', () => {
  const text = `
owner sells=yes
 * /till,/door
 get,list "",apps tills,
  doors first
shop/clerk <sells=yes
`
  expect(readRoles(text, '1.33')).toEqual([
    {
      metadata: { name: 'owner', labels: { ...labels, sells: 'yes' }, annotations },
      rules: [
        { verbs: ['*'], nonResourceURLs: ['/till', '/door'] },
        { verbs: ['get', 'list'], apiGroups: ['', 'apps'], resources: ['tills', 'doors'], resourceNames: ['first'] },
      ],
    },
    {
      metadata: { name: 'clerk', namespace: 'shop', labels, annotations },
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { sells: 'yes' } }] },
    },
  ])
})

test('reads bindings', () => {
  expect(
    readBindings('\nshop/clerks Role/clerk User/anna ServiceAccount/shop/bot\nnobody ClusterRole/owner\n', '1.33'),
  ).toEqual([
    {
      metadata: { name: 'clerks', namespace: 'shop', labels, annotations },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'clerk' },
      subjects: [
        { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'anna' },
        { kind: 'ServiceAccount', namespace: 'shop', name: 'bot' },
      ],
    },
    {
      metadata: { name: 'nobody', labels, annotations },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'owner' },
      subjects: [],
    },
  ])
})

test('reads the generated cluster roles', () => {
  const roles = new Map(readRoles(CLUSTER_ROLES, '1.33').map((role) => [role.metadata.name, role]))
  expect(roles.get('cluster-admin')?.['rules']).toEqual([
    { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
    { verbs: ['*'], nonResourceURLs: ['*'] },
  ])
  expect(roles.get('edit')?.metadata.labels).toEqual({
    ...labels,
    'rbac.authorization.k8s.io/aggregate-to-admin': 'true',
  })
})

test('aggregated rules are those of the selected roles in order, each once', () => {
  const rule = (verb: string) => ({ verbs: [verb] })
  const role = (name: string, of: string, ...rules: readonly string[]) => ({
    metadata: { name, labels: { of } },
    rules: rules.map(rule),
  })
  const own = {
    ...role('a', 'shop', 'own'),
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { of: 'shop' } }, { matchLabels: { of: 'other' } }] },
  }
  const all = [own, role('b', 'other', 'get', 'list'), role('c', 'shop', 'list'), role('d', 'none', 'delete')]
  expect(aggregatedRules(own, all)).toEqual([rule('list'), rule('get')])
  expect(aggregatedRules({ metadata: { name: 'e' } }, all)).toEqual([])
})
