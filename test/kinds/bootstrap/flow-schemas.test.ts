import { beforeEach, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'

const schema = (name: string, level: string) => ({
  metadata: { name },
  spec: { priorityLevelConfiguration: { name: level } },
})
const level = (name: string) => ({
  metadata: { name },
  spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } },
})

let cluster: Cluster
beforeEach(() => {
  cluster = createCluster({ seed: 1, controllers: 'none' })
})

/** The conditions of a FlowSchema. */
const told = async (name: string) => {
  const { status } = await cluster.get('FlowSchema', { name })
  return status?.conditions?.map(({ type, status: is, reason }) => `${type}=${is} ${reason}`)
}

test('the condition Dangling is set by the next request', async () => {
  const { status } = await cluster.create('FlowSchema', schema('a', 'exempt'))
  expect(status).toEqual({})
  await cluster.create('FlowSchema', schema('b', 'none'))
  const { status: later, metadata } = await cluster.get('FlowSchema', { name: 'b' })
  expect(later?.conditions).toEqual([
    {
      type: 'Dangling',
      status: 'True',
      reason: 'NotFound',
      message:
        'This FlowSchema references the PriorityLevelConfiguration object named "none" but there is no such object',
      lastTransitionTime: '2024-01-01T00:00:00Z',
    },
  ])
  expect(metadata.managedFields?.[0]).toMatchObject({
    manager: 'api-priority-and-fairness-config-consumer-v1',
    operation: 'Apply',
    subresource: 'status',
  })
  expect(await told('a')).toEqual(['Dangling=False Found'])
})

test('creating and deleting priority levels updates Dangling, of bootstrap objects too', async () => {
  await cluster.create('FlowSchema', schema('a', 'own'))
  await cluster.settled()
  expect(await told('a')).toEqual(['Dangling=True NotFound'])
  await cluster.create('PriorityLevelConfiguration', level('own'))
  await cluster.settled()
  expect(await told('a')).toEqual(['Dangling=False Found'])
  await cluster.delete('PriorityLevelConfiguration', { name: 'own' })
  await cluster.delete('PriorityLevelConfiguration', { name: 'workload-high' })
  await cluster.settled()
  expect([await told('a'), await told('kube-scheduler')]).toEqual([
    ['Dangling=True NotFound'],
    ['Dangling=True NotFound'],
  ])
})

test('the mandatory priority levels count as existing when they are deleted', async () => {
  await cluster.delete('PriorityLevelConfiguration', { name: 'catch-all' })
  await cluster.settled()
  expect(await told('catch-all')).toEqual(['Dangling=False Found'])
})

test('without another request the status is written once, a moment later', async () => {
  await cluster.create('FlowSchema', schema('a', 'exempt'))
  const { revision } = cluster.snapshot().state
  await cluster.clock.advance('1s')
  expect(cluster.snapshot().state.revision).toBe(revision + 1)
  await cluster.get('FlowSchema', { name: 'a' })
  await cluster.clock.advance('1s')
  expect(cluster.snapshot().state.revision).toBe(revision + 1)
})

test('hooks are not called for the status write', async () => {
  cluster.hooks.admit({ kind: 'FlowSchema', verb: 'patch' }, () => {
    throw new Error('nobody asks')
  })
  await cluster.create('FlowSchema', schema('a', 'exempt'))
  await cluster.settled()
  expect(await told('a')).toEqual(['Dangling=False Found'])
})

test('a fork writes the pending status', async () => {
  await cluster.create('FlowSchema', schema('a', 'exempt'))
  cluster = cluster.fork()
  await cluster.settled()
  expect(await told('a')).toEqual(['Dangling=False Found'])
})

test('Dangling is set in profile example too', async () => {
  cluster = createCluster({ seed: 1, profile: 'example' })
  await cluster.create('FlowSchema', schema('a', 'workload-low'))
  await cluster.settled()
  expect(await told('a')).toEqual(['Dangling=True NotFound'])
})
