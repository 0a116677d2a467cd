import { existsSync, readFileSync } from 'node:fs'
import { patienceOf } from '../../src/base/time/real-wait.js'
import { describe, expect } from 'vitest'
import { clusterTest } from '../../src/vitest.js'

const test = clusterTest({
  setup: async (cluster) =>
    void (await cluster.create('Lease', { metadata: { name: 'leader' }, spec: { holderIdentity: 'nobody' } })),
})

const seen: string[] = []

describe('each test begins in the same state', () => {
  for (const round of [1, 2]) {
    test(`round ${round}`, async ({ cluster, url }) => {
      const { metadata } = await cluster.create('Lease', { metadata: { name: 'other' } })
      const reply = await fetch(`${url}/apis/coordination.k8s.io/v1/namespaces/default/leases`)
      const list = (await reply.json()) as {
        items: { metadata: { name: string } }[]
        metadata: { resourceVersion: string }
      }
      expect(list.items.map((item) => item.metadata.name)).toEqual(['leader', 'other'])
      seen.push(`${url} ${metadata.uid} ${metadata.resourceVersion} ${list.metadata.resourceVersion}`)
      expect(new Set(seen).size).toBe(1)
    })
  }
})

describe('concurrent tests do not see each other', () => {
  const urls = new Set<string>()
  for (const name of ['a', 'b']) {
    test.concurrent(`concurrent ${name}`, async ({ cluster, url }) => {
      urls.add(url)
      await cluster.create('Lease', { metadata: { name } })
      await new Promise((resolve) => setImmediate(resolve))
      expect((await cluster.list('Lease')).items.map(({ metadata }) => metadata.name)).toEqual([name, 'leader'].sort())
      const reply = await fetch(`${url}/apis/coordination.k8s.io/v1/leases`)
      expect(((await reply.json()) as { items: unknown[] }).items).toHaveLength(2)
    })
  }
  test('they had different URLs', () => expect(urls.size).toBe(2))
})

test('a wait knows the timeout of its test', { timeout: 60_000 }, ({ cluster }) => {
  const left = patienceOf(cluster.handle)?.left() ?? 0
  expect(left).toBeGreaterThan(4_000)
  expect(left).toBeLessThan(59_100)
})

test('the kubeconfig has the URL of the server', ({ url, kubeconfig }) => {
  expect(kubeconfig).toContain(`server: "${url}"`)
})

describe('the kubeconfig file', () => {
  const files: string[] = []

  test.concurrent.for(['first', 'second'])('has that text: %s', async (_, { kubeconfig, kubeconfigFile }) => {
    expect(readFileSync(kubeconfigFile, 'utf8')).toBe(kubeconfig)
    files.push(kubeconfigFile)
  })

  test('is gone after its test, and each test has its own', () => {
    expect(new Set(files).size).toBe(2)
    expect(files.filter((file) => existsSync(file))).toEqual([])
  })
})

describe('matchers', () => {
  const node = { status: { conditions: [{ type: 'Ready', status: 'True', reason: 'KubeletReady' }] } }

  test('toHaveCondition', () => {
    expect(node).toHaveCondition('Ready', 'True')
    expect(node).toHaveCondition('Ready', { reason: 'KubeletReady' })
    expect(node).not.toHaveCondition('Ready', 'False')
    expect({}).not.toHaveCondition('Ready')
    expect(() => expect(node).toHaveCondition('DiskPressure')).toThrow(
      'expected the condition DiskPressure {}; there are Ready',
    )
  })

  test('toHaveObject', async ({ cluster }) => {
    await expect(cluster).toHaveObject('Lease', { name: 'leader' }, { spec: { holderIdentity: 'nobody' } })
    await expect(cluster).not.toHaveObject('Lease', { name: 'leader' }, { spec: { holderIdentity: 'somebody' } })
    await expect(cluster).not.toHaveObject('Lease', { name: 'follower' })
    await expect(expect(cluster).toHaveObject('Lease', { name: 'follower' })).rejects.toThrow('there is none')
    // As with two copies of the package, one required and one imported.
    const get = () => Promise.reject(Object.assign(new Error('of another copy'), { code: 404 }))
    await expect(Object.create(cluster, { get: { value: get } })).not.toHaveObject('Lease', { name: 'follower' })
  })

  test('toHaveReceivedRequest', async ({ cluster, url }) => {
    await fetch(`${url}/api/v1/nodes`)
    expect(cluster).toHaveReceivedRequest({ verb: 'list', kind: 'Node' })
    expect(cluster).toHaveReceivedRequest({ kind: 'Node' }, 1)
    expect(cluster).not.toHaveReceivedRequest({ verb: 'create' })
    expect(() => expect(cluster).toHaveReceivedRequest({ verb: 'delete' })).toThrow(
      /at least one of the requests .*there were 0.*GET \/api\/v1\/nodes/s,
    )
  })
})

const asOperator = clusterTest({
  authorization: 'rbac',
  as: { serviceAccount: 'default/operator' },
  setup: async (cluster) => void (await cluster.create('ServiceAccount', { metadata: { name: 'operator' } })),
})

asOperator(
  'with `as`, the client and the kubeconfig are those of the user',
  async ({ cluster, client, url, kubeconfig, kubeconfigFile }) => {
    await expect(client.list('Node')).rejects.toThrow('User "system:serviceaccount:default:operator" cannot list')
    expect(readFileSync(kubeconfigFile, 'utf8')).toBe(kubeconfig)
    const authorization = `Bearer ${/token: "(.*)"/.exec(kubeconfig)?.[1]}`
    expect((await fetch(`${url}/api/v1/nodes`, { headers: { authorization } })).status).toBe(403)
    expect(cluster.access.refused().map(({ user }) => user)).toContain('system:serviceaccount:default:operator')
  },
)
