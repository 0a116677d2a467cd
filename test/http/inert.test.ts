import { expect, test } from 'vitest'
import { startCluster } from '../../src/node/start.js'

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
      'The first of roles is stored, but it has no effect here: everyone may do everything.',
    ])
  },
)
