import { expect, test } from 'vitest'
import type { Cluster } from '../../../src/cluster/types.js'
import { createCluster } from '../../../src/cluster/cluster.js'

const REF = { name: 'web-scratch' }

async function start(): Promise<Cluster> {
  const cluster = createCluster({ seed: 1, nodes: 1 })
  await cluster.create('StorageClass', {
    metadata: { name: 'disk', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
    provisioner: 'disk.example.com',
    volumeBindingMode: 'WaitForFirstConsumer',
  })
  return cluster
}

const pod = (cluster: Cluster) =>
  cluster.create('Pod', {
    metadata: { name: 'web' },
    spec: {
      containers: [{ name: 'c', image: 'i' }],
      volumes: [
        {
          name: 'scratch',
          ephemeral: {
            volumeClaimTemplate: {
              metadata: { labels: { app: 'web' } },
              spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
            },
          },
        },
      ],
    },
  })

test('a pod with an ephemeral volume gets a claim of its own, which is deleted with it', async () => {
  const cluster = await start()
  const { metadata } = await pod(cluster)
  await cluster.clock.advance('5s')
  expect((await cluster.get('Pod', { name: 'web' })).status?.phase).toBe('Running')
  const claim = await cluster.get('PersistentVolumeClaim', REF)
  expect(claim).toMatchObject({
    metadata: {
      labels: { app: 'web' },
      ownerReferences: [
        { apiVersion: 'v1', kind: 'Pod', name: 'web', uid: metadata.uid, controller: true, blockOwnerDeletion: true },
      ],
    },
    status: { phase: 'Bound' },
  })
  await cluster.delete('Pod', { name: 'web' })
  await cluster.clock.advance('1m')
  expect((await cluster.list('PersistentVolumeClaim')).items).toEqual([])
})

test('a foreign claim of that name keeps the pod waiting, with an Event, until it is deleted', async () => {
  const cluster = await start()
  await cluster.create('PersistentVolumeClaim', {
    metadata: REF,
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  })
  await pod(cluster)
  const told = (await cluster.list('Event')).items.filter(({ reason }) => reason === 'FailedBinding')
  expect(told.map(({ note, deprecatedSource }) => [note, deprecatedSource?.component])).toEqual([
    [
      'ephemeral volume scratch: PVC default/web-scratch was not created for pod default/web (pod is not owner)',
      'ephemeral_volume',
    ],
  ])
  await cluster.delete('PersistentVolumeClaim', REF)
  await cluster.clock.advance('10m')
  expect((await cluster.get('Pod', { name: 'web' })).status?.phase).toBe('Running')
})

test('recreates a deleted claim while its pod exists', async () => {
  const cluster = createCluster({ seed: 1, controllers: ['ephemeral-volumes', 'claim-protection', 'service-accounts'] })
  await pod(cluster)
  const first = await cluster.get('PersistentVolumeClaim', REF)
  await cluster.delete('PersistentVolumeClaim', REF)
  const second = await cluster.get('PersistentVolumeClaim', REF)
  expect(second.metadata.uid).not.toBe(first.metadata.uid)
})
