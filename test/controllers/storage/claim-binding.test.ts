import { describe, expect, test } from 'vitest'
import { createStorage } from './storage.js'

const BINDER = ['claim-binding', 'claim-protection', 'volume-protection']
const WHY = 'no persistent volumes available for this claim and no storage class is set'

describe.each(['example', 'kubernetes'] as const)('in profile %s', (profile) => {
  test('binds a claim and a matching volume to each other', async () => {
    const { cluster, volume, claim } = createStorage(BINDER, profile)
    expect((await volume('v', { capacity: { storage: '2Gi' } })).metadata.name).toBe('v')
    const made = await claim('c')
    const { metadata, spec, status } = await cluster.get('PersistentVolumeClaim', { name: 'c' })
    expect([metadata.annotations, spec?.volumeName, status]).toEqual([
      { 'pv.kubernetes.io/bind-completed': 'yes', 'pv.kubernetes.io/bound-by-controller': 'yes' },
      'v',
      { phase: 'Bound', accessModes: ['ReadWriteOnce'], capacity: { storage: '2Gi' } },
    ])
    const bound = await cluster.get('v1/PersistentVolume', { name: 'v' })
    const { namespace, name, uid, resourceVersion } = made.metadata
    expect([bound.metadata.annotations, bound['spec'], bound['status']]).toEqual([
      { 'pv.kubernetes.io/bound-by-controller': 'yes' },
      {
        capacity: { storage: '2Gi' },
        hostPath: { path: '/data', type: '' },
        accessModes: ['ReadWriteOnce'],
        claimRef: { kind: 'PersistentVolumeClaim', namespace, name, uid, apiVersion: 'v1', resourceVersion },
        persistentVolumeReclaimPolicy: 'Retain',
        volumeMode: 'Filesystem',
      },
      { phase: 'Bound', lastPhaseTransitionTime: '2024-01-01T00:00:00Z' },
    ])
    expect(metadata.managedFields?.map((entry) => [entry.manager, entry.operation, entry.subresource])).toEqual([
      ['fakecluster', 'Update', undefined],
      ['kube-controller-manager', 'Update', undefined],
      ['kube-controller-manager', 'Update', 'status'],
    ])
  })
})

const two = ['ReadWriteOnce', 'ReadOnlyMany']

test.each<readonly [string, object, { readonly [volume: string]: readonly [spec: object, labels?: object] }, string]>([
  [
    'the smallest volume that is big enough',
    {},
    {
      a: [{ capacity: { storage: '5Gi' } }],
      b: [{ capacity: { storage: '2Gi' } }],
      c: [{ capacity: { storage: '900Mi' } }],
    },
    'b',
  ],
  [
    'a volume with its access modes',
    { accessModes: two },
    { a: [{}], b: [{ accessModes: [...two, 'ReadWriteMany'] }] },
    'b',
  ],
  [
    'a volume with no more access modes than it needs',
    {},
    { a: [{ accessModes: two }], b: [{ capacity: { storage: '9Gi' } }] },
    'b',
  ],
  ['a volume of its class', { storageClassName: 'fast' }, { a: [{}], b: [{ storageClassName: 'fast' }] }, 'b'],
  ['a volume without a class', { storageClassName: '' }, { a: [{ storageClassName: 'fast' }], b: [{}] }, 'b'],
  ['a volume with its volumeMode', { volumeMode: 'Block' }, { a: [{}], b: [{ volumeMode: 'Block' }] }, 'b'],
  [
    'a volume with the selected labels',
    { selector: { matchLabels: { tier: 'gold' } } },
    { a: [{}, { tier: 'tin' }], b: [{}, { tier: 'gold' }] },
    'b',
  ],
  [
    'a volume that matches its matchExpressions',
    {
      selector: {
        matchExpressions: [
          { key: 'tier', operator: 'In', values: ['gold', 'tin'] },
          { key: 'old', operator: 'DoesNotExist' },
          { key: 'tier', operator: 'Exists' },
          { key: 'zone', operator: 'NotIn', values: ['x'] },
        ],
      },
    },
    { a: [{}, { tier: 'tin', old: 'yes' }], b: [{}, { tier: 'tin', zone: 'y' }], c: [{}, { tier: 'tin', zone: 'x' }] },
    'b',
  ],
  [
    'the volume that is reserved for it, whatever its class',
    {},
    { a: [{}], b: [{ storageClassName: 'fast', claimRef: { namespace: 'default', name: 'c' } }] },
    'b',
  ],
  ['no volume that is reserved for others', {}, { a: [{ claimRef: { namespace: 'default', name: 'other' } }] }, ''],
  [
    'the volume that it names, however big',
    { volumeName: 'b' },
    { a: [{}], b: [{ capacity: { storage: '9Gi' } }] },
    'b',
  ],
])('a claim gets %s', async (_, spec, volumes, expected) => {
  const { volume, claim, claims } = createStorage(BINDER)
  for (const [name, [more, labels = {}]] of Object.entries(volumes)) await volume(name, more, { labels })
  await claim('c', spec)
  expect(await claims()).toEqual({ c: expected ? `Bound ${expected}` : 'Pending' })
})

test('a reserved volume is not annotated as bound by the controller', async () => {
  const { cluster, volume, claim } = createStorage(BINDER)
  await volume('v', { claimRef: { namespace: 'default', name: 'c' } })
  const { metadata } = await claim('c')
  const bound = await cluster.get('v1/PersistentVolume', { name: 'v' })
  expect(bound.metadata.annotations).toBeUndefined()
  expect(bound['spec']).toMatchObject({ claimRef: { uid: metadata.uid } })
})

test('a claim waits for a volume, and its Event is repeated at each sync', async () => {
  const { cluster, claim, events, volume, claims } = createStorage(BINDER)
  await claim('c')
  expect(await events()).toEqual([
    `Normal | PersistentVolumeClaim/c | persistentvolume-controller | FailedBinding | x1 | ${WHY}`,
  ])
  await cluster.clock.advance('10s')
  await cluster.patch('PersistentVolumeClaim', { name: 'c' }, { metadata: { labels: { a: 'b' } } })
  expect(await events()).toEqual([
    `Normal | PersistentVolumeClaim/c | persistentvolume-controller | FailedBinding | x2 | ${WHY}`,
  ])
  const [event] = (await cluster.list('v1/Event')).items
  expect([event!['firstTimestamp'], event!['lastTimestamp']]).toEqual(['2024-01-01T00:00:00Z', '2024-01-01T00:00:10Z'])
  await volume('v')
  expect(await claims()).toEqual({ c: 'Bound v' })
  expect(await events()).toHaveLength(1)
})

test('of two waiting claims one gets the volume', async () => {
  const { claim, volume, claims } = createStorage(BINDER)
  await claim('a')
  await claim('b')
  await volume('v')
  expect(await claims()).toEqual({ a: 'Bound v', b: 'Pending' })
})

test.each<readonly [string, object, object, string]>([
  [
    'is too small',
    { capacity: { storage: '1Mi' } },
    {},
    'Cannot bind to requested volume "v": requested PV is too small',
  ],
  [
    'has another class',
    { storageClassName: 'fast' },
    {},
    'Cannot bind to requested volume "v": storageClassName does not match',
  ],
  [
    'has another volumeMode',
    { volumeMode: 'Block' },
    {},
    'Cannot bind to requested volume "v": incompatible volumeMode',
  ],
  [
    'lacks an access mode',
    { accessModes: ['ReadOnlyMany'] },
    {},
    'Cannot bind to requested volume "v": incompatible accessMode',
  ],
  [
    'is reserved for another claim',
    { claimRef: { namespace: 'default', name: 'other' } },
    {},
    'volume "v" already bound to a different claim.',
  ],
])('a claim does not get the volume it names if that %s', async (_, spec, wants, message) => {
  const { claim, volume, claims, events } = createStorage(BINDER)
  await volume('v', spec)
  await claim('c', { volumeName: 'v', ...wants })
  expect(await claims()).toEqual({ c: 'Pending v' })
  const reason = message.startsWith('Cannot') ? 'VolumeMismatch' : 'FailedBinding'
  expect(await events()).toEqual([
    `Warning | PersistentVolumeClaim/c | persistentvolume-controller | ${reason} | x1 | ${message}`,
  ])
})

test('a claim gets the volume it names once that is created', async () => {
  const { claim, volume, claims, events } = createStorage(BINDER)
  await claim('c', { volumeName: 'v' })
  expect([await claims(), await events()]).toEqual([{ c: 'Pending v' }, []])
  await volume('v')
  expect(await claims()).toEqual({ c: 'Bound v' })
})

test.each<readonly [policy: string, source: object, volumes: object, events: readonly string[]]>([
  ['Retain', { hostPath: { path: '/data' } }, { v: 'Released c' }, []],
  ['Delete', { hostPath: { path: '/tmp/data' } }, {}, []],
  [
    'Delete',
    { hostPath: { path: '/data' } },
    { v: 'Failed c' },
    [
      'Warning | PersistentVolume/v | persistentvolume-controller | VolumeFailedDelete | x1 | host_path deleter only supports /tmp/.+ but received provided /data',
    ],
  ],
  [
    'Delete',
    { hostPath: undefined, nfs: { server: 's', path: '/' } },
    { v: 'Failed c' },
    [
      'Warning | PersistentVolume/v | persistentvolume-controller | VolumeFailedDelete | x1 | error getting deleter volume plugin for volume "v": no deletable volume plugin matched',
    ],
  ],
  [
    'Delete',
    { hostPath: undefined, iscsi: { targetPortal: 'p', iqn: 'iqn.2026-01.io.example:a', lun: 0 } },
    { v: 'Failed c' },
    [
      'Warning | PersistentVolume/v | persistentvolume-controller | VolumeFailedDelete | x1 | error getting deleter volume plugin for volume "v": no volume plugin matched',
    ],
  ],
  ['Delete', { hostPath: undefined, csi: { driver: 'd', volumeHandle: 'h' } }, { v: 'Released c' }, []],
  [
    'Recycle',
    { hostPath: { path: '/data' } },
    { v: 'Available' },
    ['Normal | PersistentVolume/v | persistentvolume-controller | VolumeRecycled | x1 | Volume recycled'],
  ],
])('reclaims a volume whose claim is deleted: %s %j', async (persistentVolumeReclaimPolicy, source, left, said) => {
  const { cluster, volume, claim, volumes, events } = createStorage(BINDER)
  await volume('v', { persistentVolumeReclaimPolicy, ...source })
  await claim('c')
  expect(await volumes()).toEqual({ v: 'Bound c' })
  await cluster.delete('PersistentVolumeClaim', { name: 'c' })
  expect(await volumes()).toEqual(left)
  expect(await events()).toEqual(said)
})

test('a released volume is not bound to a new claim of the same name', async () => {
  const { cluster, volume, claim, volumes, claims } = createStorage(BINDER)
  await volume('v')
  await claim('c')
  await cluster.delete('PersistentVolumeClaim', { name: 'c' })
  await claim('c')
  expect([await volumes(), await claims()]).toEqual([{ v: 'Released c' }, { c: 'Pending' }])
  await cluster.patch('v1/PersistentVolume', { name: 'v' }, { spec: { claimRef: null } })
  expect([await volumes(), await claims()]).toEqual([{ v: 'Bound c' }, { c: 'Bound v' }])
})

test('a claim whose volume is deleted is Lost', async () => {
  const { cluster, volume, claim, claims, events } = createStorage(['claim-binding'])
  await volume('v')
  await claim('c')
  await cluster.delete('v1/PersistentVolume', { name: 'v' })
  await cluster.patch('v1/PersistentVolume', { name: 'v' }, { metadata: { finalizers: null } })
  expect(await claims()).toEqual({ c: 'Lost v' })
  expect((await cluster.get('PersistentVolumeClaim', { name: 'c' })).status).toEqual({ phase: 'Lost' })
  expect(await events()).toEqual([
    'Warning | PersistentVolumeClaim/c | persistentvolume-controller | ClaimLost | x1 | Bound claim has lost its PersistentVolume. Data on the volume is lost!',
  ])
})

test('a fork binds independently', async () => {
  const { claim, claims, fork } = createStorage(BINDER)
  await claim('c')
  const other = fork()
  await other.volume('v')
  expect([await other.claims(), await claims()]).toEqual([{ c: 'Bound v' }, { c: 'Pending' }])
})

test('a volume whose claimRef is removed is bound to its claim again', async () => {
  const { cluster, volume, claim } = createStorage(BINDER)
  await volume('v')
  await claim('c')
  await cluster.patch('v1/PersistentVolume', { name: 'v' }, { spec: { claimRef: null } })
  expect(await cluster.get('v1/PersistentVolume', { name: 'v' })).toMatchObject({
    spec: { claimRef: { name: 'c' } },
    status: { phase: 'Bound' },
  })
})
