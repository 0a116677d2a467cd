import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { MOST_NODES, madeNodes } from '../../../src/cluster/load/made-nodes.js'
import { featureGatesOf } from '../../../src/model/registry/feature-gates.js'

const readyOf = (node: { readonly status?: { readonly conditions?: readonly object[] } }) =>
  node.status?.conditions?.find((condition) => 'type' in condition && condition.type === 'Ready')

test('nodes are Ready from the start, at the latest time of the fixtures, and stay Ready', async () => {
  const fixtures = {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'a', creationTimestamp: '2030-01-01T00:00:00Z' },
  }
  const cluster = createCluster({ seed: 1, nodes: 3, fixtures })
  const nodes = (await cluster.list('Node')).items
  expect(nodes.map(({ metadata }) => metadata.name)).toEqual(['node-1', 'node-2', 'node-3'])
  for (const node of nodes) {
    expect(readyOf(node)).toMatchObject({ status: 'True', lastHeartbeatTime: '2030-01-01T00:00:00Z' })
    expect(node.metadata.labels).toMatchObject({
      'kubernetes.io/hostname': node.metadata.name,
      'kubernetes.io/os': 'linux',
    })
    expect(node.status?.allocatable).toMatchObject({ cpu: '8', pods: '110' })
  }
  await cluster.clock.advance('1h')
  expect((await cluster.list('Lease', { namespace: 'kube-node-lease' })).items).toHaveLength(3)
  for (const node of (await cluster.list('Node')).items) {
    expect(readyOf(node)).toMatchObject({ status: 'True' })
    expect(node.spec?.taints).toBeUndefined()
  }
})

test('a node with the name of a fixture is that of the fixture', async () => {
  const fixtures = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-2', labels: { mine: 'yes' } } }
  const cluster = createCluster({ seed: 1, nodes: 2, fixtures })
  expect((await cluster.get('Node', { name: 'node-2' })).metadata.labels).toEqual({ mine: 'yes' })
  expect((await cluster.list('Node')).items).toHaveLength(2)
})

test('a reset and a fork have the same nodes', async () => {
  const cluster = createCluster({ seed: 1, nodes: 1 })
  const before = await cluster.list('Node')
  await cluster.delete('Node', { name: 'node-1' })
  expect((await cluster.fork(cluster.start()).list('Node')).items).toEqual(before.items)
  cluster.restore(cluster.start())
  expect((await cluster.list('Node')).items).toEqual(before.items)
})

test('every node has its own podCIDR and address', () => {
  const nodes = JSON.stringify(
    madeNodes(MOST_NODES, { now: () => 0, uuid: () => '', version: '1.33', featureGates: featureGatesOf('1.33') }),
  )
  expect(new Set(nodes.match(/"podCIDR":"10\.\d+\.\d+\.0\/24"/g)).size).toBe(MOST_NODES)
  expect(new Set(nodes.match(/"172\.18\.\d+\.\d+"/g)).size).toBe(MOST_NODES)
})

test('nodes have the field names of the profile', async () => {
  const cluster = createCluster({ seed: 1, nodes: 1, profile: 'example' })
  expect((await cluster.get('Node', { name: 'node-1' })).status?.nodeInfo).toMatchObject({ agentVersion: 'v1.33.0' })
})

test.each([-1, 1.5, 5001, '3'])('nodes: %s is refused', (nodes) => {
  expect(() => createCluster({ nodes: nodes as number })).toThrow('createCluster: nodes: must be a whole number')
})
