import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'
import { template } from './pods.js'

const pods = async (cluster: Cluster) =>
  (await cluster.list('Pod')).items.map(
    ({ metadata, spec, status }) =>
      `${metadata.name?.replace(/^agent-.*/, 'agent')} ${spec?.containers[0]?.image} ${status?.phase}${metadata.deletionTimestamp ? ' (going)' : ''}`,
  )

async function withSet(): Promise<Cluster> {
  const cluster = createCluster({ seed: 1, nodes: 3 })
  await cluster.create('StorageClass', {
    metadata: { name: 'disk', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
    provisioner: 'disk.example.com',
    volumeBindingMode: 'WaitForFirstConsumer',
  })
  await cluster.create('StatefulSet', {
    metadata: { name: 'db' },
    spec: {
      replicas: 3,
      serviceName: 'db',
      minReadySeconds: 5,
      selector: { matchLabels: { app: 'db' } },
      template: template('db'),
      volumeClaimTemplates: [
        {
          metadata: { name: 'data' },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        },
      ],
    },
  })
  return cluster
}

test('a StatefulSet starts one pod after the other, each on its own node with its claim bound', async () => {
  const cluster = await withSet()
  expect(await pods(cluster)).toEqual(['db-0 i:1 Pending'])
  await cluster.clock.advance('7s')
  expect(await pods(cluster)).toEqual(['db-0 i:1 Running', 'db-1 i:1 Pending'])
  await cluster.clock.advance('14s')
  expect(await pods(cluster)).toEqual(['db-0 i:1 Running', 'db-1 i:1 Running', 'db-2 i:1 Running'])
  const claims = (await cluster.list('PersistentVolumeClaim')).items
  expect(claims.map(({ metadata, status }) => `${metadata.name} ${status?.phase}`)).toEqual([
    'data-db-0 Bound',
    'data-db-1 Bound',
    'data-db-2 Bound',
  ])
  const { status } = await cluster.get('StatefulSet', { name: 'db' })
  expect(status).toMatchObject({ replicas: 3, readyReplicas: 3, availableReplicas: 3 })
  expect(new Set((await cluster.list('Pod')).items.map(({ spec }) => spec?.nodeName)).size).toBe(3)
})

test('a rolling update of a StatefulSet waits for its pods to terminate', async () => {
  const cluster = await withSet()
  await cluster.clock.advance('1m')
  const containers = [{ name: 'c', image: 'i:2' }]
  await cluster.patch('StatefulSet', { name: 'db' }, { spec: { template: { spec: { containers } } } })
  expect(await pods(cluster)).toEqual(['db-0 i:1 Running', 'db-1 i:1 Running', 'db-2 i:1 Running (going)'])
  await cluster.clock.advance('5m')
  expect(await pods(cluster)).toEqual(['db-0 i:2 Running', 'db-1 i:2 Running', 'db-2 i:2 Running'])
})

test('a DaemonSet has a pod on each node, on one added later, and on an unschedulable one', async () => {
  const cluster = createCluster({ seed: 1, nodes: 2 })
  await cluster.create('DaemonSet', {
    metadata: { name: 'agent' },
    spec: { selector: { matchLabels: { app: 'agent' } }, template: template('agent') },
  })
  await cluster.clock.advance('5s')
  expect(await pods(cluster)).toEqual(['agent i:1 Running', 'agent i:1 Running'])
  await cluster.load(
    '{ apiVersion: v1, kind: Node, metadata: { name: late }, status: { conditions: [{ type: Ready, status: "True" }], capacity: { pods: "10" }, allocatable: { pods: "10" } } }',
  )
  await cluster.clock.advance('5s')
  const status = (await cluster.get('DaemonSet', { name: 'agent' })).status
  expect(status).toMatchObject({ desiredNumberScheduled: 3, numberReady: 3, numberAvailable: 3 })
  await cluster.patch('Node', { name: 'node-1' }, { spec: { unschedulable: true } })
  await cluster.clock.advance('1m')
  expect((await cluster.get('DaemonSet', { name: 'agent' })).status).toEqual(status)
})

test('two clusters with the same seed end in the same state', async () => {
  const states = await Promise.all(
    [0, 1].map(async () => {
      const cluster = await withSet()
      await cluster.clock.advance('1m')
      return cluster.dump()
    }),
  )
  expect(states[0]).toBe(states[1])
})
