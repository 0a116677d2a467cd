import { expect, test } from 'vitest'
import { changeRefusal, openServer, refusal } from '../asking.js'

const GROUP = '/apis/rbac.authorization.k8s.io/v1'
const ROLES = `${GROUP}/namespaces/default/roles`
const BINDINGS = `${GROUP}/namespaces/default/rolebindings`
const API_GROUP = 'rbac.authorization.k8s.io'

test.each([
  [
    { rules: [{ verbs: ['get'] }] },
    '[rules[0].apiGroups: Required value: resource rules must supply at least one api group, rules[0].resources: Required value: resource rules must supply at least one resource]',
  ],
  [
    { rules: [{ apiGroups: [''], resources: ['pods'] }] },
    'rules[0].verbs: Required value: verbs must contain at least one value',
  ],
  [
    { rules: [{ verbs: ['get'], nonResourceURLs: ['/x'] }] },
    'rules[0].nonResourceURLs: Invalid value: []string{"/x"}: namespaced rules cannot apply to non-resource URLs',
  ],
  [{}, 201],
])('validates a Role with %j', async (object, wanted) => {
  expect(await refusal(ROLES, object)).toBe(wanted)
})

test.each([
  [
    { rules: [{ verbs: ['get'], nonResourceURLs: ['/x'], resources: ['pods'] }] },
    'rules[0].nonResourceURLs: Invalid value: []string{"/x"}: rules cannot apply to both regular resources and non-resource URLs',
  ],
  [
    { aggregationRule: {} },
    'aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector required if aggregationRule is non-nil',
  ],
  [
    { aggregationRule: { clusterRoleSelectors: [{ matchExpressions: [{ key: 'a', operator: 'Near' }] }] } },
    '[aggregationRule.clusterRoleSelectors[0].matchExpressions[0].operator: Invalid value: "Near": not a valid selector operator, aggregationRule.clusterRoleSelectors[0]: Invalid value: "null": invalid label selector.]',
  ],
])('rejects a ClusterRole with %j', async (object, wanted) => {
  expect(await refusal(`${GROUP}/clusterroles`, object)).toBe(wanted)
})

const roleRef = { kind: 'Role', name: 'r' }

test.each([
  [
    { roleRef: { kind: 'Pod', name: 'r' } },
    'roleRef.kind: Unsupported value: "Pod": supported values: "Role", "ClusterRole"',
  ],
  [{ roleRef: { kind: 'Role', name: 'a/b' } }, 'roleRef.name: Invalid value: "a/b": may not contain \'/\''],
  [
    { roleRef, subjects: [{ kind: 'User', apiGroup: 'x', name: 'u' }] },
    `subjects[0].apiGroup: Unsupported value: "x": supported values: "${API_GROUP}"`,
  ],
  [
    { roleRef, subjects: [{ kind: 'ServiceAccount', apiGroup: API_GROUP, name: 's' }] },
    `subjects[0].apiGroup: Unsupported value: "${API_GROUP}": supported values: ""`,
  ],
  [
    { roleRef, subjects: [{ kind: 'Robot', name: 'u' }] },
    'subjects[0].kind: Unsupported value: "Robot": supported values: "ServiceAccount", "User", "Group"',
  ],
  [{ roleRef, subjects: [{ kind: 'ServiceAccount', name: 's' }] }, 201],
])('validates a RoleBinding with %j', async (object, wanted) => {
  expect(await refusal(BINDINGS, object)).toBe(wanted)
})

test('a ClusterRoleBinding needs the namespace of a ServiceAccount', async () => {
  expect(
    await refusal(`${GROUP}/clusterrolebindings`, {
      roleRef: { kind: 'ClusterRole', name: 'r' },
      subjects: [{ kind: 'ServiceAccount', name: 's' }],
    }),
  ).toBe('subjects[0].namespace: Required value')
})

test('the roleRef of a binding cannot change', async () => {
  expect(await changeRefusal(BINDINGS, { roleRef }, { roleRef: { name: 'other' } })).toBe(
    `roleRef: Invalid value: rbac.RoleRef{APIGroup:"${API_GROUP}", Kind:"Role", Name:"other"}: cannot change roleRef`,
  )
})

test('PUT creates a Role whose name is no DNS name', async () => {
  const ask = openServer()
  const { code, body } = await ask('PUT', `${ROLES}/system:node`, { metadata: { name: 'system:node' } })
  expect([code, body['rules']]).toEqual([201, null])
})

test('the apiGroup of subjects defaults by their kind', async () => {
  const ask = openServer()
  const subjects = [
    { kind: 'User', name: 'ann' },
    { kind: 'Group', name: 'devs' },
    { kind: 'ServiceAccount', name: 's', namespace: 'n' },
    { kind: 'User', name: 'bob' },
  ]
  const { body } = await ask('POST', BINDINGS, { metadata: { name: 'a' }, roleRef, subjects })
  expect(body['subjects']).toEqual(
    subjects.map((subject) => (subject.kind === 'ServiceAccount' ? subject : { apiGroup: API_GROUP, ...subject })),
  )
})

test('a row of a RoleBinding names an account without a namespace as /NAME', async () => {
  const ask = openServer()
  const roleRef = { apiGroup: API_GROUP, kind: 'Role', name: 'r' }
  const account = { kind: 'ServiceAccount', name: 'robot' }
  const subjects = [account, { ...account, namespace: 'default' }]
  await ask('POST', BINDINGS, { metadata: { name: 'b' }, subjects, roleRef })
  const { body } = await ask('GET', `${BINDINGS}/b`, undefined, {
    accept: 'application/json;as=Table;v=v1;g=meta.k8s.io',
  })
  expect(body).toMatchObject({
    rows: [{ cells: ['b', 'Role/r', expect.any(String), '', '', '/robot, default/robot'] }],
  })
})
