import { beforeEach, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'

const SERVICE = { namespace: 'default', name: 'kubernetes' }
const KINDS = ['Service', 'Endpoints', 'EndpointSlice'] as const

let cluster: Cluster
beforeEach(() => {
  cluster = createCluster({ seed: 1 })
})

const isThere = async (kind: string) => (await cluster.list(kind, { namespace: 'default' })).items.length > 0

test.each(KINDS)('recreates a deleted %s ten seconds later', async (kind) => {
  const before = await cluster.get(kind, SERVICE)
  await cluster.delete(kind, SERVICE)
  await cluster.clock.advance('9s')
  expect(await isThere(kind)).toBe(false)
  await cluster.clock.advance('1s')
  const after = await cluster.get(kind, SERVICE)
  expect(after.metadata.uid).not.toBe(before.metadata.uid)
  expect({ ...after, metadata: after.metadata.labels }).toEqual({ ...before, metadata: before.metadata.labels })
})

test('restores the endpoints, and keeps the labels of others', async () => {
  await cluster.patch('Endpoints', SERVICE, { subsets: [] })
  await cluster.patch('EndpointSlice', SERVICE, { ports: [] })
  await cluster.patch('Service', SERVICE, { metadata: { labels: { own: 'yes' } } })
  await cluster.clock.advance('10s')
  expect((await cluster.get('Endpoints', SERVICE)).subsets).toMatchObject([{ addresses: [{ ip: '192.0.2.1' }] }])
  expect((await cluster.get('EndpointSlice', SERVICE)).ports).toMatchObject([{ port: 6443 }])
  expect((await cluster.get('Service', SERVICE)).metadata.labels).toMatchObject({ own: 'yes' })
})

test('without the controller a deleted Service is not recreated', async () => {
  cluster = createCluster({ seed: 1, controllers: 'none' })
  await cluster.delete('Service', SERVICE)
  await cluster.clock.advance('1m')
  expect(await isThere('Service')).toBe(false)
})

test('tries again every ten seconds while another Service has its address', async () => {
  const fake = { metadata: { name: 'fake' }, spec: { clusterIP: '10.0.0.1', ports: [{ port: 443 }] } }
  await expect(cluster.create('Service', fake)).rejects.toThrow('provided IP is already allocated')
  await cluster.delete('Service', SERVICE)
  await cluster.create('Service', fake)
  await cluster.clock.advance('1m')
  await cluster.delete('Service', { name: 'fake' })
  await cluster.clock.advance('9s')
  expect(await isThere('Service')).toBe(false)
  await cluster.clock.advance('1s')
  expect((await cluster.get('Service', SERVICE)).spec?.clusterIP).toBe('10.0.0.1')
})
