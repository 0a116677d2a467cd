import { expect, test } from 'vitest'
import type { Cluster } from '../../../src/cluster/types.js'
import { createCluster } from '../../../src/cluster/cluster.js'

const pod = (nodeName: string, metadata: object = {}) => ({
  metadata: { name: 'p', namespace: 'default', ...metadata },
  spec: { containers: [{ name: 'c', image: 'i' }], ...(nodeName ? { nodeName } : {}) },
})
const there = async (cluster: Cluster) => (await cluster.list('v1/Pod')).items.length
const silent = { metadata: { name: 'n', annotations: { 'fakecluster/agent': 'silent' } } }

test('fails and deletes a pod whose node does not exist', async () => {
  const cluster = createCluster({ seed: 1 })
  await cluster.create('v1/Pod', pod('n', { finalizers: ['a/b'] }))
  await cluster.clock.advance('39s')
  expect((await cluster.get('v1/Pod', { name: 'p' })).metadata).not.toHaveProperty('deletionTimestamp')
  await cluster.clock.advance('1s')
  const { metadata, status } = await cluster.get('v1/Pod', { name: 'p' })
  expect([metadata.deletionGracePeriodSeconds, status]).toMatchObject([
    0,
    {
      phase: 'Failed',
      conditions: [
        {
          type: 'DisruptionTarget',
          status: 'True',
          reason: 'DeletionByPodGC',
          message: 'PodGC: node no longer exists',
        },
      ],
    },
  ])
  await cluster.patch('v1/Pod', { name: 'p' }, { metadata: { finalizers: null } })
  expect(await there(cluster)).toBe(0)
})

test('keeps the pods of a node that is created in time, and deletes them after the node is deleted', async () => {
  const cluster = createCluster({ seed: 1 })
  await cluster.create('v1/Pod', pod('n'))
  await cluster.clock.advance('39s')
  await cluster.create('Node', silent)
  await cluster.clock.advance('1h')
  expect(await there(cluster)).toBe(1)
  await cluster.delete('Node', { name: 'n' })
  await cluster.clock.advance('39s')
  expect(await there(cluster)).toBe(1)
  await cluster.clock.advance('1s')
  expect(await there(cluster)).toBe(0)
})

test('keeps a pod fixture on a node that does not exist until the pod changes', async () => {
  const cluster = createCluster({ seed: 1 })
  await cluster.load([{ apiVersion: 'v1', kind: 'Pod', ...pod('n') }])
  await cluster.clock.advance('1h')
  expect(await there(cluster)).toBe(1)
  await cluster.delete('v1/Pod', { name: 'p' })
  expect(await there(cluster)).toBe(1)
  await cluster.clock.advance('40s')
  expect(await there(cluster)).toBe(0)
})

test('a terminating pod on a silent node stays until the node is tainted out-of-service', async () => {
  const cluster = createCluster({ seed: 1 })
  await cluster.create('Node', silent)
  await cluster.create('v1/Pod', pod('n'))
  await cluster.delete('v1/Pod', { name: 'p' })
  await cluster.clock.advance('1h')
  expect(await there(cluster)).toBe(1)
  const taints = [{ key: 'node.kubernetes.io/out-of-service', effect: 'NoExecute' }]
  await cluster.patch('Node', { name: 'n' }, { spec: { taints } })
  expect(await there(cluster)).toBe(1)
  await cluster.clock.advance('20s')
  expect(await there(cluster)).toBe(0)
})

test('a deleted namespace is removed after its last pod is collected', async () => {
  const cluster = createCluster({ seed: 1 })
  await cluster.create('Namespace', { metadata: { name: 'shop' } })
  await cluster.create('v1/Pod', pod('n', { namespace: 'shop' }))
  await cluster.delete('Namespace', { name: 'shop' })
  // While there are pods, the real controller counts no remaining content.
  const { status } = await cluster.get('Namespace', { name: 'shop' })
  expect(status?.conditions?.find(({ type }) => type === 'NamespaceContentRemaining')?.message).toBe(
    'All content successfully removed',
  )
  await cluster.clock.advance('40s')
  expect((await cluster.list('Namespace', { fieldSelector: 'metadata.name=shop' })).items).toEqual([])
})
