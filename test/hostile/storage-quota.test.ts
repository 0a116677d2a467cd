import { expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'

const MIB = 1024 * 1024
const map = (name: string, length: number) => ({ metadata: { name }, data: { text: 'x'.repeat(length) } })
const FULL = 'etcdserver: mvcc: database space exceeded'

test('storage is limited for all objects together, and writes that free space succeed', async () => {
  const cluster = createCluster({ seed: 1, storageLimit: MIB })
  const create = (name: string) => cluster.create('ConfigMap', map(name, 100_000)).then(() => 'made', String)
  const results = []
  for (let i = 0; i < 8; i++) results.push(await create(`m${i}`))
  expect(results.filter((result) => result === 'made')).toHaveLength(5)
  expect(results.at(-1)).toContain(FULL)
  await expect(cluster.patch('ConfigMap', { name: 'm0' }, { data: { more: 'y'.repeat(100_000) } })).rejects.toThrow(
    FULL,
  )
  await cluster.patch('ConfigMap', { name: 'm0' }, { data: { text: 'x' } })
  expect(await create('again')).toBe('made')
  // A fork and a restored state know their size.
  const fork = cluster.fork()
  await expect(fork.create('ConfigMap', map('fork', 200_000))).rejects.toThrow(FULL)
  const full = cluster.snapshot()
  await cluster.delete('ConfigMap', { name: 'm1' })
  expect(await create('m9')).toBe('made')
  cluster.restore(full)
  await expect(cluster.create('ConfigMap', map('restored', 200_000))).rejects.toThrow(FULL)
})

test('a Deployment with the most replicas stops at the storage limit, and can be deleted', async () => {
  const cluster = createCluster({ seed: 1, nodes: 1, storageLimit: MIB })
  const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'a', image: 'a' }] } }
  const spec = { replicas: 2 ** 31 - 1, selector: { matchLabels: { app: 'a' } }, template }
  await cluster.create('apps/v1/Deployment', { metadata: { name: 'a' }, spec } as never)
  await cluster.clock.advance('1m')
  const { items } = await cluster.list('Pod')
  expect(items.length).toBeGreaterThan(50)
  expect(items.length).toBeLessThan(500)
  await cluster.delete('apps/v1/Deployment', { name: 'a' })
  await cluster.clock.advance('1m')
  expect((await cluster.list('Pod')).items).toHaveLength(0)
})
