import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'
import { template } from './workloads.js'

const labels = { app: 'web' }
const REF = { namespace: 'default', name: 'web' }
const stated = (status: object, spec: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { ...REF, generation: 4, annotations: { 'deployment.kubernetes.io/revision': '7' } },
  spec: { replicas: 3, selector: { matchLabels: labels }, template: template(labels), ...spec },
  status,
})
const WHOLE = { observedGeneration: 4, replicas: 3, updatedReplicas: 3, readyReplicas: 3, availableReplicas: 3 }

async function load(objects: readonly object[], nodes = 2): Promise<Cluster> {
  const cluster = createCluster({ seed: 1, nodes, profile: 'kubernetes' })
  await cluster.load(objects)
  await cluster.settled()
  return cluster
}
const deployment = (cluster: Cluster) => cluster.get('Deployment', REF)
const pods = async (cluster: Cluster) => (await cluster.list('Pod')).items
const isReady = (pod: Awaited<ReturnType<typeof pods>>[number]) =>
  pod.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True')

test('a Deployment fixture that is available gets a ReplicaSet and pods to match, and does not change', async () => {
  const cluster = await load([stated(WHOLE)])
  const before = await deployment(cluster)
  expect(before.status).toEqual(WHOLE)
  const [set] = (await cluster.list('ReplicaSet')).items
  expect(set).toMatchObject({
    metadata: {
      annotations: { 'deployment.kubernetes.io/revision': '7' },
      ownerReferences: [{ uid: before.metadata.uid }],
    },
    spec: { replicas: 3 },
    status: { replicas: 3, fullyLabeledReplicas: 3, readyReplicas: 3, availableReplicas: 3, observedGeneration: 1 },
  })
  const made = await pods(cluster)
  expect(made.map(({ spec, status }) => [spec?.nodeName, status?.phase]).sort()).toEqual([
    ['node-1', 'Running'],
    ['node-1', 'Running'],
    ['node-2', 'Running'],
  ])
  expect(made.every(isReady)).toBe(true)
  expect(made.every(({ metadata }) => metadata.ownerReferences?.[0]?.uid === set?.metadata.uid)).toBe(true)
  expect(new Set(made.map(({ status }) => status?.podIP)).size).toBe(3)
  await cluster.clock.advance('1h')
  expect(await deployment(cluster)).toEqual(before)
  expect((await pods(cluster)).map(({ metadata }) => metadata.uid)).toEqual(made.map(({ metadata }) => metadata.uid))
})

test('the pods of an available Deployment fixture run even where there are no nodes', async () => {
  const cluster = await load([stated(WHOLE)], 0)
  await cluster.clock.advance('1h')
  expect((await deployment(cluster)).status).toEqual(WHOLE)
  expect((await pods(cluster)).map(({ spec, status }) => [spec?.nodeName, status?.phase])).toEqual(
    Array.from({ length: 3 }, () => [undefined, 'Running']),
  )
})

test('a Deployment fixture is reconciled when it or its pods change', async () => {
  const cluster = await load([stated(WHOLE)])
  const [first] = await pods(cluster)
  await cluster.delete('Pod', { namespace: 'default', name: first?.metadata.name ?? '' }, { gracePeriodSeconds: 0 })
  expect(await pods(cluster)).toHaveLength(3)
  expect((await deployment(cluster)).status).toMatchObject({ replicas: 3, readyReplicas: 2, unavailableReplicas: 1 })
  await cluster.patch('Deployment', REF, { spec: { replicas: 1 } })
  expect((await deployment(cluster)).status).toMatchObject({ observedGeneration: 5 })
  const [set] = (await cluster.list('ReplicaSet')).items
  expect(set?.spec?.replicas).toBe(1)
})

test('a Deployment fixture without a status is rolled out', async () => {
  const { status: _, ...bare } = stated({})
  const cluster = await load([bare])
  expect((await deployment(cluster)).status).toMatchObject({ observedGeneration: 4, replicas: 3, updatedReplicas: 3 })
  expect(await pods(cluster)).toHaveLength(3)
})

test('a ReplicaSet fixture has as many ready pods as its status states', async () => {
  const { metadata, spec } = stated({}, { minReadySeconds: 30 })
  const status = { replicas: 3, fullyLabeledReplicas: 3, readyReplicas: 2, availableReplicas: 2, observedGeneration: 4 }
  const { replicas, selector, template: made } = spec
  const set = {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata,
    spec: { replicas, selector, template: made },
    status,
  }
  const cluster = await load([{ ...set, spec: { ...set.spec, minReadySeconds: 30 } }], 0)
  await cluster.clock.advance('1m')
  expect((await cluster.get('ReplicaSet', REF)).status).toEqual(status)
  expect((await pods(cluster)).map(isReady).filter(Boolean)).toHaveLength(2)
})
