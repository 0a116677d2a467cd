import { expect, test } from 'vitest'
import { STORAGE, createStorage } from './storage.js'

const about = 'PersistentVolumeClaim/c'
const asks =
  "Waiting for a volume to be created either by the external provisioner 'disk.example.io' or manually by the system administrator. " +
  'If volume creation is delayed, please verify that the provisioner is running and correctly registered.'
const binder = (type: string, reason: string, note: string) =>
  `${type} | ${about} | persistentvolume-controller | ${reason} | x1 | ${note}`
const driver = (type: string, reason: string, note: string) =>
  `${type} | ${about} | disk.example.io | ${reason} | x1 | ${note}`

test('provisions a volume for a claim with a class', async () => {
  const { cluster, storageClass, claim, claims, events } = createStorage()
  await storageClass('fast', { mountOptions: ['ro'] })
  const { metadata } = await claim('c', {
    storageClassName: 'fast',
    accessModes: ['ReadWriteMany'],
    volumeMode: 'Block',
  })
  const name = `pvc-${metadata.uid}`
  expect(await claims()).toEqual({ c: `Bound ${name}` })
  expect((await cluster.get('PersistentVolumeClaim', { name: 'c' })).metadata.annotations).toEqual({
    'volume.beta.kubernetes.io/storage-provisioner': 'disk.example.io',
    'volume.kubernetes.io/storage-provisioner': 'disk.example.io',
    'pv.kubernetes.io/bind-completed': 'yes',
    'pv.kubernetes.io/bound-by-controller': 'yes',
  })
  const volume = await cluster.get('v1/PersistentVolume', { name })
  expect([
    volume.metadata.annotations,
    volume.metadata.finalizers,
    volume.metadata.managedFields?.map(({ manager }) => manager),
  ]).toEqual([
    { 'pv.kubernetes.io/provisioned-by': 'disk.example.io' },
    ['external-provisioner.volume.kubernetes.io/finalizer', 'kubernetes.io/pv-protection'],
    ['csi-provisioner', 'kube-controller-manager'],
  ])
  expect(volume['spec']).toEqual({
    capacity: { storage: '1Gi' },
    csi: { driver: 'disk.example.io', volumeHandle: name },
    accessModes: ['ReadWriteMany'],
    claimRef: {
      kind: 'PersistentVolumeClaim',
      namespace: 'default',
      name: 'c',
      uid: metadata.uid,
      apiVersion: 'v1',
      resourceVersion: expect.any(String),
    },
    persistentVolumeReclaimPolicy: 'Delete',
    storageClassName: 'fast',
    mountOptions: ['ro'],
    volumeMode: 'Block',
  })
  expect(await events()).toEqual([
    binder('Normal', 'ExternalProvisioning', asks),
    driver('Normal', 'Provisioning', 'External provisioner is provisioning volume for claim "default/c"'),
    driver('Normal', 'ProvisioningSucceeded', `Successfully provisioned volume ${name}`),
  ])
})

test('a provisioner whose name is not valid for a CSI driver gets hostPath volumes', async () => {
  const { cluster, storageClass, claim, claims } = createStorage()
  await storageClass('local', { provisioner: 'rancher.io/local-path' })
  const { metadata } = await claim('c', { storageClassName: 'local' })
  const name = `pvc-${metadata.uid}`
  expect(await claims()).toEqual({ c: `Bound ${name}` })
  expect((await cluster.get('v1/PersistentVolume', { name }))['spec']).toMatchObject({
    hostPath: { path: `/tmp/${name}`, type: '' },
  })
})

test.each([
  ['Delete', []],
  ['Retain', ['Released c']],
])('provisioned volumes have the reclaimPolicy of the class: %s', async (reclaimPolicy, left) => {
  const { cluster, storageClass, claim, volumes } = createStorage()
  await storageClass('fast', { reclaimPolicy })
  await claim('c', { storageClassName: 'fast' })
  await cluster.delete('PersistentVolumeClaim', { name: 'c' })
  expect(Object.values(await volumes())).toEqual(left)
})

test('a bound volume that is being deleted is removed with its claim', async () => {
  const { cluster, storageClass, claim, volumes } = createStorage()
  await storageClass('fast')
  const { metadata } = await claim('c', { storageClassName: 'fast' })
  await cluster.delete('v1/PersistentVolume', { name: `pvc-${metadata.uid}` })
  expect(Object.values(await volumes())).toEqual(['Bound c'])
  await cluster.delete('PersistentVolumeClaim', { name: 'c' })
  expect(await volumes()).toEqual({})
})

test('binds an existing volume rather than provisioning one', async () => {
  const { storageClass, claim, volume, claims } = createStorage()
  await storageClass('fast')
  await volume('v', { storageClassName: 'fast' })
  await claim('c', { storageClassName: 'fast' })
  expect(await claims()).toEqual({ c: 'Bound v' })
})

test('provisions no volume without the provisioning controller', async () => {
  const { cluster, storageClass, claim, claims, events } = createStorage(['claim-binding'])
  await storageClass('fast')
  await claim('c', { storageClassName: 'fast' })
  await cluster.patch('PersistentVolumeClaim', { name: 'c' }, { metadata: { labels: { a: 'b' } } })
  expect([await claims(), await events()]).toEqual([{ c: 'Pending' }, [binder('Normal', 'ExternalProvisioning', asks)]])
})

test.each([
  [
    'a missing class',
    'slow',
    {},
    [binder('Warning', 'ProvisioningFailed', 'storageclass.storage.k8s.io "slow" not found')],
  ],
  [
    'a class without a provisioner',
    'fast',
    { provisioner: 'kubernetes.io/no-provisioner' },
    [binder('Warning', 'ProvisioningFailed', 'no volume plugin matched name: kubernetes.io/no-provisioner')],
  ],
])('a claim with %s stays Pending', async (_, storageClassName, more, said) => {
  const { storageClass, claim, claims, events } = createStorage()
  await storageClass('fast', more)
  await claim('c', { storageClassName })
  expect([await claims(), await events()]).toEqual([{ c: 'Pending' }, said])
})

test('reports that a claim with a selector cannot be provisioned', async () => {
  const { storageClass, claim, claims, events } = createStorage()
  await storageClass('fast')
  await claim('c', { storageClassName: 'fast', selector: { matchLabels: { a: 'b' } } })
  expect(await claims()).toEqual({ c: 'Pending' })
  expect((await events()).at(-1)).toBe(
    driver(
      'Warning',
      'ProvisioningFailed',
      'failed to provision volume with StorageClass "fast": claim Selector is not supported',
    ),
  )
})

const byDefault = { annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } }

test('a claim without a class gets the newest default class, even one created later', async () => {
  const { cluster, storageClass, claim } = createStorage()
  await claim('early')
  await claim('none', { storageClassName: '' })
  await storageClass('other')
  await storageClass('old', {}, byDefault)
  await cluster.clock.advance('1s')
  await storageClass('new', {}, byDefault)
  await claim('late')
  const { items } = await cluster.list('PersistentVolumeClaim')
  expect(items.map(({ metadata, spec, status }) => [metadata.name, spec?.storageClassName, status?.phase])).toEqual([
    ['early', 'old', 'Bound'],
    ['late', 'new', 'Bound'],
    ['none', '', 'Pending'],
  ])
})

const delayed = { volumeBindingMode: 'WaitForFirstConsumer' }

test('provisions a WaitForFirstConsumer claim once its pod has a node', async () => {
  const { cluster, storageClass, claim, pod, claims, events } = createStorage()
  await storageClass('late', delayed)
  await claim('c', { storageClassName: 'late' })
  await pod('p', 'c')
  expect((await events()).filter((each) => each.includes('WaitForPodScheduled'))).toEqual([])
  // Claims are resynced every 15 seconds.
  await cluster.clock.advance('15s')
  const told = await events()
  expect([await claims(), told.filter((each) => each.includes(about))]).toEqual([
    { c: 'Pending' },
    [
      binder('Normal', 'WaitForFirstConsumer', 'waiting for first consumer to be created before binding'),
      binder('Normal', 'WaitForPodScheduled', 'waiting for pod p to be scheduled'),
    ],
  ])
  await cluster.fetch('/api/v1/namespaces/default/pods/p/binding', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name: 'p' },
      target: { kind: 'Node', name: 'n' },
    }),
  })
  const { metadata, status } = await cluster.get('PersistentVolumeClaim', { name: 'c' })
  expect([status?.phase, metadata.annotations?.['volume.kubernetes.io/selected-node']]).toEqual(['Bound', 'n'])
  expect(metadata.managedFields?.map(({ manager }) => manager)).toContain('kube-scheduler')
})

test('a WaitForFirstConsumer claim created after its scheduled pod binds a matching volume', async () => {
  const { cluster, storageClass, claim, pod, volume, claims } = createStorage()
  await storageClass('late', delayed)
  await volume('v', { storageClassName: 'late' })
  await pod('p', 'c', { nodeName: 'n' })
  await claim('c', { storageClassName: 'late' })
  expect(await claims()).toEqual({ c: 'Bound v' })
  const { annotations } = (await cluster.get('PersistentVolumeClaim', { name: 'c' })).metadata
  expect(annotations).toEqual({
    'pv.kubernetes.io/bind-completed': 'yes',
    'pv.kubernetes.io/bound-by-controller': 'yes',
  })
})

test('a WaitForFirstConsumer claim without a consumer does not take an available volume', async () => {
  const { storageClass, claim, volume, claims, volumes } = createStorage()
  await storageClass('late', delayed)
  await claim('c', { storageClassName: 'late' })
  await volume('v', { storageClassName: 'late' })
  expect([await claims(), await volumes()]).toEqual([{ c: 'Pending' }, { v: 'Available' }])
})

test('the same seed gives the same volumes and Events, in a fork too', async () => {
  const run = async () => {
    const storage = createStorage(STORAGE)
    await storage.storageClass('late', delayed)
    await storage.claim('c', { storageClassName: 'late' })
    const fork = storage.fork()
    const dumps = []
    for (const each of [storage, fork]) {
      await each.pod('p', 'c', { nodeName: 'n' })
      dumps.push(await each.cluster.dump())
    }
    return dumps
  }
  const [first, second] = [await run(), await run()]
  expect(first[0]).toContain('phase: Bound')
  expect(first[0]).toBe(first[1])
  expect(second).toEqual(first)
})
