import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { STORAGE, createStorage, storageOf } from './storage.js'

/** Creates a bound claim of a class and changes its request; returns its statuses since. */
async function grown(more: object, storage = '2Gi') {
  const words = createStorage()
  const { cluster, storageClass, claim } = words
  await storageClass('fast', more)
  const { metadata } = await claim('c', { storageClassName: 'fast' })
  const { items, metadata: from } = await cluster.list('PersistentVolumeClaim')
  const watch = cluster.watch('PersistentVolumeClaim', { resourceVersion: from.resourceVersion! })
  const states: unknown[] = []
  const reading = (async () => {
    for await (const { type, object } of watch) if (type === 'MODIFIED') states.push(object.status)
  })()
  await cluster.patch('PersistentVolumeClaim', { name: 'c' }, { spec: { resources: { requests: { storage } } } })
  await cluster.settled()
  await watch[Symbol.asyncDispose]()
  await reading
  const volume = await cluster.get('v1/PersistentVolume', { name: `pvc-${metadata.uid}` })
  return {
    ...words,
    before: items[0]!.status,
    states,
    capacity: (volume['spec'] as { capacity: object }).capacity,
    volume: volume.metadata.name,
  }
}

const bound = { phase: 'Bound', accessModes: ['ReadWriteOnce'] }

test('expands a claim whose class allows it, and its volume', async () => {
  const { before, states, capacity, events, volume } = await grown({ allowVolumeExpansion: true })
  expect(before).toEqual({ ...bound, capacity: { storage: '1Gi' } })
  expect(states).toEqual([
    { ...bound, capacity: { storage: '1Gi' } },
    {
      ...bound,
      capacity: { storage: '1Gi' },
      conditions: [
        { type: 'Resizing', status: 'True', lastProbeTime: null, lastTransitionTime: '2024-01-01T00:00:00Z' },
      ],
      allocatedResources: { storage: '2Gi' },
      allocatedResourceStatuses: { storage: 'ControllerResizeInProgress' },
    },
    { ...bound, capacity: { storage: '2Gi' }, allocatedResources: { storage: '2Gi' } },
  ])
  expect(capacity).toEqual({ storage: '2Gi' })
  expect((await events()).slice(-3)).toEqual([
    'Normal | PersistentVolumeClaim/c | volume_expand | ExternalExpanding | x1 | waiting for an external controller to expand this PVC',
    `Normal | PersistentVolumeClaim/c | external-resizer disk.example.io | Resizing | x1 | External resizer is resizing volume ${volume}`,
    'Normal | PersistentVolumeClaim/c | external-resizer disk.example.io | VolumeResizeSuccessful | x1 | Resize volume succeeded',
  ])
})

test('nobody expands what is made by hand', async () => {
  const { cluster, storageClass, volume, claim, events } = createStorage()
  await storageClass('hand', { provisioner: 'kubernetes.io/no-provisioner', allowVolumeExpansion: true })
  await volume('v', { storageClassName: 'hand' })
  await claim('c', { storageClassName: 'hand' })
  await cluster.patch('PersistentVolumeClaim', { name: 'c' }, { spec: { resources: { requests: { storage: '2Gi' } } } })
  await cluster.settled()
  const { status } = await cluster.get('PersistentVolumeClaim', { name: 'c' })
  expect([status?.capacity, status?.allocatedResources]).toEqual([{ storage: '1Gi' }, undefined])
  expect(await events()).toEqual([
    'Normal | PersistentVolumeClaim/c | volume_expand | ExternalExpanding | x1 | waiting for an external controller to expand this PVC',
  ])
})

test('does not resize a claim that requests its size in another notation', async () => {
  const { cluster, capacity } = await grown({ allowVolumeExpansion: true }, '1024Mi')
  expect((await cluster.get('PersistentVolumeClaim', { name: 'c' })).status).toEqual({
    ...bound,
    capacity: { storage: '1Gi' },
  })
  expect(capacity).toEqual({ storage: '1Gi' })
})

test('keeps other conditions, and sets no allocatedResources without RecoverVolumeExpansionFailure', async () => {
  const cluster = createCluster({
    seed: 1,
    controllers: STORAGE,
    featureGates: { RecoverVolumeExpansionFailure: false },
  })
  const { storageClass, claim } = storageOf(cluster)
  await storageClass('fast', { allowVolumeExpansion: true })
  await claim('c', { storageClassName: 'fast' })
  const other = { type: 'Other', status: 'True', lastProbeTime: null, lastTransitionTime: null }
  await cluster.patch(
    'PersistentVolumeClaim',
    { name: 'c' },
    { status: { conditions: [other] } },
    { subresource: 'status' },
  )
  await cluster.patch('PersistentVolumeClaim', { name: 'c' }, { spec: { resources: { requests: { storage: '3Gi' } } } })
  expect((await cluster.get('PersistentVolumeClaim', { name: 'c' })).status).toEqual({
    ...bound,
    capacity: { storage: '3Gi' },
    conditions: [other],
  })
})
