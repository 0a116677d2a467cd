import { beforeEach, describe, expect, test } from 'vitest'
import type { Cluster } from '../../../src/cluster/types.js'
import { createCluster } from '../../../src/cluster/cluster.js'

let cluster: Cluster
beforeEach(async () => {
  cluster = createCluster({ seed: 1, nodes: 1, containers: { logs: ['ready'], http: () => new Response('hello') } })
  const labels = { app: 'web' }
  const containers = [{ name: 'web', image: 'shop/api:1', ports: [{ containerPort: 80 }] }]
  await cluster.create('v1/Pod', { metadata: { name: 'web', labels }, spec: { nodeName: 'node-1', containers } })
  await cluster.create('v1/Service', { metadata: { name: 'web' }, spec: { selector: labels, ports: [{ port: 80 }] } })
  await cluster.clock.advance('2s')
})

const ask = async (path: string, init?: RequestInit) => {
  const reply = await cluster.fetch(`/api/v1/namespaces/default/${path}`, init)
  return [reply.status, (await reply.text()).split('\n')[0]]
}

test.each([
  ['pods/web/log', 'log', 'get', 200],
  ['pods/web/exec?command=ls', 'exec', 'get', 400],
  ['pods/web/attach', 'attach', 'get', 400],
  ['pods/web/portforward', 'portforward', 'get', 400],
  ['pods/web/proxy/', 'proxy', 'get', 200],
  ['services/web:80/proxy/', 'proxy', 'get', 200],
] as const)('%s is matched by subresource %s', async (path, subresource, verb, code) => {
  const kind = path.startsWith('services') ? 'Service' : 'Pod'
  const match = { kind, verb, subresource, namespace: 'default', name: 'web' }
  cluster.hooks.before({ ...match, subresource: '' }, 500)
  cluster.hooks.before({ ...match, verb: 'list' }, 500)
  cluster.hooks.before({ ...match, name: 'other' }, 500)
  expect((await ask(path))[0]).toBe(code)
  cluster.hooks.before(match, { status: 503 }, { times: 1 })
  expect((await ask(path))[0]).toBe(503)
  expect(cluster.journal.requests({ path: `*/${path}` }).at(-1)?.hooks).toHaveLength(1)
})

test('a hook answers for the proxy of a node', async () => {
  cluster.hooks.before({ kind: 'Node', subresource: 'proxy', name: 'node-1' }, { status: 401 })
  expect((await cluster.fetch('/api/v1/nodes/https:node-1:10250/proxy/healthz')).status).toBe(401)
  expect((await cluster.fetch('/api/v1/nodes/node-2/proxy/healthz')).status).toBe(404)
})

test('labels match those of the pod, whatever the method', async () => {
  cluster.hooks.before({ subresource: 'exec', labels: 'app=web' }, { status: 503 })
  expect((await ask('pods/web/exec?command=ls', { method: 'POST' }))[0]).toBe(503)
})

describe('after hooks of a log', () => {
  test('truncate or cut it', async () => {
    cluster.hooks.after({ subresource: 'log' }, { truncate: 3 })
    await expect(ask('pods/web/log')).rejects.toThrow('fetch failed')
    cluster.hooks.clear()
    cluster.hooks.after({ subresource: 'log' }, { cut: true }, { times: 1 })
    await expect(ask('pods/web/log?follow=true')).rejects.toThrow('fetch failed')
    expect(await ask('pods/web/log')).toEqual([200, 'ready'])
  })

  test('replace the status of a failed request', async () => {
    cluster.hooks.after({ subresource: 'log', name: 'gone' }, { status: 'Forbidden' })
    expect((await ask('pods/gone/log'))[0]).toBe(403)
    expect((await ask('pods/other/log'))[0]).toBe(404)
  })
})

test('verify reports an unexpected request for a subresource', async () => {
  cluster.hooks.expect({ verb: 'get', kind: 'Pod', subresource: 'log' }, { times: 1 })
  await ask('pods/web/log')
  expect(() => cluster.hooks.verify()).not.toThrow()
  await ask('pods/web/proxy/')
  expect(() => cluster.hooks.verify()).toThrow('nobody expected')
})
