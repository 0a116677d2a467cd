import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'

// By a real kube-controller-manager v1.33.13, whose patches tell the order of all conditions.
test('a condition that a controller adds to a pod comes after those that are there', async () => {
  const cluster = createCluster({ seed: 1, nodes: 1, controllers: ['taint-eviction'], fixtures: [account] })
  const at = { namespace: 'default', name: 'a' }
  await cluster.create('Pod', {
    metadata: at,
    spec: { nodeName: 'node-1', containers: [{ name: 'a', image: 'a' }] },
  })
  const conditions = ['PodScheduled', 'Ready'].map((type) => ({ type, status: 'True' }))
  await cluster.patch('Pod', at, { status: { conditions } } as never, { subresource: 'status' })
  const taints = [{ key: 'fire', effect: 'NoExecute' }]
  await cluster.patch('Node', { name: 'node-1' }, { spec: { taints } } as never)
  const { status } = await cluster.get('Pod', at)
  expect(status?.conditions?.map(({ type }) => type)).toEqual(['PodScheduled', 'Ready', 'DisruptionTarget'])
})

const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: 'default' } }
