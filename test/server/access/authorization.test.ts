import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { matchers } from '../../../src/cluster/testing/matchers.js'
import type { Cluster } from '../../../src/cluster/types.js'
import type { ClusterOptions } from '../../../src/cluster/options.js'
import type { KubernetesVersion } from '../../../src/model/registry/kubernetes-version.js'

const users = [
  { name: 'ann', token: 'ann-token', uid: 'u-ann', groups: ['dev'] },
  { name: 'root', token: 'root-token', groups: ['system:masters'] },
]

const start = (options: ClusterOptions = {}) =>
  createCluster({ seed: 1, authorization: 'rbac', users, controllers: 'none', ...options })

async function send(cluster: Cluster, token: string | undefined, method: string, path: string, body?: object) {
  const response = await cluster.fetch(
    new Request(`http://localhost${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        'content-type': 'application/json',
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
  )
  return { status: response.status, body: (await response.json()) as { message?: string; [member: string]: unknown } }
}

const GROUP = 'rbac.authorization.k8s.io'
const PODS = '/api/v1/namespaces/default/pods'

async function grant(cluster: Cluster, rules: object[], user = 'ann', name = 'reader') {
  await cluster.create('Role', { metadata: { name, namespace: 'default' }, rules } as never)
  await cluster.create('RoleBinding', {
    metadata: { name, namespace: 'default' },
    roleRef: { apiGroup: GROUP, kind: 'Role', name },
    subjects: [{ kind: 'User', apiGroup: GROUP, name: user }],
  })
}

test('a role and its binding decide what a user may do, from the next request on', async () => {
  const cluster = start()
  const list = () => send(cluster, 'ann-token', 'GET', PODS)
  expect((await list()).body.message).toBe(
    'pods is forbidden: User "ann" cannot list resource "pods" in API group "" in the namespace "default"',
  )
  await grant(cluster, [{ verbs: ['list'], apiGroups: [''], resources: ['pods'] }])
  expect((await list()).status).toBe(200)
  expect((await send(cluster, 'ann-token', 'GET', `${PODS}?watch=true`)).status).toBe(403)
  expect((await send(cluster, 'ann-token', 'GET', '/api/v1/pods')).status).toBe(403)
  await cluster.patch('Role', { name: 'reader', namespace: 'default' }, { rules: [] })
  expect((await list()).status).toBe(403)
})

test('a review of no resource is allowed by who may do everything with all, not by paths', async () => {
  const cluster = start()
  const mayGet = async (rules: object[]) => {
    await cluster.create('ClusterRole', { metadata: { name: 'any' }, rules } as never)
    await cluster.create('ClusterRoleBinding', {
      metadata: { name: 'any' },
      roleRef: { apiGroup: GROUP, kind: 'ClusterRole', name: 'any' },
      subjects: [{ kind: 'User', apiGroup: GROUP, name: 'ann' }],
    })
    const spec = { user: 'ann', resourceAttributes: { verb: 'get', group: 'batch', resource: '' } }
    const { status } = await cluster.create('SubjectAccessReview', { spec })
    await cluster.delete('ClusterRoleBinding', { name: 'any' })
    await cluster.delete('ClusterRole', { name: 'any' })
    return status?.allowed
  }
  expect(await mayGet([{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }])).toBe(true)
  expect(await mayGet([{ verbs: ['*'], nonResourceURLs: ['*'] }])).toBe(false)
})

test('a missing role is told with the refusal', async () => {
  const cluster = start()
  await grant(cluster, [])
  await cluster.delete('Role', { name: 'reader', namespace: 'default' })
  expect((await send(cluster, 'ann-token', 'GET', PODS)).body.message).toBe(
    `pods is forbidden: User "ann" cannot list resource "pods" in API group "" in the namespace "default": RBAC: role.${GROUP} "reader" not found`,
  )
})

test('a list of a single name needs that name only, a deletion of a collection all of them', async () => {
  const cluster = start()
  const one = { apiGroups: [''], resources: ['pods'], resourceNames: ['a'] }
  await grant(cluster, [{ ...one, verbs: ['list', 'watch', 'deletecollection'] }])
  const status = async (method: string, query: string) =>
    (await send(cluster, 'ann-token', method, `${PODS}?${query}`)).status
  expect(await status('GET', 'fieldSelector=metadata.name%3Da')).toBe(200)
  expect(await status('GET', 'fieldSelector=metadata.name%3D%3Da,spec.nodeName%3Dx')).toBe(200)
  expect(await status('GET', 'fieldSelector=metadata.name%3Db')).toBe(403)
  expect(await status('GET', 'fieldSelector=metadata.name!%3Da')).toBe(403)
  expect(await status('GET', 'fieldSelector=metadata.name%3Da&limit=x')).toBe(403)
  expect(await status('DELETE', 'fieldSelector=metadata.name%3Da')).toBe(403)
})

test('a PUT and an apply that create need the verb create too', async () => {
  const cluster = start()
  const leases = { apiGroups: ['coordination.k8s.io'], resources: ['leases'] }
  await grant(cluster, [{ ...leases, verbs: ['update', 'patch'] }])
  const path = '/apis/coordination.k8s.io/v1/namespaces/default/leases/a'
  const body = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'a' } }
  expect(await send(cluster, 'ann-token', 'PUT', path, body)).toMatchObject({
    status: 403,
    body: {
      message:
        'leases.coordination.k8s.io "a" is forbidden: User "ann" cannot create resource "leases" in API group "coordination.k8s.io" in the namespace "default"',
    },
  })
  await grant(cluster, [{ ...leases, verbs: ['create'] }], 'ann', 'creator')
  expect((await send(cluster, 'ann-token', 'PUT', path, body)).status).toBe(201)
})

test.each([
  ['1.34', 400],
  ['1.35', 403],
])('in v%s a session that begins with a GET is answered %i to who may not create one', async (version, status) => {
  const disableAdmissionPlugins = ['ServiceAccount'] as const
  const cluster = start({ kubernetesVersion: version as KubernetesVersion, disableAdmissionPlugins })
  await cluster.create('Pod', { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'nginx' }] } })
  const resources = ['pods/exec', 'pods/attach', 'pods/portforward']
  await grant(cluster, [{ verbs: ['get'], apiGroups: [''], resources }])
  const ask = async (part: string, method = 'GET') =>
    (await send(cluster, 'ann-token', method, `${PODS}/p/${part}?command=ls&stdout=true`)).status
  expect([await ask('exec'), await ask('attach'), await ask('portforward')]).toEqual([status, status, status])
  expect(await ask('exec', 'POST')).toBe(403)
  await grant(cluster, [{ verbs: ['create'], apiGroups: [''], resources }], 'ann', 'maker')
  expect([await ask('exec'), await ask('exec', 'POST')]).toEqual([400, 400])
})

test('who has no credentials is anonymous, or gets a 401; who has wrong ones always does', async () => {
  const own = '/apis/authentication.k8s.io/v1/selfsubjectreviews'
  const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' }
  const cluster = start()
  expect((await send(cluster, undefined, 'GET', '/version')).status).toBe(200)
  expect((await send(cluster, undefined, 'POST', own, review)).body.message).toContain('User "system:anonymous" cannot')
  expect((await send(cluster, 'wrong', 'GET', '/version')).status).toBe(401)
  expect((await send(cluster, 'ann-token', 'POST', own, review)).body).toMatchObject({
    status: { userInfo: { username: 'ann', uid: 'u-ann', groups: ['dev', 'system:authenticated'] } },
  })
  expect((await send(start({ anonymousAuth: false }), undefined, 'GET', '/version')).status).toBe(401)
})

test('users need their token where everything is allowed too, and are told apart', async () => {
  const cluster = start({ authorization: 'allow' })
  expect((await send(cluster, undefined, 'GET', PODS)).status).toBe(401)
  expect((await send(cluster, 'ann-token', 'GET', PODS)).status).toBe(200)
  expect(cluster.journal.requests().at(-1)?.user).toBe('ann')
})

test('deny refuses everybody but the administrators; nothing is refused by default', async () => {
  const cluster = start({ authorization: 'deny' })
  expect((await send(cluster, 'ann-token', 'GET', PODS)).body.message).toBe(
    'pods is forbidden: User "ann" cannot list resource "pods" in API group "" in the namespace "default": Everything is forbidden.',
  )
  expect((await send(cluster, 'root-token', 'GET', PODS)).status).toBe(200)
  expect((await send(createCluster({ seed: 1 }), undefined, 'GET', PODS)).status).toBe(200)
})

test('what rbac would refuse passes with rbac-audit, while reviews tell the truth', async () => {
  const cluster = start({ authorization: 'rbac-audit' })
  expect((await send(cluster, 'ann-token', 'GET', PODS)).status).toBe(200)
  const review = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SubjectAccessReview',
    spec: { user: 'ann', resourceAttributes: { verb: 'list', resource: 'pods', namespace: 'default' } },
  }
  const { body } = await send(
    cluster,
    'root-token',
    'POST',
    '/apis/authorization.k8s.io/v1/subjectaccessreviews',
    review,
  )
  expect(body).toMatchObject({ status: { allowed: false } })
})

test('nobody gives away rights without having them, or the right to escalate or bind', async () => {
  const cluster = start({ controllers: ['cluster-role-aggregation'] })
  const rbac = { apiGroups: [GROUP], resources: ['roles', 'rolebindings'] }
  await grant(cluster, [
    { ...rbac, verbs: ['create'] },
    { verbs: ['get'], apiGroups: [''], resources: ['pods'] },
  ])
  const path = `/apis/${GROUP}/v1/namespaces/default`
  const role = (name: string, verbs: readonly string[]) => ({
    metadata: { name },
    rules: [{ verbs, apiGroups: [''], resources: ['pods'] }],
  })
  const create = (what: string, body: object) => send(cluster, 'ann-token', 'POST', `${path}/${what}`, body)
  expect((await create('roles', role('same', ['get']))).status).toBe(201)
  expect((await create('roles', role('more', ['get', 'list']))).body.message).toBe(
    `roles.${GROUP} "more" is forbidden: user "ann" (groups=["dev" "system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:[""], Resources:["pods"], Verbs:["list"]}`,
  )
  const binding = { metadata: { name: 'b' }, roleRef: { apiGroup: GROUP, kind: 'ClusterRole', name: 'view' } }
  expect((await create('rolebindings', binding)).status).toBe(403)
  await grant(
    cluster,
    [{ apiGroups: [GROUP], resources: ['clusterroles'], resourceNames: ['view'], verbs: ['bind'] }],
    'ann',
    'binder',
  )
  await grant(cluster, [{ ...rbac, verbs: ['escalate'] }], 'ann', 'climber')
  expect((await create('rolebindings', binding)).status).toBe(201)
  expect((await create('roles', role('more', ['get', 'list']))).status).toBe(201)
})

test('forks decide by their own roles', async () => {
  const cluster = start()
  const fork = cluster.fork()
  await grant(fork, [{ verbs: ['list'], apiGroups: [''], resources: ['pods'] }])
  expect((await send(fork, 'ann-token', 'GET', PODS)).status).toBe(200)
  expect((await send(cluster, 'ann-token', 'GET', PODS)).status).toBe(403)
})

describe('what was used', () => {
  const operator = 'system:serviceaccount:shop:operator'
  const seen = async () => {
    const cluster = createCluster({ seed: 1, authorization: 'rbac-audit', controllers: 'none' })
    await cluster.create('Namespace', { metadata: { name: 'shop' } })
    const own = cluster.as({ serviceAccount: 'shop/operator' })
    await own.create('ConfigMap', { metadata: { name: 'a', namespace: 'shop' } })
    await own.get('ConfigMap', { name: 'a', namespace: 'shop' })
    await own.list('Secret', { namespace: 'shop' })
    await own.list('Node')
    return cluster
  }

  test('is told as the smallest roles', async () => {
    expect(String((await seen()).access.used(operator))).toBe(`apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: operator
rules:
- apiGroups:
  - ""
  resources:
  - nodes
  verbs:
  - list
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: operator
  namespace: shop
rules:
- apiGroups:
  - ""
  resources:
  - configmaps
  verbs:
  - create
  - get
- apiGroups:
  - ""
  resources:
  - secrets
  verbs:
  - list
`)
  })

  test('is told without what every server lets its users do', async () => {
    const cluster = start({ authorization: 'rbac-audit' })
    const headers = { authorization: 'Bearer ann-token' }
    for (const path of ['/api', '/apis/apps/v1', '/version', '/metrics']) await cluster.fetch(path, { headers })
    await cluster.as('ann').create('SelfSubjectReview', {})
    expect(cluster.access.used('ann').clusterRole?.rules).toEqual([{ nonResourceURLs: ['/metrics'], verbs: ['get'] }])
    expect(cluster.access.used('ann').roles).toEqual([])
    for (const path of ['/apis', '/version']) await cluster.fetch(path)
    expect(cluster.access.used('system:anonymous').clusterRole?.rules).toEqual([
      { nonResourceURLs: ['/apis'], verbs: ['get'] },
    ])
  })

  test('is compared with roles, both ways', async () => {
    const { access } = await seen()
    const role = `
kind: ClusterRole
metadata: { name: operator }
rules:
  - { apiGroups: [''], resources: [configmaps, secrets], verbs: [get, list] }
  - { apiGroups: [''], resources: [nodes], verbs: ['*'] }`
    expect(access.unused(role)).toEqual([
      { namespace: '', rule: { apiGroups: [''], resources: ['configmaps'], verbs: ['list'] } },
      { namespace: '', rule: { apiGroups: [''], resources: ['secrets'], verbs: ['get'] } },
    ])
    expect(access.unused({ kind: 'ClusterRole', aggregationRule: {}, rules: null })).toEqual([])
    expect(access.refused(operator).map(({ request }) => `${request.verb}`)).toEqual(['create', 'get', 'list', 'list'])
    access.clear()
    expect(access.refused()).toEqual([])
  })

  test('is not known where requests are not authorized', () => {
    expect(() => createCluster().access.used('ann')).toThrow(/requests are not authorized/)
  })

  test('a method as somebody who may not rejects with the refusal', async () => {
    const cluster = start()
    await expect(cluster.as('ann').get('Node', { name: 'n' })).rejects.toThrow(
      'nodes "n" is forbidden: User "ann" cannot get resource "nodes" in API group "" at the cluster scope',
    )
    await expect(cluster.as({ name: 'x', groups: ['system:masters'] }).list('Node')).resolves.toMatchObject({})
  })
})

test.each([
  ['1.36', '', 'Everything is forbidden.'],
  ['1.37', 'rbac: ', 'alwaysdeny: Everything is forbidden.'],
] as const)('authorizers of v%s say who they are: "%s"', async (kubernetesVersion, name, denied) => {
  const cluster = start({ kubernetesVersion, authorization: { modes: ['RBAC', 'AlwaysDeny'] } })
  await cluster.create('RoleBinding', {
    metadata: { name: 'none', namespace: 'default' },
    roleRef: { apiGroup: GROUP, kind: 'Role', name: 'none' },
    subjects: [{ kind: 'User', apiGroup: GROUP, name: 'ann' }],
  })
  const { body } = await send(cluster, 'ann-token', 'GET', PODS)
  expect(body.message).toMatch(
    new RegExp(`"default": ${name}RBAC: role.rbac.authorization.k8s.io "none" not found\\n${denied}$`),
  )
})

test('a matcher prints the rules that roles lack', async () => {
  const cluster = createCluster({ seed: 1, authorization: 'rbac-audit', controllers: 'none' })
  await cluster.as('ann').list('Lease', { namespace: 'default' })
  const used = cluster.access.used('ann')
  const rule = (verb: string) => ({ apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: [verb] })
  const role = (verb: string) => ({ kind: 'Role', metadata: { namespace: 'default' }, rules: [rule(verb)] })
  expect(matchers.toNeedNoMoreThan(used, role('list')).pass).toBe(true)
  const { pass, message } = matchers.toNeedNoMoreThan(used, role('get'))
  expect(pass).toBe(false)
  expect(message()).toContain('they lack:\napiVersion: rbac.authorization.k8s.io/v1\nkind: Role\n')
  expect(message()).toContain('- list')
  const refused = 'roles: no Role or ClusterRole is among the objects; give the roles that the user is bound to'
  expect(() => matchers.toNeedNoMoreThan(used, 'kind: Pod')).toThrow(refused)
  expect(matchers.toNeedNoMoreThan(used, []).pass).toBe(false)
})
