import { type IncomingMessage, type RequestOptions, request } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Cluster } from '../../../src/cluster/types.js'
import { createCluster } from '../../../src/cluster/cluster.js'
import { createAgent } from '../../../src/node/dispatcher/agent.js'

// A limit for hangs only: long enough not to be reached on a busy machine.
const BUSY = { timeout: 60_000 }
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/default/leases'

let cluster: Cluster
beforeEach(() => {
  cluster = createCluster({ profile: 'kubernetes', seed: 1 })
})
afterEach(() => cluster.close())

/** Sends a request through the agent; resolves when the head of the response is there. */
function send(
  path: string,
  { body, ...options }: RequestOptions & { readonly body?: string } = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(`http://cluster.local${path}`, { agent: createAgent(cluster), ...options }, resolve)
      .on('error', reject)
      .end(body)
  })
}

test('a request through the agent reaches the cluster without a port', async () => {
  const body = JSON.stringify({ metadata: { name: 'leader' } })
  const created = await send(LEASES, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  expect([created.statusCode, JSON.parse(await text(created)).metadata.name]).toEqual([201, 'leader'])
  expect((await cluster.get('Lease', { name: 'leader' })).metadata.name).toBe('leader')
})

test('one agent sends several requests, concurrent and sequential', async () => {
  const agent = createAgent(cluster)
  const both = await Promise.all(
    ['default', 'kube-system'].map((name) => send(`/api/v1/namespaces/${name}`, { agent })),
  )
  const names = await Promise.all(both.map(async (reply) => JSON.parse(await text(reply)).metadata.name))
  expect(names).toEqual(['default', 'kube-system'])
  expect((await send('/healthz', { agent })).statusCode).toBe(200)
  agent.destroy()
})

test('a long list arrives complete', async () => {
  for (const name of ['a', 'b'])
    await cluster.create('ConfigMap', { metadata: { name }, data: { text: name.repeat(300_000) } })
  const { items } = JSON.parse(
    await text(await send('/api/v1/configmaps?fieldSelector=metadata.namespace=default')),
  ) as {
    items: { data: { text?: string } }[]
  }
  expect(items.flatMap(({ data }) => data.text?.length ?? [])).toEqual([300_000, 300_000])
})

test('a watch delivers events, and ends when the client destroys the response', async () => {
  const reply = await send(`${LEASES}?watch=1`)
  await cluster.create('Lease', { metadata: { name: 'leader' } })
  expect(JSON.parse(String((await once(reply, 'data'))[0]))).toMatchObject({
    type: 'ADDED',
    object: { metadata: { name: 'leader' } },
  })
  expect(cluster.watches()).toHaveLength(1)
  reply.destroy()
  await vi.waitUntil(() => cluster.watches().length === 0, BUSY)
})

test('a reply that a hook cuts rejects with ECONNRESET', async () => {
  cluster.hooks.before({ verb: 'list', kind: 'Lease' }, { cut: true }, { times: 1 })
  await expect(send(LEASES)).rejects.toMatchObject({ code: 'ECONNRESET' })
})

test('a watch that is cut in the middle of a line fails with ECONNRESET', async () => {
  const reply = await send(`${LEASES}?watch=1`)
  const [watch] = cluster.watches()
  watch?.cut('mid-line')
  await cluster.create('Lease', { metadata: { name: 'leader' } })
  await expect(text(reply)).rejects.toMatchObject({ code: 'ECONNRESET' })
})
