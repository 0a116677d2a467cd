import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'

const open = (controllers: readonly string[] | 'none' = ['resource-quotas']) =>
  createCluster({ seed: 1, controllers, disableAdmissionPlugins: ['ServiceAccount'] })
const limit = (cluster: Cluster, hard: { readonly [resource: string]: string }, name = 'q') =>
  cluster.create('ResourceQuota', { metadata: { name }, spec: { hard } })
const quotaOf = async (cluster: Cluster, name = 'q') => {
  const { metadata, status } = await cluster.get('ResourceQuota', { name })
  return { used: status?.used, revision: Number(metadata.resourceVersion), fields: metadata.managedFields ?? [] }
}
const map = (cluster: Cluster, name: string) => cluster.create('ConfigMap', { metadata: { name } })

test('a create within the quota updates its status, one revision before the object', async () => {
  const cluster = open()
  await limit(cluster, { configmaps: '2' })
  const { revision } = await quotaOf(cluster)
  const made = await map(cluster, 'a')
  const after = await quotaOf(cluster)
  expect(after.used).toEqual({ configmaps: '1' })
  expect(after.revision).toBe(revision + 1)
  expect(made.metadata.resourceVersion).toBe(String(revision + 2))
  expect(after.fields.map(({ manager, operation, subresource }) => [manager, operation, subresource])).toContainEqual([
    'kube-apiserver',
    'Update',
    'status',
  ])
})

test('a create beyond the quota is refused and not charged', async () => {
  const cluster = open()
  await limit(cluster, { configmaps: '1', 'count/configmaps': '5' }, 'small')
  await limit(cluster, { configmaps: '7' }, 'a-large')
  await map(cluster, 'a')
  const refusal = {
    code: 403,
    reason: 'Forbidden',
    message:
      'configmaps "b" is forbidden: exceeded quota: small, requested: configmaps=1, used: configmaps=1, limited: configmaps=1',
    details: { name: 'b', kind: 'configmaps' },
  }
  await expect(map(cluster, 'b')).rejects.toMatchObject({ status: refusal })
  expect((await quotaOf(cluster, 'a-large')).used).toEqual({ configmaps: '1' })
  await cluster.delete('ConfigMap', { name: 'a' })
  await map(cluster, 'b')
})

test('a refusal has the generated name', async () => {
  const cluster = open()
  await limit(cluster, { configmaps: '0' })
  await expect(cluster.create('ConfigMap', { metadata: { generateName: 'map-' } })).rejects.toThrow(
    /^configmaps "map-[a-z0-9]{5}" is forbidden: exceeded quota: q, /,
  )
})

test('a dry run is refused like a write, and is not charged', async () => {
  const cluster = open()
  await limit(cluster, { configmaps: '1' })
  const dry = (name: string) => cluster.create('ConfigMap', { metadata: { name } }, { dryRun: true })
  const { revision } = await quotaOf(cluster)
  await dry('a')
  expect(await quotaOf(cluster)).toMatchObject({ used: { configmaps: '0' }, revision })
  await map(cluster, 'a')
  await expect(dry('b')).rejects.toThrow('exceeded quota')
})

test('a create that fails later is not charged', async () => {
  const cluster = open()
  await map(cluster, 'a')
  await limit(cluster, { configmaps: '5' })
  const { revision } = await quotaOf(cluster)
  await expect(map(cluster, 'a')).rejects.toMatchObject({ code: 409 })
  expect(await quotaOf(cluster)).toMatchObject({ used: { configmaps: '1' }, revision })
})

test('an update is charged for what it adds', async () => {
  const cluster = open()
  await limit(cluster, { 'requests.storage': '3Gi' })
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, storageClassName: 'fast' }
  await cluster.create('StorageClass', { metadata: { name: 'fast' }, provisioner: 'p', allowVolumeExpansion: true })
  await cluster.create('PersistentVolumeClaim', { metadata: { name: 'c' }, spec })
  await cluster.patch('PersistentVolumeClaim', { name: 'c' }, { status: { phase: 'Bound' } }, { subresource: 'status' })
  const grow = (storage: string) =>
    cluster.patch('PersistentVolumeClaim', { name: 'c' }, { spec: { resources: { requests: { storage } } } })
  await grow('2Gi')
  expect((await quotaOf(cluster)).used).toEqual({ 'requests.storage': '2Gi' })
  await expect(grow('4Gi')).rejects.toThrow(
    'persistentvolumeclaims "c" is forbidden: exceeded quota: q, requested: requests.storage=2Gi, used: requests.storage=2Gi, limited: requests.storage=3Gi',
  )
})

test('a quota without status limits nothing; one with hard but no used refuses', async () => {
  const cluster = open('none')
  await limit(cluster, { configmaps: '0' })
  await map(cluster, 'a')
  await cluster.patch(
    'ResourceQuota',
    { name: 'q' },
    { status: { hard: { configmaps: '0' } } },
    { subresource: 'status' },
  )
  await expect(map(cluster, 'b')).rejects.toThrow(
    'configmaps "b" is forbidden: status unknown for quota: q, resources: configmaps',
  )
})

test('pods must specify the requests that a quota limits', async () => {
  const cluster = open()
  await limit(cluster, { 'requests.cpu': '1' })
  const pod = (name: string, cpu?: string) =>
    cluster.create('v1/Pod', {
      metadata: { name },
      spec: { containers: [{ name: 'c', image: 'i', ...(cpu ? { resources: { requests: { cpu } } } : {}) }] },
    })
  await expect(pod('a')).rejects.toThrow('pods "a" is forbidden: failed quota: q: must specify requests.cpu for: c')
  await pod('a', '600m')
  await expect(pod('b', '500m')).rejects.toThrow(
    'pods "b" is forbidden: exceeded quota: q, requested: requests.cpu=500m, used: requests.cpu=600m, limited: requests.cpu=1',
  )
})

test('a pod resize is charged for the difference, within the limits of the LimitRange', async () => {
  const cluster = createCluster({
    seed: 1,
    controllers: ['resource-quotas'],
    disableAdmissionPlugins: ['ServiceAccount'],
  })
  await limit(cluster, { 'requests.cpu': '1' })
  const limits = [{ type: 'Container', max: { cpu: '2' } }]
  await cluster.create('LimitRange', { metadata: { name: 'l' }, spec: { limits } })
  const container = (resources: object) => ({ name: 'c', image: 'i', resources })
  const spec = { containers: [container({ requests: { cpu: '500m' }, limits: { cpu: '2' } })] }
  await cluster.create('Pod', { metadata: { name: 'p' }, spec })
  const resize = async (resources: object) => {
    const body = JSON.stringify({ spec: { containers: [container(resources)] } })
    const headers = { 'content-type': 'application/strategic-merge-patch+json' }
    const path = '/api/v1/namespaces/default/pods/p/resize'
    const reply = await cluster.fetch(path, { method: 'PATCH', headers, body })
    return ((await reply.json()) as { readonly message?: string }).message // a Status
  }
  expect(await resize({ requests: { cpu: '1' } })).toBeUndefined()
  expect((await quotaOf(cluster)).used).toEqual({ 'requests.cpu': '1' })
  expect(await resize({ requests: { cpu: '1500m' } })).toBe(
    'pods "p" is forbidden: exceeded quota: q, requested: requests.cpu=500m, used: requests.cpu=1, limited: requests.cpu=1',
  )
  expect(await resize({ limits: { cpu: '3' } })).toBe(
    'pods "p" is forbidden: maximum cpu usage per Container is 2, but limit is 3',
  )
})

test('the quota counts objects of controllers too, and the plug-in can be disabled', async () => {
  const off = createCluster({ seed: 1, controllers: ['resource-quotas'], disableAdmissionPlugins: ['ResourceQuota'] })
  await limit(off, { configmaps: '0' })
  await map(off, 'a')
  expect((await quotaOf(off)).used).toEqual({ configmaps: '0' })

  const cluster = createCluster({ seed: 1, controllers: ['service-accounts', 'resource-quotas'] })
  await cluster.create('Namespace', { metadata: { name: 'n' } })
  await cluster.create('ResourceQuota', {
    metadata: { name: 'q', namespace: 'n' },
    spec: { hard: { 'count/serviceaccounts': '1' } },
  })
  await expect(cluster.create('ServiceAccount', { metadata: { name: 'second', namespace: 'n' } })).rejects.toThrow(
    'exceeded quota: q, requested: count/serviceaccounts=1',
  )
})
