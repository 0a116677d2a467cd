import { expect, test } from 'vitest'
import type { ClusterOptions } from '../../../src/cluster/options.js'
import { createScheduling } from './pods.js'

const HOST = 'kubernetes.io/hostname'
const ZONE = 'topology.kubernetes.io/zone'
const DRIVER = 'disk.example.io'

function createVolumes(options: ClusterOptions = {}) {
  const scheduling = createScheduling(options)
  const { cluster } = scheduling
  return {
    ...scheduling,
    storageClass: (name: string, more: object = {}) =>
      cluster.create('StorageClass', {
        ...{ metadata: { name }, provisioner: DRIVER, volumeBindingMode: 'WaitForFirstConsumer' },
        ...more,
      } as never),
    claim: (name: string, storageClassName: string, accessMode = 'ReadWriteOnce') =>
      cluster.create('PersistentVolumeClaim', {
        metadata: { name, namespace: 'default' },
        spec: { storageClassName, accessModes: [accessMode], resources: { requests: { storage: '1Gi' } } },
      }),
    volume: (name: string, storageClassName: string, node?: string, labels: object = {}) => {
      const terms = node && [{ matchExpressions: [{ key: HOST, operator: 'In', values: [node] }] }]
      return cluster.load({
        ...{ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name, labels } },
        spec: {
          ...{ storageClassName, capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'] },
          hostPath: { path: '/data' },
          ...(terms ? { nodeAffinity: { required: { nodeSelectorTerms: terms } } } : {}),
        },
        status: { phase: 'Available' },
      })
    },
    claimed: async (name: string) => {
      const { metadata, spec, status } = await cluster.get('PersistentVolumeClaim', { name })
      return [status?.phase, spec?.volumeName, metadata.annotations?.['volume.kubernetes.io/selected-node']]
    },
  }
}

const uses = (...claims: readonly string[]) => ({
  volumes: claims.map((claimName) => ({ name: claimName, persistentVolumeClaim: { claimName } })),
})
const everywhere = (what: string, count = 1) =>
  `0/${count} nodes are available: ${what}. preemption: 0/${count} nodes are available: ${count} Preemption is not helpful for scheduling.`

test('a pod waits until its claim exists and is bound', async () => {
  const { node, pod, where, storageClass, claim, volume } = createVolumes()
  await node('n')
  expect(await pod('p', uses('c'))).toBe(everywhere('persistentvolumeclaim "c" not found'))
  await storageClass('now', { volumeBindingMode: 'Immediate', provisioner: 'kubernetes.io/no-provisioner' })
  await claim('c', 'now')
  expect((await where())['p']).toBe(everywhere('pod has unbound immediate PersistentVolumeClaims'))
  await volume('v', 'now')
  expect(await where()).toEqual({ p: 'n' })
})

test('provisions the volume of a delayed claim on the node chosen for its pod', async () => {
  const { node, pod, storageClass, claim, claimed, events } = createVolumes()
  await node('a', { [ZONE]: 'a' })
  await node('b', { [ZONE]: 'b' })
  await storageClass('late', {
    allowedTopologies: [{ matchLabelExpressions: [{ key: ZONE, values: ['b'] }] }],
  })
  await claim('c', 'late')
  expect(await pod('p', uses('c'))).toBe('b')
  expect(await claimed('c')).toEqual(['Bound', expect.stringMatching(/^pvc-/), 'b'])
  expect(await events()).toEqual(['Normal Scheduled Binding p Successfully assigned default/p to b'])
})

test('binds a delayed claim to an existing volume, and schedules its pod by the node affinity of the volume', async () => {
  const { node, pod, storageClass, claim, claimed, volume } = createVolumes()
  await node('a')
  await node('b')
  await storageClass('local', { provisioner: 'kubernetes.io/no-provisioner' })
  await volume('on-b', 'local', 'b')
  await claim('first', 'local')
  await claim('second', 'local')
  expect(await pod('p', uses('first'))).toBe('b')
  expect(await claimed('first')).toEqual(['Bound', 'on-b', undefined])
  expect(await pod('q', uses('second'))).toBe(
    everywhere("2 node(s) didn't find available persistent volumes to bind", 2),
  )
  expect(await pod('r', { ...uses('first'), nodeSelector: { [HOST]: 'a' } })).toBe(
    everywhere(
      "1 node(s) didn't match PersistentVolume's node affinity, 1 node(s) didn't match Pod's node affinity/selector",
      2,
    ),
  )
})

test('the two claims of a pod get two volumes', async () => {
  const { node, pod, storageClass, claim, claimed, volume } = createVolumes()
  await node('a')
  await storageClass('local', { provisioner: 'kubernetes.io/no-provisioner' })
  await volume('v1', 'local', 'a')
  await claim('c1', 'local')
  await claim('c2', 'local')
  expect(await pod('p', uses('c1', 'c2'))).toMatch(/didn't find available persistent volumes/)
  expect((await claimed('c1'))[0]).toBe('Pending')
  await volume('v2', 'local', 'a')
  expect(new Set([(await claimed('c1'))[1], (await claimed('c2'))[1]])).toEqual(new Set(['v1', 'v2']))
})

test('waits ten minutes for a provisioner that does not answer', async () => {
  const controllers = ['scheduler', 'claim-binding']
  const { cluster, node, pod, where, storageClass, claim, claimed } = createVolumes({ controllers })
  await node('a')
  await storageClass('late')
  await claim('c', 'late')
  expect(await pod('p', uses('c'))).toBeUndefined()
  expect(await claimed('c')).toEqual(['Pending', undefined, 'a'])
  await cluster.clock.advance('9m')
  expect(await where()).toEqual({ p: undefined })
  await cluster.clock.advance('1m')
  expect(await where()).toEqual({
    p: 'running PreBind plugin "VolumeBinding": binding volumes: context deadline exceeded',
  })
})

test.each([
  ['1.34', undefined],
  ['1.35', 'a'],
] as const)('tells in v%s where a pod will be whose volume is not there yet: %s', async (kubernetesVersion, node) => {
  const controllers = ['scheduler', 'claim-binding']
  const { cluster, ...made } = createVolumes({ controllers, kubernetesVersion })
  await made.node('a')
  await made.storageClass('late')
  await made.claim('c', 'late')
  await made.pod('p', uses('c'))
  const nominated = async () => (await cluster.get('Pod', { name: 'p' })).status?.nominatedNodeName
  expect(await nominated()).toBe(node)
  // It cannot be bound there after all.
  await cluster.clock.advance('10m')
  expect(await nominated()).toBeUndefined()
  await cluster.clock.advance('1s')
  expect(await nominated()).toBe(node)
  await cluster.load({
    ...{ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: 'v' }, status: { phase: 'Available' } },
    spec: {
      ...{ storageClassName: 'late', capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'] },
      ...{ hostPath: { path: '/data' }, claimRef: { namespace: 'default', name: 'c' } },
    },
  })
  await cluster.settled()
  expect(await made.where()).toEqual({ p: 'a' })
  expect(await nominated()).toBeUndefined()
})

test('tells that a pod is gone whose volume was waited for', async () => {
  const { cluster, node, pod, storageClass, claim, events } = createVolumes({ controllers: ['scheduler'] })
  await node('a')
  await storageClass('late')
  await claim('c', 'late')
  await pod('p', uses('c'))
  await cluster.delete('Pod', { name: 'p' })
  expect(await events()).toEqual([
    'Warning FailedScheduling Scheduling p running PreBind plugin "VolumeBinding": binding volumes: pod does not exist any more: pod "p" not found',
  ])
  await cluster.clock.advance('11m')
  expect(await events()).toHaveLength(1)
})

test('chooses another node when the provisioner rejects the selected one', async () => {
  const { cluster, node, pod, where, storageClass, claim, claimed } = createVolumes({ controllers: ['scheduler'] })
  await node('a')
  await storageClass('late')
  await claim('c', 'late')
  await pod('p', uses('c'))
  await node('b')
  await cluster.patch('Node', { name: 'a' }, { spec: { unschedulable: true } })
  const annotations = { 'volume.kubernetes.io/selected-node': null }
  await cluster.patch('PersistentVolumeClaim', { name: 'c' }, { metadata: { annotations } })
  expect((await where())['p']).toBe(
    'running PreBind plugin "VolumeBinding": binding volumes: provisioning failed for PVC "c"',
  )
  await cluster.clock.advance('1s')
  expect((await claimed('c'))[2]).toBe('b')
})

test('a volume with a zone label keeps its pods in that zone', async () => {
  const { node, pod, storageClass, claim, volume } = createVolumes()
  await storageClass('now', { volumeBindingMode: 'Immediate', provisioner: 'kubernetes.io/no-provisioner' })
  await volume('v', 'now', undefined, { [ZONE]: 'a' })
  await claim('c', 'now')
  await node('b', { [ZONE]: 'b' })
  expect(await pod('p', uses('c'))).toBe(everywhere('1 node(s) had no available volume zone'))
  await node('a', { [ZONE]: 'a' })
  expect(await pod('q', uses('c'))).toBe('a')
})

test('only one pod uses a ReadWriteOncePod claim, and none writes to a disk in use on the node', async () => {
  const { node, pod, storageClass, claim } = createVolumes()
  await node('n')
  await storageClass('late')
  await claim('c', 'late', 'ReadWriteOncePod')
  expect(await pod('p', uses('c'))).toBe('n')
  expect(await pod('q', uses('c'))).toMatch(
    /1 node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode/,
  )
  const disk = (readOnly: boolean) => ({ volumes: [{ name: 'd', gcePersistentDisk: { pdName: 'd', readOnly } }] })
  expect(await pod('reads', disk(true))).toBe('n')
  expect(await pod('reads-too', disk(true))).toBe('n')
  expect(await pod('writes', disk(false))).toMatch(/1 node\(s\) had no available disk/)
})

test('since v1.34 it is told otherwise that a ReadWriteOncePod claim is in use', async () => {
  const { node, pod, storageClass, claim } = createVolumes({ kubernetesVersion: '1.34' })
  await node('n')
  await storageClass('late')
  await claim('c', 'late', 'ReadWriteOncePod')
  expect(await pod('p', uses('c'))).toBe('n')
  expect(await pod('q', uses('c'))).toContain(
    '1 node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod.',
  )
})

test('a node has at most as many volumes of a driver as its CSINode allows', async () => {
  const { cluster, node, pod, storageClass, claim } = createVolumes()
  await node('n')
  await cluster.create('CSINode', {
    metadata: { name: 'n' },
    spec: { drivers: [{ name: DRIVER, nodeID: 'n', allocatable: { count: 1 } }] },
  } as never)
  await storageClass('late')
  await claim('c1', 'late')
  await claim('c2', 'late')
  expect(await pod('p', uses('c1'))).toBe('n')
  expect(await pod('also', uses('c1'))).toBe('n')
  expect(await pod('q', uses('c2'))).toMatch(/1 node\(s\) exceed max volume count/)
})

test('since v1.37 a driver may keep pods from nodes on which it is not installed', async () => {
  const { cluster, node, pod, where, storageClass, claim } = createVolumes({ kubernetesVersion: '1.37' })
  await node('n')
  await cluster.create('CSIDriver', { metadata: { name: DRIVER }, spec: { preventPodSchedulingIfMissing: true } })
  await storageClass('late')
  await claim('c', 'late')
  expect(await pod('p', uses('c'))).toContain(`1 ${DRIVER} CSI driver is not installed on the node.`)
  const drivers = [{ name: DRIVER, nodeID: 'n' }]
  await cluster.create('CSINode', { metadata: { name: 'n' }, spec: { drivers } })
  expect((await where())['p']).toBe('n')
})

test('reports failed attempts in one Event per version of the pod, which keeps its first note', async () => {
  const { cluster, node, pod, where, storageClass, claim, volume } = createVolumes()
  await node('n')
  await storageClass('now', { volumeBindingMode: 'Immediate', provisioner: 'kubernetes.io/no-provisioner' })
  await claim('c', 'now')
  await pod('p', uses('c'))
  const told = async () =>
    (await cluster.list('Event')).items
      .filter(({ reason }) => reason === 'FailedScheduling')
      .map((event) => [event.note, event.series?.count])
  const unbound = everywhere('pod has unbound immediate PersistentVolumeClaims')
  expect(await told()).toEqual([[unbound, undefined]])
  // Any new volume may fit, so the pod is tried again; the first failure has changed its version.
  await volume('one', 'other')
  const second = [unbound, undefined]
  expect(await told()).toEqual([second, second])
  await cluster.delete('PersistentVolumeClaim', { name: 'c' })
  expect((await where())['p']).toBe(everywhere('persistentvolumeclaim "c" is being deleted'))
  expect(await told()).toEqual([second, [unbound, 2]])
})

test('a claim that has the name of an ephemeral volume by chance is none of its pod', async () => {
  const { node, pod, storageClass, claim } = createVolumes()
  await node('n')
  await storageClass('now', { volumeBindingMode: 'Immediate', provisioner: 'kubernetes.io/no-provisioner' })
  await claim('p-v', 'now')
  const spec = { storageClassName: 'now', accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
  const volumes = [{ name: 'v', ephemeral: { volumeClaimTemplate: { spec } } }]
  expect(await pod('p', { volumes })).toBe(
    everywhere('PVC default/p-v was not created for pod default/p (pod is not owner)'),
  )
})

/** A cluster with two nodes whose driver tells of the storage it has in their zones, in GiB. */
async function createCapacities(zones: Readonly<Record<string, number>>, options: ClusterOptions = {}) {
  const volumes = createVolumes(options)
  const { cluster, node, storageClass } = volumes
  await cluster.create('CSIDriver', { metadata: { name: DRIVER }, spec: { storageCapacity: true } })
  await storageClass('late')
  for (const zone of Object.keys(zones)) await node(zone, { [ZONE]: zone })
  const tell = (zone: string, count: number, maximumVolumeSize?: string) =>
    cluster.create('CSIStorageCapacity', {
      metadata: { name: `in-${zone}`, namespace: 'default' },
      ...{ storageClassName: 'late', nodeTopology: { matchLabels: { [ZONE]: zone } }, capacity: `${count}Gi` },
      ...(maximumVolumeSize === undefined ? {} : { maximumVolumeSize }),
    })
  for (const [zone, count] of Object.entries(zones)) if (count > 0) await tell(zone, count)
  return { ...volumes, tell }
}

test('a volume is provisioned only where the driver tells that it has the room', async () => {
  const { cluster, claim, pod, where, tell } = await createCapacities({ a: 0, b: 0 })
  await claim('c', 'late')
  expect(await pod('p', uses('c'))).toBe(everywhere('2 node(s) did not have enough free storage', 2))
  await tell('a', 4, '512Mi')
  expect((await where())['p']).toContain('2 node(s) did not have enough free storage')
  const capacity = { namespace: 'default', name: 'in-a' }
  await cluster.patch('CSIStorageCapacity', capacity, { maximumVolumeSize: '1Gi' })
  expect((await where())['p']).toBe('a')
})

test('a driver that does not tell of its storage has room for every volume', async () => {
  const { cluster, claim, pod } = await createCapacities({ a: 0 })
  await cluster.patch('CSIDriver', { name: DRIVER }, { spec: { storageCapacity: false } })
  await claim('c', 'late')
  expect(await pod('p', uses('c'))).toBe('a')
})

test.each([
  ['1.37', {}, ['b']],
  ['1.36', {}, ['a', 'b']],
  ['1.37', { StorageCapacityScoring: false }, ['a', 'b']],
] as const)('v%s %j: of nodes with 4 and 8 GiB a pod goes to %j', async (kubernetesVersion, featureGates, to) => {
  const places = new Set<string | undefined>()
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const { claim, pod } = await createCapacities({ a: 4, b: 8 }, { kubernetesVersion, featureGates, seed })
    await claim('c', 'late')
    places.add(await pod('p', uses('c')))
  }
  expect([...places].toSorted()).toEqual(to)
})

test('since v1.37 a claim rather gets the volume of which it leaves more', async () => {
  for (const seed of [1, 2, 3, 4]) {
    const { cluster, node, pod, storageClass, claim, volume } = createVolumes({ kubernetesVersion: '1.37', seed })
    await storageClass('local', { provisioner: 'kubernetes.io/no-provisioner' })
    for (const name of ['a', 'b']) {
      await node(name)
      await volume(`on-${name}`, 'local', name)
    }
    await cluster.patch('PersistentVolume', { name: 'on-a' }, { spec: { capacity: { storage: '3Gi' } } })
    await claim('c', 'local')
    expect(await pod('p', uses('c'))).toBe('a')
  }
})
