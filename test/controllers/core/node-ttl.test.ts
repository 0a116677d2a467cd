import { expect, test } from 'vitest'
import { ttlAt, ttlStep } from '../../../src/controllers/agents/kubelet/node-ttl.js'
import { createCluster } from '../../../src/cluster/cluster.js'

const TTL = 'node.alpha.kubernetes.io/ttl'

test('sets the TTL annotation of a node, and restores it', async () => {
  const cluster = createCluster({ seed: 1, agents: { nodes: '*' } })
  await cluster.create('Node', { metadata: { name: 'a' } })
  await cluster.idle()
  const told = async () => (await cluster.get('Node', { name: 'a' })).metadata
  expect((await told()).annotations).toEqual({ [TTL]: '0' })
  await cluster.patch('Node', { name: 'a' }, { metadata: { annotations: { [TTL]: '17' } } })
  await cluster.idle()
  expect((await told()).annotations).toEqual({ [TTL]: '0' })
})

test('a node without an agent gets no TTL annotation', async () => {
  const cluster = createCluster({ seed: 1 })
  await cluster.create('Node', { metadata: { name: 'a' } })
  await cluster.idle()
  expect((await cluster.get('Node', { name: 'a' })).metadata.annotations).toBeUndefined()
})

test('changes the TTL of all nodes when the cluster grows past 100 nodes, and back when it shrinks', async () => {
  const cluster = createCluster({ seed: 1, nodes: 100, agents: { nodes: 'none=of-them' } })
  const values = async () =>
    new Set((await cluster.list('Node')).items.map(({ metadata }) => metadata.annotations?.[TTL]))
  expect(await values()).toEqual(new Set(['0']))
  await cluster.create('Node', { metadata: { name: 'one-more', annotations: { [TTL]: '0' } } })
  await cluster.idle()
  expect(await values()).toEqual(new Set(['15']))
  await cluster.delete('Node', { name: 'one-more' })
  await cluster.idle()
  expect(await values()).toEqual(new Set(['15']))
  for (let number = 1; number <= 11; number++) await cluster.delete('Node', { name: `node-${number}` })
  await cluster.idle()
  expect(await values()).toEqual(new Set(['0']))
})

test('the steps of the TTL overlap', () => {
  expect([0, 100, 101, 501, 1001, 2001].map((count) => ttlAt(ttlStep(count)))).toEqual([
    '0',
    '0',
    '15',
    '30',
    '60',
    '300',
  ])
  expect([1800, 1799, 900, 899, 89].map((count) => ttlAt(ttlStep(count, 4)))).toEqual(['300', '60', '60', '30', '0'])
})

test('keeps the TTL annotation of a fixture', async () => {
  const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a', annotations: { [TTL]: '9' } } }
  const cluster = createCluster({ seed: 1, fixtures: [node] })
  await cluster.idle()
  expect((await cluster.get('Node', { name: 'a' })).metadata.annotations).toEqual({ [TTL]: '9' })
})
