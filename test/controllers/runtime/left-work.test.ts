import { describe, expect, test, vi } from 'vitest'
import { fromBundle, replay } from '../../../src/cluster/bundles.js'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { ClusterOptions } from '../../../src/cluster/options.js'
import type { Cluster } from '../../../src/cluster/types.js'
import { defineController } from '../../../src/controllers/runtime/define.js'
import type { Snapshot } from '../../../src/cluster/state/snapshot.js'

const ALL = 35
const LIMIT = 10

/** Makes a Secret in each of `ALL` reconciliations, which one Lease wakes all at once. */
const many = defineController({
  name: 'many',
  watches: { Lease: 'own' },
  reconcile({ kind, name, ...key }, world) {
    if (kind === 'Secret') return void world.create('Secret', { metadata: { name, namespace: 'default' } })
    for (let i = 0; i < ALL; i++) world.wake({ ...key, apiVersion: 'v1', kind: 'Secret', name: `made-${i}` })
  },
})

const make = (options: ClusterOptions = {}) =>
  createCluster({ seed: 1, controllers: [many], reconcileLimit: LIMIT, ...options })

/** Counts what is made without a request. */
const madeIn = ({ state }: Pick<Snapshot, 'state'>) => state.tables.get('/secrets')?.size ?? 0
const made = (cluster: Cluster) => madeIn(cluster.snapshot())

/** A cluster whose write has just been answered: one reconciliation of the Lease, and nine of the rest are done. */
async function begun(options?: ClusterOptions): Promise<Cluster> {
  const cluster = make(options)
  await cluster.create('Lease', { metadata: { name: 'root' } })
  expect(made(cluster)).toBe(LIMIT - 1)
  return cluster
}

test('a write is answered after as many reconciliations as the limit says', async () => {
  const cluster = await begun()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(made(cluster)).toBe(LIMIT - 1)
})

test('a write that causes fewer is answered after all', async () => {
  const cluster = make({ reconcileLimit: ALL + 1 })
  await cluster.create('Lease', { metadata: { name: 'root' } })
  expect(made(cluster)).toBe(ALL)
})

test('each further request does as many before its reply, also a read and one that fails', async () => {
  const cluster = await begun()
  expect((await cluster.list('Secret')).items).toHaveLength(9)
  expect(made(cluster)).toBe(19)
  await expect(cluster.delete('Lease', { name: 'none' })).rejects.toThrow('not found')
  expect(made(cluster)).toBe(29)
  expect((await cluster.fetch('http://fake/api/v1/namespaces/default/secrets/none')).status).toBe(404)
  expect(made(cluster)).toBe(ALL)
  await cluster.list('Secret')
  await cluster.create('Lease', { metadata: { name: 'another' } })
  await cluster.settled()
})

test.each([
  ['settled', (cluster: Cluster) => cluster.settled()],
  ['idle', (cluster: Cluster) => cluster.idle({ quiet: 1 })],
  ['clock.advance', (cluster: Cluster) => cluster.clock.advance(1)],
  ['clock.next', (cluster: Cluster) => cluster.clock.next()],
  ['waitFor', (cluster: Cluster) => cluster.waitFor('Secret', { name: `made-${ALL - 1}` })],
])('%s has all of it done', async (_, wait) => {
  const cluster = await begun()
  await wait(cluster)
  expect(made(cluster)).toBe(ALL)
})

test('what was left is done before the clock moves', async () => {
  const cluster = await begun()
  await cluster.clock.advance('1m')
  const times = (await cluster.list('Secret')).items.map(({ metadata }) => metadata.creationTimestamp)
  expect(new Set(times)).toEqual(new Set(['2024-01-01T00:00:00Z']))
})

test('at a system clock it goes on in turns after the reply', async () => {
  const cluster = make({ clock: 'system' })
  await cluster.create('Lease', { metadata: { name: 'root' } })
  expect(made(cluster)).toBeLessThan(ALL)
  await vi.waitUntil(() => made(cluster) === ALL)
})

test('a fork made at a system clock goes on by itself', async () => {
  const cluster = make({ clock: 'system' })
  await cluster.create('Lease', { metadata: { name: 'root' } })
  const saved = cluster.snapshot()
  expect(madeIn(saved)).toBeLessThan(ALL)
  const fork = cluster.fork(saved)
  cluster.close()
  await vi.waitUntil(() => made(fork) === ALL)
})

test('requests wait for all that a cluster is created with', async () => {
  const cluster = make({
    fixtures: { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'root' } },
  })
  expect((await cluster.list('Secret')).items).toHaveLength(ALL)
})

test('a load is bounded as a request is', async () => {
  const cluster = make()
  await cluster.load({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'root' } })
  expect(made(cluster)).toBe(LIMIT - 1)
  await cluster.list('Lease')
  expect(made(cluster)).toBe(2 * LIMIT - 1)
})

describe('a state with work left', () => {
  test('is continued by a fork, a restored cluster and one from a bundle as by the cluster itself', async () => {
    const cluster = await begun({ journal: { wholeBodies: true } })
    const saved = cluster.snapshot()
    const others = [cluster.fork(), await fromBundle(await cluster.bundle(), { controllers: [many] })]
    const restored = make()
    restored.restore(saved)
    for (const each of [cluster, ...others, restored]) {
      expect(made(each)).toBe(9)
      await each.list('Lease')
      expect(made(each)).toBe(19)
      await each.settled()
      expect(made(each)).toBe(ALL)
    }
    cluster.restore(saved)
    await cluster.clock.advance(1)
    expect(made(cluster)).toBe(ALL)
  })

  test('is not lost by a close: a snapshot from before it goes on', async () => {
    const cluster = await begun()
    const saved = cluster.snapshot()
    cluster.close()
    const fork = cluster.fork(saved)
    await fork.settled()
    expect(made(fork)).toBe(ALL)
  })
})

// What controllers do on the way depends on how much was done for each request.
const deployment = (replicas: number) => ({
  metadata: { name: 'web' },
  spec: {
    replicas,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'web' }] } },
  },
})

/** Returns the texts of all replies to a sequential client that takes `pause` real milliseconds between requests. */
async function transcript(pause: number): Promise<{ readonly texts: readonly string[]; readonly cluster: Cluster }> {
  const cluster = createCluster({
    seed: 1,
    nodes: 2,
    reconcileLimit: 40,
    journal: { requests: 10_000, wholeBodies: true },
  })
  const texts: string[] = []
  const ask = async (path: string, init?: RequestInit) => {
    const reply = await cluster.fetch(`http://fake${path}`, init)
    texts.push(`${reply.status} ${await reply.text()}`)
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
  }
  const body = JSON.stringify({ apiVersion: 'apps/v1', kind: 'Deployment', ...deployment(60) })
  const headers = { 'content-type': 'application/json' }
  await ask('/apis/apps/v1/namespaces/default/deployments', { method: 'POST', headers, body })
  for (let i = 0; i < 4; i++) await ask('/api/v1/namespaces/default/pods')
  await cluster.settled()
  await ask('/api/v1/namespaces/default/pods')
  await ask('/apis/apps/v1/namespaces/default/deployments/web', { method: 'DELETE' })
  for (let i = 0; i < 3; i++) await ask('/api/v1/namespaces/default/pods')
  await cluster.clock.advance('2m')
  await ask('/api/v1/namespaces/default/events')
  return { texts, cluster }
}

test('what a sequential client reads depends on its requests alone, and a replay reads the same', async () => {
  const first = await transcript(0)
  const second = await transcript(3)
  expect(second.texts).toEqual(first.texts)
  // Of the same list, the first reply shows less than the one after everything has settled.
  expect(first.texts[1]).not.toBe(first.texts[5])
  expect((await replay(await first.cluster.bundle({ secrets: true }))).differences).toEqual([])
})
