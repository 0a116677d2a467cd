import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'
import { said, template } from './pods.js'

const namespace = 'shop'
const node = (name: string, spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name },
  spec,
  status: { conditions: [{ type: 'Ready', status: 'True' }] },
})
const set = (spec: object, status: object | undefined) => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: 'db', namespace },
  spec: {
    replicas: 3,
    serviceName: 'db',
    selector: { matchLabels: { app: 'db' } },
    template: template('db'),
    volumeClaimTemplates: [
      {
        metadata: { name: 'data' },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      },
    ],
    ...spec,
  },
  ...(status ? { status } : {}),
})
const agent = (spec: object, status: object) => ({
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  metadata: { name: 'agent', namespace },
  spec: { selector: { matchLabels: { app: 'agent' } }, template: template('agent'), ...spec },
  status,
})
const shop = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }

const load = (...fixtures: readonly object[]) => createCluster({ seed: 1, fixtures: [...fixtures, shop] })
const pods = async (cluster: Cluster) =>
  (await cluster.list('Pod', { namespace })).items.map(
    ({ metadata, spec, status }) =>
      `${metadata.name?.replace(/^agent-.*/, 'agent')} ${spec?.nodeName ?? '-'} ${status?.phase} ${status?.conditions?.find(({ type }) => type === 'Ready')?.status ?? '-'}`,
  )

describe('a StatefulSet that a fixture declares ready', () => {
  const ready = { replicas: 3, readyReplicas: 3, availableReplicas: 3 }

  test('has its pods on nodes and its claims bound, without Events', async () => {
    const cluster = load(set({ minReadySeconds: 10 }, ready), node('node-1'), node('node-2'))
    expect(await pods(cluster)).toEqual([
      'db-0 node-1 Running True',
      'db-1 node-2 Running True',
      'db-2 node-1 Running True',
    ])
    const { items } = await cluster.list('PersistentVolumeClaim')
    expect(items.map(({ metadata, status }) => [metadata.name, status?.phase, status?.capacity])).toEqual([
      ['data-db-0', 'Bound', { storage: '1Gi' }],
      ['data-db-1', 'Bound', { storage: '1Gi' }],
      ['data-db-2', 'Bound', { storage: '1Gi' }],
    ])
    const { status } = await cluster.get('StatefulSet', { name: 'db', namespace })
    expect(status).toMatchObject({ ...ready, currentReplicas: 3, updatedReplicas: 3 })
    expect(await said(cluster, 'StatefulSet')).toEqual([])
    await cluster.clock.advance('1h')
    expect((await cluster.get('StatefulSet', { name: 'db', namespace })).status).toEqual(status)
  })

  test('has pods with IP addresses and running containers', async () => {
    const { status } = await load(set({}, ready), node('node-1')).get('Pod', { name: 'db-1', namespace })
    expect(status?.podIP).toMatch(/^10\.\d+\.\d+\.3$/)
    expect(status?.containerStatuses).toMatchObject([
      { name: 'c', ready: true, image: 'i:1', containerID: expect.stringMatching(/^containerd:/) },
    ])
  })

  test('has running pods even where there are no nodes', async () => {
    const cluster = load(set({}, ready))
    await cluster.clock.advance('1h')
    expect(await pods(cluster)).toEqual(['db-0 - Running True', 'db-1 - Running True', 'db-2 - Running True'])
  })

  test('has as many ready pods as its status states', async () => {
    const cluster = load(set({}, { replicas: 2, readyReplicas: 1 }), node('node-1'))
    expect((await pods(cluster)).slice(0, 2)).toEqual(['db-0 node-1 Running True', 'db-1 - Pending -'])
  })

  test('keeps and adopts a pod that is a fixture too', async () => {
    const own = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'db-1', namespace, labels: { app: 'db' } },
      spec: { nodeName: 'node-9', containers: [{ name: 'c', image: 'own' }] },
      status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
    }
    const cluster = load(set({ volumeClaimTemplates: [] }, ready), own, node('node-1'), node('node-9'))
    expect(await pods(cluster)).toEqual([
      'db-0 node-1 Running True',
      'db-1 node-9 Running True',
      'db-2 node-1 Running True',
    ])
    const { spec, metadata } = await cluster.get('Pod', { name: 'db-1', namespace })
    expect(spec?.containers[0]?.image).toBe('own')
    expect(metadata.ownerReferences).toHaveLength(1)
  })
})

test('a StatefulSet fixture without a status starts with its first pod', async () => {
  const cluster = createCluster({
    seed: 1,
    fixtures: [set({}, undefined), shop],
    controllers: ['stateful-sets', 'service-accounts'],
  })
  expect(await pods(cluster)).toEqual(['db-0 - Pending -'])
})

test('a DaemonSet that a fixture declares ready has its pods on the matching nodes', async () => {
  const status = {
    desiredNumberScheduled: 2,
    currentNumberScheduled: 2,
    numberMisscheduled: 0,
    numberReady: 2,
    numberAvailable: 2,
  }
  const tainted = node('node-3', { taints: [{ key: 'special', effect: 'NoSchedule' }] })
  const cluster = load(agent({ minReadySeconds: 10 }, status), node('node-1'), node('node-2'), tainted)
  expect((await pods(cluster)).toSorted()).toEqual(['agent node-1 Running True', 'agent node-2 Running True'])
  const told = (await cluster.get('DaemonSet', { name: 'agent', namespace })).status
  expect(told).toMatchObject({ ...status, updatedNumberScheduled: 2 })
  expect(await said(cluster, 'DaemonSet')).toEqual([])
  await cluster.clock.advance('1h')
  expect((await cluster.get('DaemonSet', { name: 'agent', namespace })).status).toEqual(told)
})
