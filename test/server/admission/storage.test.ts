import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { failureOf } from '../hooks/scripted.js'

const REFUSED = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message:
    'persistentvolumeclaims "data" is forbidden: only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize',
  reason: 'Forbidden',
  details: { name: 'data', kind: 'persistentvolumeclaims' },
  code: 403,
}

const ref = { name: 'data' }

/** Creates a bound claim of 1Gi with the given class, without controllers. */
async function bound(storageClassName: string | undefined, phase = 'Bound', annotations = {}) {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const provisioner = 'disk.example.com'
  const classes = { fixed: {}, denied: { allowVolumeExpansion: false }, elastic: { allowVolumeExpansion: true } }
  for (const [name, more] of Object.entries(classes))
    await cluster.create('storage.k8s.io/v1/StorageClass', { metadata: { name }, provisioner, ...more })
  await cluster.create('PersistentVolumeClaim', {
    metadata: { ...ref, annotations },
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '1Gi' } },
      ...(storageClassName === undefined ? {} : { storageClassName }),
    },
  })
  await cluster.patch('PersistentVolumeClaim', ref, { status: { phase } }, { subresource: 'status' })
  const resize = (storage: string, dryRun = false) =>
    cluster.patch('PersistentVolumeClaim', ref, { spec: { resources: { requests: { storage } } } }, { dryRun })
  return { cluster, resize }
}

test.each([
  ['of a class without allowVolumeExpansion', 'fixed'],
  ['of a class with allowVolumeExpansion: false', 'denied'],
  ['of a class that does not exist', 'gone'],
  ['without a class', undefined],
  ['with the empty class', ''],
])('a claim %s cannot be resized', async (_, name) => {
  const { resize } = await bound(name)
  expect(await failureOf(resize('2Gi'))).toEqual(REFUSED)
  expect(await failureOf(resize('2Gi', true))).toEqual(REFUSED)
})

test('a claim of a class that allows expansion can be resized, also if named by the beta annotation', async () => {
  const { resize } = await bound('elastic')
  expect((await resize('2Gi')).spec?.resources?.requests).toEqual({ storage: '2Gi' })
  const old = await bound(undefined, 'Bound', { 'volume.beta.kubernetes.io/storage-class': 'elastic' })
  expect((await old.resize('2Gi')).spec?.resources?.requests).toEqual({ storage: '2Gi' })
})

test('validation of the update comes first, and updates that do not grow the claim pass', async () => {
  const unbound = await bound('fixed', 'Pending')
  expect(await failureOf(unbound.resize('2Gi'))).toMatchObject({ code: 422 })
  const { cluster, resize } = await bound('fixed')
  expect((await resize('1024Mi')).spec?.resources?.requests).toEqual({ storage: '1Gi' })
  await cluster.patch('PersistentVolumeClaim', ref, { metadata: { labels: { a: 'b' } } })
  const status = { capacity: { storage: '2Gi' } }
  const { metadata } = await cluster.patch('PersistentVolumeClaim', ref, { status }, { subresource: 'status' })
  expect(metadata.labels).toEqual({ a: 'b' })
})
