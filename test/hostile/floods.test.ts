import { expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'
import { mostInATurn } from './support/most-in-a-turn.js'

// Many requests at once, each of which is harmless: those of others are answered in between.

const DEFAULT = 'http://cluster.local/api/v1/namespaces/default'
const MAPS = `${DEFAULT}/configmaps`

/** Sends requests at once, and then a small one; returns how many of them had their replies before the small one. */
async function repliesBefore(count: number, path: string, init: RequestInit): Promise<number> {
  const cluster = createCluster({ seed: 1 })
  await cluster.create('ServiceAccount', { metadata: { name: 'robot', namespace: 'default' } })
  for (let i = 0; i < 200; i++)
    await cluster.create('ConfigMap', { metadata: { name: `m${i}`, namespace: 'default' }, data: { a: 'b' } })
  // The code for these replies is loaded.
  const [first] = await Promise.all([cluster.fetch(path, init), cluster.fetch(DEFAULT)])
  expect(first.ok).toBe(true)
  await first.body?.cancel()

  let replies = 0
  const all = Array.from({ length: count }, async () => {
    const reply = await cluster.fetch(path, init)
    replies++
    await reply.body?.cancel()
  })
  await cluster.fetch(DEFAULT)
  const before = replies
  await Promise.all(all)
  expect(replies).toBe(count)
  await cluster.close()
  return before
}

test.each<[string, number, string, RequestInit]>([
  ['tables', 100, MAPS, { headers: { Accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } }],
  ['lists in YAML', 100, MAPS, { headers: { Accept: 'application/yaml' } }],
  ['watches', 100, `${MAPS}?watch=1`, {}],
])('of many %s, few are answered before a small request that came later', async (_, count, path, init) => {
  expect(await repliesBefore(count, path, init)).toBeLessThan(count / 2)
})

test('tokens are made in turns of their own', async () => {
  const cluster = createCluster({ seed: 1 })
  await cluster.create('ServiceAccount', { metadata: { name: 'robot', namespace: 'default' } })
  const init: RequestInit = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"spec":{}}' }
  expect(await mostInATurn(50, () => cluster.fetch(`${DEFAULT}/serviceaccounts/robot/token`, init))).toBeLessThan(10)
  await cluster.close()
})
