import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'
import { podNames, said, setPod, template } from './pods.js'

const open = () =>
  createCluster({
    seed: 1,
    controllers: ['stateful-sets', 'garbage-collection'],
    disableAdmissionPlugins: ['ServiceAccount', 'StorageObjectInUseProtection'],
  })

const claims = [
  {
    metadata: { name: 'data', labels: { tier: 'db' } },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  },
]

const makeSet = (cluster: Cluster, spec: object = {}, metadata: object = {}) =>
  cluster.create('StatefulSet', {
    metadata: { name: 'web', ...metadata },
    spec: {
      replicas: 3,
      serviceName: 'web',
      selector: { matchLabels: { app: 'web' } },
      template: template('web'),
      ...spec,
    },
  })

const change = (cluster: Cluster, spec: object) => cluster.patch('StatefulSet', { name: 'web' }, { spec })
const newImage = (cluster: Cluster, image: string) =>
  change(cluster, { template: { spec: { containers: [{ name: 'c', image }] } } })
const statusOf = async (cluster: Cluster) => (await cluster.get('StatefulSet', { name: 'web' })).status
const imageOf = async (cluster: Cluster, name: string) =>
  (await cluster.get('Pod', { name })).spec?.containers[0]?.image
const allReady = async (cluster: Cluster, ...ordinals: readonly number[]) => {
  for (const ordinal of ordinals) await setPod(cluster, `web-${ordinal}`)
}
const images = async (cluster: Cluster) =>
  (await cluster.list('Pod')).items.map(({ metadata, spec }) => `${metadata.name} ${spec?.containers[0]?.image}`)

describe('OrderedReady pods', () => {
  test('are created one after the other, when the previous one is ready', async () => {
    const cluster = open()
    await makeSet(cluster)
    expect(await podNames(cluster)).toEqual(['web-0'])
    await setPod(cluster, 'web-0', 'Running', false)
    expect(await podNames(cluster)).toEqual(['web-0'])
    await setPod(cluster, 'web-0')
    expect(await podNames(cluster)).toEqual(['web-0', 'web-1'])
    await allReady(cluster, 1, 2)
    expect(await statusOf(cluster)).toEqual({
      observedGeneration: 1,
      replicas: 3,
      readyReplicas: 3,
      currentReplicas: 3,
      updatedReplicas: 3,
      currentRevision: 'web-6dbb7bd4cd',
      updateRevision: 'web-6dbb7bd4cd',
      collisionCount: 0,
      availableReplicas: 3,
    })
    expect(await said(cluster, 'StatefulSet')).toEqual([
      'SuccessfulCreate: create Pod web-0 in StatefulSet web successful',
      'SuccessfulCreate: create Pod web-1 in StatefulSet web successful',
      'SuccessfulCreate: create Pod web-2 in StatefulSet web successful',
    ])
  })

  test('carry their identity in name, labels, hostname and subdomain', async () => {
    const cluster = open()
    await makeSet(cluster, { replicas: 1, ordinals: { start: 4 } })
    const { metadata, spec } = await cluster.get('Pod', { name: 'web-4' })
    expect(metadata.labels).toEqual({
      app: 'web',
      'apps.kubernetes.io/pod-index': '4',
      'controller-revision-hash': 'web-6dbb7bd4cd',
      'statefulset.kubernetes.io/pod-name': 'web-4',
    })
    expect(metadata).toMatchObject({
      generateName: 'web-',
      ownerReferences: [{ kind: 'StatefulSet', controller: true }],
    })
    expect(spec).toMatchObject({ hostname: 'web-4', subdomain: 'web' })
  })

  test('are deleted from the last to the first, each after the previous one is gone', async () => {
    const cluster = open()
    await makeSet(cluster, { template: template('web', { spec: { nodeName: 'node-1' } }) })
    await allReady(cluster, 0, 1, 2)
    await change(cluster, { replicas: 1 })
    expect(await podNames(cluster)).toEqual(['web-0', 'web-1', 'web-2 (going)'])
    await cluster.delete('Pod', { name: 'web-2' }, { gracePeriodSeconds: 0 })
    expect(await podNames(cluster)).toEqual(['web-0', 'web-1 (going)'])
    await cluster.delete('Pod', { name: 'web-1' }, { gracePeriodSeconds: 0 })
    expect(await podNames(cluster)).toEqual(['web-0'])
    expect((await statusOf(cluster))?.replicas).toBe(1)
    expect((await said(cluster, 'StatefulSet')).slice(3)).toEqual([
      'SuccessfulDelete: delete Pod web-2 in StatefulSet web successful',
      'SuccessfulDelete: delete Pod web-1 in StatefulSet web successful',
    ])
  })

  test('are not deleted while a lower ordinal is not ready', async () => {
    const cluster = open()
    await makeSet(cluster)
    await allReady(cluster, 0, 1, 2)
    await setPod(cluster, 'web-1', 'Running', false)
    await change(cluster, { replicas: 1 })
    expect(await podNames(cluster)).toEqual(['web-0'])

    const other = open()
    await makeSet(other)
    await allReady(other, 0, 1, 2)
    await setPod(other, 'web-0', 'Running', false)
    await change(other, { replicas: 1 })
    expect(await podNames(other)).toEqual(['web-0', 'web-1', 'web-2'])
    await setPod(other, 'web-0')
    expect(await podNames(other)).toEqual(['web-0'])
  })

  test('are recreated when deleted, and replaced when finished', async () => {
    const cluster = open()
    await makeSet(cluster)
    await allReady(cluster, 0, 1, 2)
    const before = (await cluster.get('Pod', { name: 'web-1' })).metadata.uid
    await cluster.delete('Pod', { name: 'web-1' })
    expect((await cluster.get('Pod', { name: 'web-1' })).metadata.uid).not.toBe(before)
    await setPod(cluster, 'web-1')
    for (const phase of ['Failed', 'Succeeded']) {
      await setPod(cluster, 'web-0', phase)
      expect((await cluster.get('Pod', { name: 'web-0' })).status?.phase).toBe('Pending')
      await setPod(cluster, 'web-0')
    }
    expect((await statusOf(cluster))?.readyReplicas).toBe(3)
  })

  test('wait until the previous one has been ready for minReadySeconds', async () => {
    const cluster = open()
    await makeSet(cluster, { replicas: 2, minReadySeconds: 10 })
    await setPod(cluster, 'web-0')
    expect(await statusOf(cluster)).toMatchObject({ readyReplicas: 1, availableReplicas: 0 })
    await cluster.clock.advance('9s')
    expect(await podNames(cluster)).toEqual(['web-0'])
    await cluster.clock.advance('2s')
    expect(await podNames(cluster)).toEqual(['web-0', 'web-1'])
    expect(await statusOf(cluster)).toMatchObject({ readyReplicas: 1, availableReplicas: 1 })
  })

  test('move when ordinals.start changes', async () => {
    const cluster = open()
    await makeSet(cluster, { replicas: 2 })
    await allReady(cluster, 0, 1)
    await change(cluster, { ordinals: { start: 1 } })
    expect(await podNames(cluster)).toEqual(['web-0', 'web-1', 'web-2'])
    await setPod(cluster, 'web-2')
    expect(await podNames(cluster)).toEqual(['web-1', 'web-2'])
    expect(await statusOf(cluster)).toMatchObject({ replicas: 2, readyReplicas: 2 })
  })
})

test('Parallel pods are created and deleted all at once', async () => {
  const cluster = open()
  await makeSet(cluster, { podManagementPolicy: 'Parallel', replicas: 5 })
  expect(await podNames(cluster)).toEqual(['web-0', 'web-1', 'web-2', 'web-3', 'web-4'])
  await change(cluster, { replicas: 2 })
  expect(await podNames(cluster)).toEqual(['web-0', 'web-1'])
})

describe('an update of a StatefulSet', () => {
  test('replaces pods from the last to the first, each when those after it are ready', async () => {
    const cluster = open()
    await makeSet(cluster)
    await allReady(cluster, 0, 1, 2)
    await newImage(cluster, 'i:2')
    expect(await images(cluster)).toEqual(['web-0 i:1', 'web-1 i:1', 'web-2 i:2'])
    const during = await statusOf(cluster)
    expect(during).toMatchObject({ replicas: 3, readyReplicas: 2, currentReplicas: 2, updatedReplicas: 1 })
    expect(during?.currentRevision).not.toBe(during?.updateRevision)
    await allReady(cluster, 2, 1, 0)
    expect(await images(cluster)).toEqual(['web-0 i:2', 'web-1 i:2', 'web-2 i:2'])
    const after = await statusOf(cluster)
    expect(after).toMatchObject({ currentReplicas: 3, updatedReplicas: 3, currentRevision: during?.updateRevision })
  })

  test('stops at the partition, below which recreated pods have the previous revision', async () => {
    const cluster = open()
    await makeSet(cluster, { updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 2 } } })
    await allReady(cluster, 0, 1, 2)
    await newImage(cluster, 'i:2')
    await allReady(cluster, 2)
    expect(await images(cluster)).toEqual(['web-0 i:1', 'web-1 i:1', 'web-2 i:2'])
    await cluster.delete('Pod', { name: 'web-0' })
    expect(await imageOf(cluster, 'web-0')).toBe('i:1')
    expect(await statusOf(cluster)).toMatchObject({ currentReplicas: 2, updatedReplicas: 1 })
  })

  test('waits for a pod that never becomes ready, even after the template is corrected', async () => {
    const cluster = open()
    await makeSet(cluster)
    await allReady(cluster, 0, 1, 2)
    await newImage(cluster, 'broken')
    expect(await imageOf(cluster, 'web-2')).toBe('broken')
    await newImage(cluster, 'i:3')
    expect(await images(cluster)).toEqual(['web-0 i:1', 'web-1 i:1', 'web-2 broken'])
    await cluster.delete('Pod', { name: 'web-2' })
    expect(await imageOf(cluster, 'web-2')).toBe('i:3')
  })

  test('with OnDelete replaces a pod only after somebody has deleted it', async () => {
    const cluster = open()
    await makeSet(cluster, { replicas: 2, updateStrategy: { type: 'OnDelete' } })
    await allReady(cluster, 0, 1)
    await newImage(cluster, 'i:2')
    expect(await images(cluster)).toEqual(['web-0 i:1', 'web-1 i:1'])
    await cluster.delete('Pod', { name: 'web-0' })
    expect(await images(cluster)).toEqual(['web-0 i:2', 'web-1 i:1'])
    await setPod(cluster, 'web-0')
    expect(await statusOf(cluster)).toMatchObject({ currentReplicas: 1, updatedReplicas: 1 })
  })

  test('continues in a fork as in the original', async () => {
    const cluster = open()
    await makeSet(cluster)
    await allReady(cluster, 0, 1, 2)
    await newImage(cluster, 'i:2')
    const fork = await cluster.fork()
    for (const each of [cluster, fork]) await allReady(each, 2, 1, 0)
    expect(await statusOf(fork)).toEqual(await statusOf(cluster))
    expect(await images(fork)).toEqual(['web-0 i:2', 'web-1 i:2', 'web-2 i:2'])
  })
})

describe('ControllerRevisions', () => {
  const revisions = async (cluster: Cluster) =>
    (await cluster.list('ControllerRevision')).items
      .toSorted((a, b) => a.revision - b.revision)
      .map(({ metadata, revision }) => [revision, metadata.name])

  async function roll(cluster: Cluster, image: string) {
    await newImage(cluster, image)
    await setPod(cluster, 'web-0')
  }

  test('record the templates; a template that is set again gets the highest revision number', async () => {
    const cluster = open()
    await makeSet(cluster, { replicas: 1 }, { annotations: { 'kubernetes.io/change-cause': 'first' } })
    await setPod(cluster, 'web-0')
    await roll(cluster, 'i:2')
    const before = await revisions(cluster)
    expect(before).toMatchObject([
      [1, 'web-6dbb7bd4cd'],
      [2, expect.stringMatching(/^web-[b-z2-9]{8,10}$/)],
    ])
    const first = await cluster.get('ControllerRevision', { name: 'web-6dbb7bd4cd' })
    expect(first.metadata.annotations).toEqual({ 'kubernetes.io/change-cause': 'first' })
    expect(first.metadata.labels).toEqual({ app: 'web', 'controller.kubernetes.io/hash': '6dbb7bd4cd' })
    expect(first.data).toMatchObject({
      spec: { template: { $patch: 'replace', metadata: { labels: { app: 'web' } } } },
    })
    await roll(cluster, 'i:1')
    expect(await revisions(cluster)).toEqual([
      [2, before[1]?.[1]],
      [3, 'web-6dbb7bd4cd'],
    ])
  })

  test('are deleted beyond revisionHistoryLimit', async () => {
    const cluster = open()
    await makeSet(cluster, { replicas: 1, revisionHistoryLimit: 1 })
    await setPod(cluster, 'web-0')
    for (const image of ['i:2', 'i:3', 'i:4']) await roll(cluster, image)
    expect((await revisions(cluster)).map(([number]) => number)).toEqual([3, 4])
  })

  test('get another name where theirs is taken', async () => {
    const cluster = open()
    await cluster.create('ControllerRevision', {
      metadata: { name: 'web-6dbb7bd4cd' },
      revision: 7,
      data: { other: true },
    })
    await makeSet(cluster, { replicas: 1 })
    const status = await statusOf(cluster)
    expect(status).toMatchObject({ collisionCount: 1 })
    expect(status?.updateRevision).not.toBe('web-6dbb7bd4cd')
    expect((await cluster.get('Pod', { name: 'web-0' })).metadata.labels?.['controller-revision-hash']).toBe(
      status?.updateRevision,
    )
  })

  test('are adopted when they have no owner', async () => {
    const cluster = open()
    await makeSet(cluster, { replicas: 1 })
    await cluster.delete('StatefulSet', { name: 'web' }, { propagationPolicy: 'Orphan' })
    const orphan = await cluster.get('ControllerRevision', { name: 'web-6dbb7bd4cd' })
    expect(orphan.metadata.ownerReferences).toBeUndefined()
    await makeSet(cluster, { replicas: 1 })
    expect((await revisions(cluster)).map(([number]) => number)).toEqual([1])
    expect((await cluster.get('ControllerRevision', { name: 'web-6dbb7bd4cd' })).metadata.ownerReferences).toHaveLength(
      1,
    )
    expect((await cluster.get('Pod', { name: 'web-0' })).metadata.ownerReferences).toHaveLength(1)
  })
})

describe('adoption of pods', () => {
  const pod = (name: string, labels: { readonly [label: string]: string }) => ({
    metadata: { name, labels },
    spec: { containers: [{ name: 'c', image: 'stray' }] },
  })

  test('takes a pod with the name and labels of the set, and deletes it if it is one too many', async () => {
    const cluster = open()
    await makeSet(cluster, { replicas: 1 })
    await cluster.create('Pod', pod('web-1', { app: 'web' }))
    await cluster.create('Pod', pod('other-1', { app: 'web' }))
    expect(await podNames(cluster)).toEqual(['other-1', 'web-0', 'web-1'])
    await setPod(cluster, 'web-0')
    // It is beyond replicas, and the first pod that is not ready.
    expect(await podNames(cluster)).toEqual(['other-1', 'web-0'])
    expect((await cluster.get('Pod', { name: 'other-1' })).metadata.ownerReferences).toBeUndefined()
  })

  test('releases a pod that no longer matches, and creates a new one once its name is free', async () => {
    const cluster = open()
    await makeSet(cluster, { replicas: 1 })
    await cluster.patch('Pod', { name: 'web-0' }, { metadata: { labels: { app: null } } })
    expect((await cluster.get('Pod', { name: 'web-0' })).metadata.ownerReferences).toBeUndefined()
    expect(await statusOf(cluster)).toMatchObject({ replicas: 0 })
    await cluster.delete('Pod', { name: 'web-0' })
    await cluster.clock.advance('1m')
    expect(await statusOf(cluster)).toMatchObject({ replicas: 1 })
  })

  test('restores the pod-name label', async () => {
    const cluster = open()
    await makeSet(cluster, { replicas: 1 })
    await setPod(cluster, 'web-0')
    await cluster.patch(
      'Pod',
      { name: 'web-0' },
      { metadata: { labels: { 'statefulset.kubernetes.io/pod-name': 'x' } } },
    )
    const { metadata } = await cluster.get('Pod', { name: 'web-0' })
    expect(metadata.labels?.['statefulset.kubernetes.io/pod-name']).toBe('web-0')
    expect(await said(cluster, 'StatefulSet')).toContain(
      'SuccessfulUpdate: update Pod web-0 in StatefulSet web successful',
    )
  })
})

describe('claims of a StatefulSet', () => {
  const ownersOf = async (cluster: Cluster, name: string) =>
    (await cluster.get('PersistentVolumeClaim', { name })).metadata.ownerReferences?.map(
      (ref) => `${ref.kind}/${ref.name}`,
    )
  const left = async (cluster: Cluster) =>
    (await cluster.list('PersistentVolumeClaim')).items.map(({ metadata }) => metadata.name)

  async function withClaims(policy: object = {}) {
    const cluster = open()
    await makeSet(cluster, {
      replicas: 2,
      podManagementPolicy: 'Parallel',
      volumeClaimTemplates: claims,
      persistentVolumeClaimRetentionPolicy: policy,
    })
    await allReady(cluster, 0, 1)
    return cluster
  }

  test('are created before their pods, and mounted as volumes', async () => {
    const cluster = await withClaims()
    expect(await said(cluster, 'StatefulSet')).toEqual([
      'SuccessfulCreate: create Claim data-web-0 Pod web-0 in StatefulSet web success',
      'SuccessfulCreate: create Pod web-0 in StatefulSet web successful',
      'SuccessfulCreate: create Claim data-web-1 Pod web-1 in StatefulSet web success',
      'SuccessfulCreate: create Pod web-1 in StatefulSet web successful',
    ])
    const { metadata, spec } = await cluster.get('PersistentVolumeClaim', { name: 'data-web-1' })
    expect(metadata.labels).toEqual({ app: 'web', tier: 'db' })
    expect(spec?.resources).toEqual({ requests: { storage: '1Gi' } })
    expect((await cluster.get('Pod', { name: 'web-1' })).spec?.volumes).toEqual([
      { name: 'data', persistentVolumeClaim: { claimName: 'data-web-1' } },
    ])
  })

  test('are recreated when deleted while the pod is pending', async () => {
    const cluster = await withClaims()
    await setPod(cluster, 'web-0', 'Pending')
    await cluster.delete('PersistentVolumeClaim', { name: 'data-web-0' })
    await cluster.patch('Pod', { name: 'web-0' }, { metadata: { annotations: { touched: 'yes' } } })
    expect(await left(cluster)).toEqual(['data-web-0', 'data-web-1'])
  })

  test('are retained by default', async () => {
    const cluster = await withClaims()
    expect(await ownersOf(cluster, 'data-web-0')).toBeUndefined()
    await change(cluster, { replicas: 1 })
    await cluster.delete('StatefulSet', { name: 'web' })
    expect(await left(cluster)).toEqual(['data-web-0', 'data-web-1'])
  })

  test('are deleted with the StatefulSet if whenDeleted is Delete', async () => {
    const cluster = await withClaims({ whenDeleted: 'Delete' })
    expect(await ownersOf(cluster, 'data-web-0')).toEqual(['StatefulSet/web'])
    await change(cluster, { replicas: 1 })
    expect(await left(cluster)).toEqual(['data-web-0', 'data-web-1'])
    await cluster.delete('StatefulSet', { name: 'web' })
    expect(await left(cluster)).toEqual([])
  })

  test('are deleted with their pods if whenScaled is Delete', async () => {
    const cluster = await withClaims({ whenScaled: 'Delete' })
    expect(await ownersOf(cluster, 'data-web-1')).toBeUndefined()
    await change(cluster, { replicas: 1 })
    expect(await left(cluster)).toEqual(['data-web-0'])
    await cluster.delete('StatefulSet', { name: 'web' })
    expect(await left(cluster)).toEqual(['data-web-0'])
  })

  test('are owned by the pod that is scaled down instead of the StatefulSet if both are Delete', async () => {
    const cluster = await withClaims({ whenScaled: 'Delete', whenDeleted: 'Delete' })
    expect(await ownersOf(cluster, 'data-web-1')).toEqual(['StatefulSet/web'])
    await cluster.patch('Pod', { name: 'web-1' }, { metadata: { finalizers: ['example.com/hold'] } })
    await change(cluster, { replicas: 1 })
    expect(await ownersOf(cluster, 'data-web-1')).toEqual(['Pod/web-1'])
    await change(cluster, { replicas: 2 })
    expect(await podNames(cluster)).toEqual(['web-0', 'web-1 (going)'])
  })

  test('change their owner references when the retention policy changes', async () => {
    const cluster = await withClaims()
    await change(cluster, { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } })
    expect(await ownersOf(cluster, 'data-web-1')).toEqual(['StatefulSet/web'])
    await change(cluster, { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain' } })
    expect(await ownersOf(cluster, 'data-web-1')).toBeUndefined()
    expect(await said(cluster, 'StatefulSet')).toContain(
      'SuccessfulUpdate: update Pod web-1 in StatefulSet web successful',
    )
  })

  test('keep another controlling owner, with a warning Event', async () => {
    const cluster = open()
    const owner = await cluster.create('ConfigMap', { metadata: { name: 'keeper' } })
    await cluster.create('PersistentVolumeClaim', {
      metadata: {
        name: 'data-web-0',
        ownerReferences: [
          { apiVersion: 'v1', kind: 'ConfigMap', name: 'keeper', uid: owner.metadata.uid ?? '', controller: true },
        ],
      },
      spec: claims[0]?.spec,
    })
    const policy = { whenDeleted: 'Delete' }
    await makeSet(cluster, { volumeClaimTemplates: claims, persistentVolumeClaimRetentionPolicy: policy })
    expect(await ownersOf(cluster, 'data-web-0')).toEqual(['ConfigMap/keeper'])
    expect(await said(cluster, 'StatefulSet')).toContain(
      'ConflictingController: PersistentVolumeClaim data-web-0 has a conflicting OwnerReference that acts as a manging controller, the retention policy is ignored for this claim',
    )
  })
})

describe('a refused create request', () => {
  test('of a pod is reported in an Event, and retried', async () => {
    const cluster = open()
    cluster.hooks.admit({ kind: 'Pod', verb: 'create' }, { status: 'Forbidden' }, { times: 3 })
    await makeSet(cluster)
    expect((await said(cluster, 'StatefulSet'))[0]).toMatch(
      /^FailedCreate: create Pod web-0 in StatefulSet web failed error: .*forbidden/,
    )
    expect(await statusOf(cluster)).toMatchObject({ observedGeneration: 1, replicas: 0 })
    expect(await podNames(cluster)).toEqual([])
    await cluster.clock.advance('1s')
    expect(await podNames(cluster)).toEqual(['web-0'])
  })

  test('of a claim is reported in two Events: for the claim and for the pod', async () => {
    const cluster = open()
    await cluster.create('ResourceQuota', {
      metadata: { name: 'none' },
      spec: { hard: { persistentvolumeclaims: '0' } },
    })
    await cluster.patch(
      'ResourceQuota',
      { name: 'none' },
      { status: { hard: { persistentvolumeclaims: '0' }, used: { persistentvolumeclaims: '0' } } },
      { subresource: 'status' },
    )
    await makeSet(cluster, { volumeClaimTemplates: claims })
    const why =
      'persistentvolumeclaims "data-web-0" is forbidden: exceeded quota: none, requested: persistentvolumeclaims=1, used: persistentvolumeclaims=0, limited: persistentvolumeclaims=0'
    expect((await said(cluster, 'StatefulSet')).slice(0, 2)).toEqual([
      `FailedCreate: create Claim data-web-0 for Pod web-0 in StatefulSet web failed error: ${why}`,
      `FailedCreate: create Pod web-0 in StatefulSet web failed error: failed to create PVC data-web-0: ${why}`,
    ])
    await cluster.delete('ResourceQuota', { name: 'none' })
    await cluster.clock.advance('1m')
    expect(await podNames(cluster)).toEqual(['web-0'])
  })
})

test('a StatefulSet that is being deleted creates no pods', async () => {
  const cluster = open()
  await makeSet(cluster, {}, { finalizers: ['example.com/hold'] })
  await cluster.delete('StatefulSet', { name: 'web' })
  await cluster.delete('Pod', { name: 'web-0' })
  expect(await podNames(cluster)).toEqual([])
  expect(await statusOf(cluster)).toMatchObject({ replicas: 0 })
})

test('schedules no timer where there is nothing to wait for', async () => {
  const cluster = open()
  expect(await cluster.clock.next()).toBe(false)
  await makeSet(cluster, { minReadySeconds: 5 })
  expect(await cluster.clock.next()).toBe(false)
  await setPod(cluster, 'web-0')
  expect(await cluster.clock.next()).toBe(true)
  expect(await cluster.clock.next()).toBe(false)
})

test('reports a pod that cannot be created because its claim is being deleted, and creates it afterwards', async () => {
  const cluster = createCluster({
    seed: 1,
    controllers: ['stateful-sets', 'garbage-collection', 'claim-protection'],
    disableAdmissionPlugins: ['ServiceAccount'],
  })
  await makeSet(cluster, { replicas: 1, volumeClaimTemplates: claims })
  // The claim is in use once its pod is on a node.
  await cluster.fetch('/api/v1/namespaces/default/pods/web-0/binding', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name: 'web-0' },
      target: { kind: 'Node', name: 'n' },
    }),
  })
  await setPod(cluster, 'web-0')
  await cluster.delete('PersistentVolumeClaim', { name: 'data-web-0' })
  await cluster.delete('Pod', { name: 'web-0' }, { gracePeriodSeconds: 0 })
  expect(await said(cluster, 'StatefulSet')).toContain(
    'FailedCreate: create Pod web-0 in StatefulSet web failed error: pvc data-web-0 is being deleted',
  )
  await cluster.clock.advance('1s')
  expect(await podNames(cluster)).toEqual(['web-0'])
  expect(
    (await cluster.get('PersistentVolumeClaim', { name: 'data-web-0' })).metadata.deletionTimestamp,
  ).toBeUndefined()
})
