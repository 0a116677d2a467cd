import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'
import type { KubernetesVersion } from '../../../src/model/registry/kubernetes-version.js'

const DRIVER = 'gpu.example.com'
const KEY = 'example.com/broken'

/** Starts a cluster with a pod that uses the first of two devices. */
async function start(kubernetesVersion: KubernetesVersion = '1.37', tolerations: object[] = []): Promise<Cluster> {
  const cluster = createCluster({ kubernetesVersion, seed: 1, nodes: 1 })
  await cluster.create('DeviceClass', { metadata: { name: DRIVER }, spec: {} })
  await cluster.create('ResourceSlice', {
    metadata: { name: 'slice' },
    spec: {
      driver: DRIVER,
      allNodes: true,
      pool: { name: 'pool', generation: 1, resourceSliceCount: 1 },
      devices: [{ name: 'gpu-0' }, { name: 'gpu-1' }],
    },
  })
  const exactly = { deviceClassName: DRIVER, tolerations }
  const spec = { devices: { requests: [{ name: 'gpu', exactly }] } }
  await cluster.create('ResourceClaim', { metadata: { name: 'gpu' }, spec } as never) // tolerations as the tests say
  await cluster.create('Pod', {
    metadata: { name: 'web' },
    spec: {
      containers: [{ name: 'c', image: 'i', resources: { claims: [{ name: 'gpu' }] } }],
      resourceClaims: [{ name: 'gpu', resourceClaimName: 'gpu' }],
      terminationGracePeriodSeconds: 2,
    },
  })
  await cluster.clock.advance('5s')
  expect((await cluster.get('Pod', { name: 'web' })).status?.phase).toBe('Running')
  return cluster
}

const taint = (cluster: Cluster, effect: string, device = 'gpu-0') =>
  cluster.create('DeviceTaintRule', {
    metadata: { name: 'broken' },
    spec: { deviceSelector: { driver: DRIVER, device }, taint: { key: KEY, effect } },
  })

const podNames = async (cluster: Cluster) => (await cluster.list('Pod')).items.map(({ metadata }) => metadata.name)

async function progress(cluster: Cluster): Promise<unknown> {
  const { status } = await cluster.get('DeviceTaintRule', { name: 'broken' })
  return status?.conditions?.map(({ type, status: is, reason, message }) => `${type}=${is} ${reason}: ${message}`)
}

async function saidOf(cluster: Cluster): Promise<readonly string[]> {
  const { items } = await cluster.list('v1/Event')
  return items.filter(({ reason }) => reason === 'DeviceTaintManagerEviction').map(({ message }) => String(message))
}

test('a rule deletes the pods that use its devices, and tells how far that is', async () => {
  const cluster = await start()
  await taint(cluster, 'NoExecute')
  await cluster.settled()
  const pod = await cluster.get('Pod', { name: 'web' })
  expect(pod.metadata.deletionTimestamp).toBeDefined()
  expect(pod.status?.conditions).toContainEqual(
    expect.objectContaining({
      type: 'DisruptionTarget',
      reason: 'DeletionByDeviceTaintManager',
      message: 'Device Taint manager: deleting due to NoExecute taint',
    }),
  )
  const { items } = await cluster.list('v1/Event')
  const { name, namespace, uid } = pod.metadata
  expect(items.find(({ reason }) => reason === 'DeviceTaintManagerEviction')?.['involvedObject']).toEqual({
    apiVersion: 'v1',
    kind: 'Pod',
    name,
    namespace,
    uid,
  })
  expect(await progress(cluster)).toEqual([
    'EvictionInProgress=True PodsPendingEviction: 1 pod needs to be evicted in 1 namespace.',
  ])
  await cluster.clock.advance('11s')
  expect(await podNames(cluster)).toEqual([])
  expect(await progress(cluster)).toEqual([
    'EvictionInProgress=False Completed: 1 pod evicted since starting the controller.',
  ])
  expect(await saidOf(cluster)).toEqual(['Marking for deletion'])
})

test.each([
  [
    'None',
    'NoEffect: 2 published devices selected. 1 allocated device selected. 1 pod would be evicted in 1 namespace if the effect was NoExecute. This information will not be updated again. Recreate the DeviceTaintRule to trigger an update.',
  ],
  ['NoSchedule', 'OtherEffect: Eviction only happens for the NoExecute effect.'],
])('a rule with the effect %s deletes nothing', async (effect, expected) => {
  const cluster = await start()
  await cluster.create('DeviceTaintRule', {
    metadata: { name: 'broken' },
    spec: { deviceSelector: { driver: DRIVER }, taint: { key: KEY, effect } },
  })
  await cluster.clock.advance('1m')
  expect(await podNames(cluster)).toEqual(['web'])
  expect(await progress(cluster)).toEqual([`EvictionInProgress=False ${expected}`])
})

test('a rule for another device does not begin', async () => {
  const cluster = await start()
  await taint(cluster, 'NoExecute', 'gpu-1')
  await cluster.clock.advance('1m')
  expect(await podNames(cluster)).toEqual(['web'])
  expect(await progress(cluster)).toEqual(['EvictionInProgress=False NotStarted: '])
})

test('a pod whose claim tolerates the taint for a time is deleted then, and stays if the rule goes before', async () => {
  const tolerations = [{ key: KEY, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 }]
  const cluster = await start('1.37', tolerations)
  await taint(cluster, 'NoExecute')
  await cluster.clock.advance('30s')
  await cluster.delete('DeviceTaintRule', { name: 'broken' })
  await cluster.clock.advance('2m')
  expect(await podNames(cluster)).toEqual(['web'])
  expect(await saidOf(cluster)).toEqual(['Cancelling deletion'])
  await taint(cluster, 'NoExecute')
  await cluster.clock.advance('50s')
  expect(await podNames(cluster)).toEqual(['web'])
  await cluster.clock.advance('15s')
  expect(await podNames(cluster)).toEqual([])
})

test('a claim that tolerates the taint for ever keeps its pod', async () => {
  const cluster = await start('1.37', [{ operator: 'Exists', effect: 'NoExecute' }])
  await taint(cluster, 'NoExecute')
  await cluster.clock.advance('1h')
  expect(await podNames(cluster)).toEqual(['web'])
})

test.each([
  ['1.35', ['web']],
  ['1.36', []],
] as const)('the taint of a slice in v%s', async (version, expected) => {
  const cluster = await start(version)
  const devices = [{ name: 'gpu-0', taints: [{ key: KEY, effect: 'NoExecute' }] }, { name: 'gpu-1' }]
  await cluster.patch('ResourceSlice', { name: 'slice' }, { spec: { devices } })
  await cluster.clock.advance('10s')
  expect(await podNames(cluster)).toEqual(expected)
})
