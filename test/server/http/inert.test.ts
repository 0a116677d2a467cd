import { expect, test } from 'vitest'
import { startCluster } from '../../../src/node/start.js'
import { definitionOf, versionOf } from '../../suites/definition.js'

const ROLES = '/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles'
const role = (name: string) => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'Role',
  metadata: { name, namespace: 'default' },
  rules: [],
})

test.each(['off', 'requests'] as const)(
  'the first object of a kind without effect is logged once, log %s',
  async (log) => {
    const lines: string[] = []
    const told = () => lines.filter((line) => line.startsWith('The first of'))
    const print = (line: string) => void lines.push(line)
    await using server = await startCluster({ log, print, fixtures: [role('before')] })
    const send = async (method: string, path: string, body: unknown, type = 'application/json') => {
      const headers = { 'Content-Type': type }
      return (await fetch(`${server.url}${path}`, { method, headers, body: JSON.stringify(body) })).status
    }
    expect(await send('POST', `${ROLES}?dryRun=All`, role('a'))).toBe(201)
    expect(await send('POST', ROLES, { ...role('a'), metadata: { name: 'a/b' } })).toBe(422)
    expect(await send('PUT', `${ROLES}/before`, role('before'))).toBe(200)
    expect(told()).toEqual([])
    const policy = {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: { name: 'p' },
      spec: { podSelector: {} },
    }
    const path = '/apis/networking.k8s.io/v1/namespaces/default/networkpolicies/p?fieldManager=x'
    expect(await send('PATCH', path, policy, 'application/apply-patch+yaml')).toBe(201)
    expect([await send('POST', ROLES, role('a')), await send('POST', ROLES, role('b'))]).toEqual([201, 201])
    expect(await send('POST', '/api/v1/namespaces', { metadata: { name: 'roles' } })).toBe(201)
    expect(told()).toEqual([
      'The first of networkpolicies is stored, but it has no effect here: there is no network to keep anybody from.',
      'The first of roles is stored, but it has no effect here: everyone may do everything, unless --authorization-mode says otherwise.',
    ])
  },
)

test('where requests are authorized, roles have an effect', async () => {
  const lines: string[] = []
  await using server = await startCluster({ authorization: 'rbac', print: (line) => void lines.push(line) })
  const headers = { 'content-type': 'application/json', authorization: 'Bearer fakecluster' }
  const body = JSON.stringify({ metadata: { name: 'a' }, rules: [] })
  expect((await fetch(server.url + ROLES, { method: 'POST', headers, body })).status).toBe(201)
  expect(lines.filter((line) => line.includes('no effect'))).toEqual([])
})

test.each(['off', 'requests'] as const)('a webhook that is missed to convert is logged once, log %s', async (log) => {
  const lines: string[] = []
  const version = (name: string) => ({ ...versionOf({ type: 'object' }, { name }), storage: name === 'v1' })
  const { spec, ...rest } = definitionOf('foos.g.io', 'Foo', ['v1', 'v2'].map(version))
  const webhook = { conversionReviewVersions: ['v1'], clientConfig: { service: { namespace: 'ns', name: 'svc' } } }
  const foo = { apiVersion: 'g.io/v1', kind: 'Foo', metadata: { name: 'a', namespace: 'default' } }
  await using server = await startCluster({
    log,
    print: (line) => void lines.push(line),
    fixtures: [{ ...rest, spec: { ...spec, conversion: { strategy: 'Webhook', webhook } } }, foo],
  })
  const get = async (path: string) => (await fetch(`${server.url}/apis/g.io/${path}`)).status
  expect(await get('v1/foos')).toBe(200)
  const told = () => lines.filter((line) => line.includes('`conversion: None`'))
  expect(told()).toEqual([])
  expect([await get('v2/foos'), await get('v2/namespaces/default/foos/a')]).toEqual([429, 500])
  expect(told()).toEqual([expect.stringContaining('objects of kind Foo')])
})

test('who is refused for want of credentials is told once that clients send none over plain HTTP', async () => {
  const lines: string[] = []
  const told = () => lines.filter((line) => line.includes('without credentials'))
  const print = (line: string) => void lines.push(line)
  await using server = await startCluster({ authorization: 'rbac', users: [{ name: 'ann', token: 'ann' }], print })
  const pods = (headers: Record<string, string> = {}) => fetch(`${server.url}/api/v1/pods`, { headers })
  expect((await pods({ authorization: 'Bearer ann' })).status).toBe(403)
  expect((await fetch(`${server.url}/version`)).status).toBe(200)
  expect(told()).toEqual([])
  expect([(await pods()).status, (await pods()).status]).toEqual([403, 403])
  expect(told()).toEqual([
    'A request without credentials is refused. Over plain HTTP, kubectl and client-go send none, whatever their kubeconfig has: with --tls (`tls: true`) they do.',
  ])
})
