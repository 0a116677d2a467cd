import { expect, test } from 'vitest'
import type { Cluster } from '../../../src/cluster/types.js'
import { createCluster } from '../../../src/cluster/cluster.js'

const start = (profile: 'example' | 'kubernetes' = 'kubernetes') =>
  createCluster({
    profile,
    seed: 1,
    controllers: ['claim-protection', 'volume-protection'],
    disableAdmissionPlugins: ['ServiceAccount'],
  })

const claim = (cluster: Cluster, name = 'data', metadata: object = {}) =>
  cluster.create('PersistentVolumeClaim', {
    metadata: { name, ...metadata },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  })

const claims = async (cluster: Cluster) =>
  (await cluster.list('PersistentVolumeClaim')).items.map(({ metadata: { name, finalizers = [] } }) =>
    [name, ...finalizers].join(' '),
  )

const pod = (cluster: Cluster, name: string, volume: object, more: object = {}) =>
  cluster.create('v1/Pod', {
    metadata: { name },
    spec: { nodeName: 'n', containers: [{ name: 'c', image: 'i' }], volumes: [{ name: 'v', ...volume }], ...more },
  })

const uses = { persistentVolumeClaim: { claimName: 'data' } }
const held = ['data kubernetes.io/pvc-protection']

test.each(['example', 'kubernetes'] as const)('an unused claim is deleted at once, in profile %s', async (profile) => {
  const cluster = start(profile)
  const { metadata } = await claim(cluster)
  expect(metadata.finalizers).toEqual(['kubernetes.io/pvc-protection'])
  const deleted = await cluster.delete('PersistentVolumeClaim', { name: 'data' })
  expect(deleted.metadata).toMatchObject({
    finalizers: ['kubernetes.io/pvc-protection'],
    deletionTimestamp: '2024-01-01T00:00:00Z',
  })
  expect(await claims(cluster)).toEqual([])
})

test('a claim waits for the last pod that uses it', async () => {
  const cluster = start()
  await claim(cluster)
  await pod(cluster, 'a', uses)
  await pod(cluster, 'b', uses)
  await cluster.delete('PersistentVolumeClaim', { name: 'data' })
  expect(await claims(cluster)).toEqual(held)
  await cluster.delete('v1/Pod', { name: 'a' }, { gracePeriodSeconds: 0 })
  expect(await claims(cluster)).toEqual(held)
  await cluster.delete('v1/Pod', { name: 'b' }, { gracePeriodSeconds: 0 })
  expect(await claims(cluster)).toEqual([])
})

test('a finished pod still uses its claim, until it is deleted', async () => {
  const cluster = start()
  await claim(cluster)
  await pod(cluster, 'a', uses)
  await cluster.delete('PersistentVolumeClaim', { name: 'data' })
  await cluster.patch('v1/Pod', { name: 'a' }, { status: { phase: 'Succeeded' } }, { subresource: 'status' })
  expect(await claims(cluster)).toEqual(held)
  await cluster.delete('v1/Pod', { name: 'a' })
  expect(await claims(cluster)).toEqual([])
})

test.each([
  ['without a node', uses, { nodeName: '' }],
  ['with another claim', { persistentVolumeClaim: { claimName: 'other' } }, {}],
  ['without a claim', { emptyDir: {} }, {}],
])('a pod %s does not protect the claim', async (_, volume, more) => {
  const cluster = start()
  await claim(cluster)
  await pod(cluster, 'a', volume, more)
  await cluster.delete('PersistentVolumeClaim', { name: 'data' })
  expect(await claims(cluster)).toEqual([])
})

test('a pod protects the claim of its ephemeral volume', async () => {
  const cluster = start()
  await claim(cluster, 'a-v')
  const template = { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } }
  await pod(cluster, 'a', { ephemeral: { volumeClaimTemplate: template } })
  await cluster.delete('PersistentVolumeClaim', { name: 'a-v' })
  expect(await claims(cluster)).toEqual(['a-v kubernetes.io/pvc-protection'])
})

test('keeps other finalizers, and restores its own unless the claim is being deleted', async () => {
  const cluster = start()
  await claim(cluster, 'data', { finalizers: ['test.io/hold'] })
  await cluster.patch('PersistentVolumeClaim', { name: 'data' }, { metadata: { finalizers: ['test.io/hold'] } })
  const { metadata } = await cluster.get('PersistentVolumeClaim', { name: 'data' })
  expect([metadata.finalizers, metadata.managedFields?.map(({ manager }) => manager)]).toEqual([
    ['test.io/hold', 'kubernetes.io/pvc-protection'],
    ['fakecluster', 'kube-controller-manager'],
  ])
  await cluster.delete('PersistentVolumeClaim', { name: 'data' })
  expect(await claims(cluster)).toEqual(['data test.io/hold'])
})

test('a deleted volume stays while it is bound', async () => {
  const cluster = start()
  const spec = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } }
  for (const name of ['bound', 'free'])
    expect((await cluster.create('v1/PersistentVolume', { metadata: { name }, spec })).metadata.finalizers).toEqual([
      'kubernetes.io/pv-protection',
    ])
  await cluster.patch(
    'v1/PersistentVolume',
    { name: 'bound' },
    { status: { phase: 'Bound' } },
    { subresource: 'status' },
  )
  for (const name of ['bound', 'free']) await cluster.delete('v1/PersistentVolume', { name })
  const names = async () => (await cluster.list('v1/PersistentVolume')).items.map(({ metadata }) => metadata.name)
  expect(await names()).toEqual(['bound'])
  await cluster.patch(
    'v1/PersistentVolume',
    { name: 'bound' },
    { status: { phase: 'Released' } },
    { subresource: 'status' },
  )
  expect(await names()).toEqual([])
})

test('a fork continues the deletion of a protected claim', async () => {
  const cluster = start()
  await claim(cluster)
  await pod(cluster, 'a', uses)
  await cluster.delete('PersistentVolumeClaim', { name: 'data' })
  const fork = cluster.fork()
  await fork.delete('v1/Pod', { name: 'a' }, { gracePeriodSeconds: 0 })
  expect([await claims(fork), await claims(cluster)]).toEqual([[], held])
})

test('a deleted VolumeAttributesClass stays while a claim has it', async () => {
  const cluster = createCluster({ kubernetesVersion: '1.37', seed: 1, controllers: ['attributes-class-protection'] })
  for (const name of ['fast', 'slow'])
    await cluster.create('VolumeAttributesClass', {
      metadata: { name },
      driverName: 'disks.example.com',
      parameters: { iops: '9' },
    })
  await cluster.create('PersistentVolumeClaim', {
    metadata: { name: 'data', namespace: 'default' },
    spec: {
      ...{ accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      volumeAttributesClassName: 'fast',
    },
  })
  for (const name of ['fast', 'slow']) await cluster.delete('VolumeAttributesClass', { name })
  const left = async () => (await cluster.list('VolumeAttributesClass')).items.map(({ metadata }) => metadata.name)
  expect(await left()).toEqual(['fast'])
  await cluster.patch(
    'PersistentVolumeClaim',
    { namespace: 'default', name: 'data' },
    { metadata: { finalizers: null } },
  )
  await cluster.delete('PersistentVolumeClaim', { namespace: 'default', name: 'data' })
  expect(await left()).toEqual([])
})
