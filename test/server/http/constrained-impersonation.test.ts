import { expect, test } from 'vitest'
import { createCluster } from '../../../src/index.js'
import type { Cluster } from '../../../src/cluster/types.js'
import { modesOf } from '../../../src/server/pipeline/impersonate.js'
import recorded from './recorded-impersonation.json' with { type: 'json' }

const RBAC = { apiVersion: 'rbac.authorization.k8s.io/v1' }
const group = 'authentication.k8s.io'
const rule = (verb: string, resource: string, apiGroup = '', ...resourceNames: readonly string[]) => ({
  ...{ verbs: [verb], resources: [resource], apiGroups: [apiGroup] },
  ...(resourceNames.length > 0 ? { resourceNames } : {}),
})

/** Makes a role, and gives it to a user. */
const given = (user: string, name: string, ...rules: readonly object[]): readonly object[] => [
  { ...RBAC, kind: 'ClusterRole', metadata: { name }, rules },
  {
    ...{ ...RBAC, kind: 'ClusterRoleBinding', metadata: { name } },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
    subjects: [{ kind: 'User', name: user, apiGroup: 'rbac.authorization.k8s.io' }],
  },
]

const users = [
  { name: 'admin', uid: 'u-admin', groups: ['system:masters'] },
  ...['ann', 'carol', 'dave'].map((name) => ({ name, uid: `u-${name}` })),
].map((user) => ({ ...user, token: user.name }))

const newCluster = (kubernetesVersion: '1.33' | '1.35' | '1.37'): Cluster =>
  createCluster({
    ...{ seed: 1, kubernetesVersion, users, controllers: 'none' },
    authorization: { modes: ['RBAC'] },
    fixtures: [
      ...given(
        ...(['ann', 'on-get', rule('impersonate-on:user-info:get', 'configmaps')] as const),
        rule('impersonate:user-info', 'users', group, 'bob'),
        rule('impersonate:user-info', 'groups', group, 'ops'),
      ),
      ...given(
        ...(['ann', 'sa-all', rule('impersonate-on:serviceaccount:list', 'configmaps')] as const),
        rule('impersonate:serviceaccount', 'serviceaccounts', group),
        rule('impersonate-on:arbitrary-node:list', 'nodes'),
        rule('impersonate:arbitrary-node', 'nodes', group),
      ),
      ...given('carol', 'legacy', rule('impersonate', 'users', '', 'bob')),
      ...given('bob', 'reader', { verbs: ['get', 'list'], resources: ['configmaps'], apiGroups: [''] }),
    ],
  })

type Sent = Pick<(typeof recorded)[number], 'by' | 'method' | 'path' | 'headers'>

async function reply(cluster: Cluster, { by, method, path, headers }: Sent) {
  const sent = new Headers([
    ['authorization', `Bearer ${by}`],
    ['content-type', 'application/json'],
  ])
  for (const [name = '', value = ''] of headers) sent.append(name, value)
  const answer = await cluster.fetch(path, { method, headers: sent, ...(method === 'POST' ? { body: '{}' } : {}) })
  const text = await answer.text()
  if (!text.startsWith('{')) return { code: answer.status, told: text }
  const body = JSON.parse(text) as { readonly message?: string; readonly status?: { readonly userInfo?: object } }
  const told = body.message ?? body.status?.userInfo
  return { code: answer.status, ...(told === undefined ? {} : { told }) }
}

test('whom somebody may impersonate is decided as a real v1.37.2 recorded, one request after the other', async () => {
  const cluster = newCluster('1.37')
  for (const { code, told, ...sent } of recorded as (Sent & { readonly code: number; readonly told?: unknown })[])
    expect([sent, await reply(cluster, sent)]).toEqual([sent, { code, ...(told === undefined ? {} : { told }) }])
})

test('a service account is associated with the node of its pod, whatever the name of that', () => {
  const extra = { 'authentication.kubernetes.io/node-name': ['n1'] }
  const agent = { name: 'system:serviceaccount:default:agent', groups: ['system:serviceaccounts'], extra }
  const list = { verb: 'list', group: '', version: 'v1', resource: 'pods', subresource: '', namespace: '', name: '' }
  const waysTo = (node: string) => modesOf({ name: `system:node:${node}`, uid: '', groups: [], extra: {} }, agent, list)
  expect(waysTo('n2').map(({ constraint }) => constraint)).toEqual(['impersonate:arbitrary-node', ''])
  const [associated, ...others] = waysTo('n1')
  expect(others.map(({ constraint }) => constraint)).toEqual(['impersonate:arbitrary-node', ''])
  expect(associated?.groups).toEqual(['system:nodes'])
  expect(associated?.checks.map(({ request }) => request)).toEqual([
    { ...list, verb: 'impersonate-on:associated-node:list' },
    { ...list, verb: 'impersonate:associated-node', group, resource: 'nodes', name: '*' },
  ])
})

test('headers without a user are refused in the words of each version', async () => {
  const path = '/api/v1/namespaces/default/configmaps'
  const headers = [
    ['impersonate-extra-Acme.com%2Fa', 'v'],
    ['impersonate-group', 'g'],
  ]
  const sent = { by: 'ann', method: 'GET', path, headers }
  const what =
    'requested [{Group  g    } {UserExtra  v  authentication.k8s.io/v1  acme.com/a}] without impersonating a user'
  expect(await reply(newCluster('1.35'), sent)).toEqual({ code: 400, told: what })
  expect(await reply(newCluster('1.33'), sent)).toEqual({
    code: 500,
    told: `Internal Server Error: "${path}": ${what}\n`,
  })
  const [first = []] = headers
  expect((await reply(newCluster('1.33'), { ...sent, headers: [first] })).code).toBe(500)
})
