import { describe, expect, test } from 'vitest'
import type { AdmissionPluginName } from '../../../src/server/admission/plugin-names.js'
import { createCluster } from '../../../src/cluster/cluster.js'

/** Makes a cluster without the given admission plug-ins and ServiceAccount, whose accounts pods would need. */
const open = (...disableAdmissionPlugins: readonly AdmissionPluginName[]) =>
  createCluster({
    seed: 1,
    controllers: 'none',
    disableAdmissionPlugins: ['ServiceAccount', ...disableAdmissionPlugins],
  })

const containers = [{ name: 'web', image: 'example.io/web' }]
const size = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }

describe('a new node', () => {
  const notReady = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }
  const own = { key: 'a', effect: 'NoExecute' }
  const taintsOf = async (taints: readonly { readonly key: string; readonly effect: string }[], cluster = open()) =>
    (await cluster.create('Node', { metadata: { name: 'one' }, spec: { taints: [...taints] } })).spec?.taints

  test('gets the not-ready taint once, after its own taints', async () => {
    expect(await taintsOf([own])).toEqual([own, notReady])
    expect(await taintsOf([notReady, own])).toEqual([notReady, own])
    expect(await taintsOf([own], open('TaintNodesByCondition'))).toEqual([own])
  })
})

describe('DefaultTolerationSeconds', () => {
  const patience = (state: string) => ({
    key: `node.kubernetes.io/${state}`,
    operator: 'Exists',
    effect: 'NoExecute',
    tolerationSeconds: 300,
  })
  const tolerationsOf = async (tolerations: readonly object[], cluster = open()) => {
    const spec = { containers, tolerations: [...tolerations] }
    return (await cluster.create('Pod', { metadata: { name: 'web' }, spec })).spec?.tolerations
  }

  test.each([
    [[], [patience('not-ready'), patience('unreachable')]],
    [[{ key: 'node.kubernetes.io/not-ready', operator: 'Exists' }], [patience('unreachable')]],
    [[{ operator: 'Exists', effect: 'NoExecute' }], []],
    [[{ operator: 'Exists', effect: 'NoSchedule' }], [patience('not-ready'), patience('unreachable')]],
  ])('adds the missing tolerations to a pod with %j', async (own, given) => {
    expect(await tolerationsOf(own)).toEqual([...own, ...given])
  })

  test('adds tolerations at an update too, and none when it is disabled', async () => {
    const cluster = open()
    await tolerationsOf([], cluster)
    const { spec } = await cluster.get('Pod', { name: 'web' })
    const { metadata } = await cluster.get('Pod', { name: 'web' })
    const next = await cluster.update('Pod', { metadata, spec: { ...spec, containers, tolerations: [] } })
    expect(next.spec?.tolerations).toEqual([patience('not-ready'), patience('unreachable')])
    expect(await tolerationsOf([], open('DefaultTolerationSeconds'))).toBeUndefined()
  })
})

describe('a protection finalizer is added to', () => {
  const finalizersOf = async (cluster = open()) => {
    const claim = await cluster.create('PersistentVolumeClaim', {
      metadata: { name: 'data', finalizers: ['a.test/b'] },
      spec: size,
    })
    const volume = await cluster.create('PersistentVolume', {
      metadata: { name: 'disk', finalizers: ['kubernetes.io/pv-protection'] },
      spec: { accessModes: size.accessModes, capacity: { storage: '1Gi' }, hostPath: { path: '/disk' } },
    })
    return [claim.metadata.finalizers, volume.metadata.finalizers]
  }

  test('a PersistentVolumeClaim and a PersistentVolume', async () => {
    expect(await finalizersOf()).toEqual([
      ['a.test/b', 'kubernetes.io/pvc-protection'],
      ['kubernetes.io/pv-protection'],
    ])
    expect((await finalizersOf(open('StorageObjectInUseProtection')))[0]).toEqual(['a.test/b'])
  })

  test.each([true, false])(
    'a VolumeAttributesClass if its feature gate is enabled: %s',
    async (VolumeAttributesClass) => {
      const cluster = createCluster({
        seed: 1,
        controllers: 'none',
        runtimeConfig: { 'storage.k8s.io/v1beta1': true },
        featureGates: { VolumeAttributesClass },
      })
      const parameters = { iops: '1' }
      const made = await cluster.create('VolumeAttributesClass', {
        metadata: { name: 'gold' },
        driverName: 'disk.example.io',
        parameters,
      })
      expect(made.metadata.finalizers).toEqual(VolumeAttributesClass ? ['kubernetes.io/vac-protection'] : undefined)
    },
  )
})

describe('a PersistentVolumeClaim without a class', () => {
  const stable = 'storageclass.kubernetes.io/is-default-class'
  const beta = 'storageclass.beta.kubernetes.io/is-default-class'
  const classOf = async (more: object = {}, cluster = open(), annotations = {}) => {
    const classes: readonly (readonly [string, { readonly [annotation: string]: string }])[] = [
      ['old', { [stable]: 'true' }],
      ['b', { [beta]: 'true' }],
      ['a', { [stable]: 'true' }],
      ['never', { [stable]: 'false' }],
    ]
    for (const [name, marks] of classes) {
      await cluster.create('StorageClass', { metadata: { name, annotations: marks }, provisioner: 'disk.example.io' })
      if (name === 'old') await cluster.clock.advance('1s')
    }
    const claim = { metadata: { name: 'data', annotations }, spec: { ...size, ...more } }
    return (await cluster.create('PersistentVolumeClaim', claim)).spec?.storageClassName
  }

  test('gets the newest default class, the first by name of equally new ones', async () => {
    expect(await classOf()).toBe('a')
    expect(await classOf({ storageClassName: '' })).toBe('')
    expect(await classOf({ storageClassName: 'other' })).toBe('other')
    expect(await classOf({}, open(), { 'volume.beta.kubernetes.io/storage-class': '' })).toBeUndefined()
    expect(await classOf({}, open('DefaultStorageClass'))).toBeUndefined()
  })

  test('stays without a class where there is no default', async () => {
    const claim = await open().create('PersistentVolumeClaim', { metadata: { name: 'data' }, spec: size })
    expect(claim.spec).not.toHaveProperty('storageClassName')
  })
})

test('fixtures get the defaults that need no other object', async () => {
  const cluster = createCluster({
    seed: 1,
    controllers: 'none',
    fixtures: [
      { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec: { containers, priorityClassName: 'later' } },
      { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'data' }, spec: size },
      { apiVersion: 'v1', kind: 'Node', metadata: { name: 'one' } },
    ],
  })
  const pod = await cluster.get('Pod', { name: 'web' })
  expect(pod.spec).toMatchObject({ priority: 0, preemptionPolicy: 'PreemptLowerPriority', priorityClassName: 'later' })
  expect(pod.spec?.tolerations).toHaveLength(2)
  expect((await cluster.get('PersistentVolumeClaim', { name: 'data' })).metadata.finalizers).toHaveLength(1)
  expect((await cluster.get('Node', { name: 'one' })).spec?.taints).toHaveLength(1)
})
