import { expect, test } from 'vitest'
import { createCluster } from '../../../../src/cluster/cluster.js'
import type { Cluster } from '../../../../src/cluster/types.js'

const DRIVER = 'gpu.example.com'

type Slice = { readonly devices?: readonly object[]; readonly sharedCounters?: readonly object[] }

/** Starts a cluster with two nodes, and the slices of one pool of devices that both reach. */
async function start(slices: readonly Slice[], kubernetesVersion: '1.34' | '1.37' = '1.37'): Promise<Cluster> {
  const cluster = createCluster({ kubernetesVersion, seed: 1, nodes: 2 })
  await cluster.create('DeviceClass', { metadata: { name: DRIVER }, spec: {} })
  for (const [i, slice] of slices.entries())
    await cluster.create('ResourceSlice', {
      metadata: { name: `slice-${i}` },
      spec: {
        driver: DRIVER,
        allNodes: true,
        pool: { name: 'pool', generation: 1, resourceSliceCount: slices.length },
        ...slice,
      },
    } as never) // devices as the tests say
  return cluster
}

/** Creates a claim with one request and a pod for it; returns what is allocated to the claim, or why nothing is. */
async function ask(cluster: Cluster, name: string, request: object = {}): Promise<unknown> {
  const exactly = { deviceClassName: DRIVER, ...request }
  const spec = { devices: { requests: [{ name: 'gpu', exactly }] } }
  await cluster.create('ResourceClaim', { metadata: { name }, spec } as never) // requests as the tests say
  await cluster.create('Pod', {
    metadata: { name },
    spec: {
      containers: [{ name: 'c', image: 'i', resources: { claims: [{ name: 'gpu' }] } }],
      resourceClaims: [{ name: 'gpu', resourceClaimName: name }],
    },
  })
  await cluster.clock.advance('5s')
  return said(cluster, name)
}

async function said(cluster: Cluster, name: string): Promise<unknown> {
  const { status } = await cluster.get('ResourceClaim', { name })
  if (status?.allocation)
    return status.allocation.devices?.results?.map(({ device, consumedCapacity, shareID }) =>
      shareID === undefined ? device : { device, consumedCapacity },
    )
  const pod = await cluster.get('Pod', { name })
  return pod.status?.conditions?.find(({ type }) => type === 'PodScheduled')?.message
}

const ERROR = 'running "DynamicResources" filter plugin: '
const NONE =
  '0/2 nodes are available: 2 cannot allocate all claims. preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.'

test('parts of a device are allocated as long as its counters suffice, and again once they are free', async () => {
  const part = (name: string, memory: string) => ({
    name,
    consumesCounters: [{ counterSet: 'card', counters: { memory: { value: memory } } }],
  })
  const cluster = await start([
    { sharedCounters: [{ name: 'card', counters: { memory: { value: '40Gi' } } }] },
    { devices: [part('half-0', '20Gi'), part('half-1', '20Gi'), part('whole', '40Gi')] },
  ])
  expect(await ask(cluster, 'a')).toEqual(['half-0'])
  const whole = {
    selectors: [{ cel: { expression: 'device.capacity == {} && device.driver.startsWith("gpu")' } }],
    count: 2,
  }
  expect(await ask(cluster, 'b', whole)).toBe(NONE)
  await cluster.delete('Pod', { name: 'a' })
  await cluster.clock.advance('1m')
  expect(await said(cluster, 'b')).toEqual(['half-0', 'half-1'])
})

test('a pool whose devices consume unknown counters is invalid, and one whose slices are not all there is updated', async () => {
  const consumesCounters = [{ counterSet: 'card', counters: { memory: { value: '1' } } }]
  const invalid = await start([{ devices: [{ name: 'gpu-0', consumesCounters }] }])
  expect(await ask(invalid, 'a')).toContain('2 invalid resource pools were encountered')
  expect(await ask(invalid, 'b', { allocationMode: 'All' })).toBe(
    `${ERROR}claim default/b, request gpu: asks for all devices, but resource pool ${DRIVER}/pool is currently invalid`,
  )
})

const shared = (requestPolicy?: object) => ({
  name: 'gpu-0',
  allowMultipleAllocations: true,
  capacity: { memory: { value: '10Gi', ...(requestPolicy ? { requestPolicy } : {}) } },
})
const memory = (amount: string) => ({ capacity: { requests: { memory: amount } } })
const share = (amount: string) => [{ device: 'gpu-0', consumedCapacity: { memory: amount } }]

test('claims share a device up to its capacity', async () => {
  const cluster = await start([{ devices: [shared()] }])
  expect(await ask(cluster, 'a', memory('6Gi'))).toEqual(share('6Gi'))
  expect(await ask(cluster, 'b', memory('5Gi'))).toBe(NONE)
  expect(await ask(cluster, 'c', memory('4Gi'))).toEqual(share('4Gi'))
  expect(await ask(cluster, 'd', { capacity: { requests: { cores: '1' } } })).toBe(NONE)
})

test.each([
  ['1Gi', { default: '2Gi', validRange: { min: '2Gi', step: '2Gi', max: '8Gi' } }, share('2Gi')],
  ['3Gi', { default: '2Gi', validRange: { min: '2Gi', step: '2Gi', max: '8Gi' } }, share('4Gi')],
  ['9Gi', { default: '2Gi', validRange: { min: '2Gi', step: '2Gi', max: '8Gi' } }, NONE],
  [undefined, { default: '2Gi', validRange: { min: '2Gi' } }, share('2Gi')],
  ['3Gi', { default: '2Gi', validValues: ['2Gi', '4Gi'] }, share('4Gi')],
  ['5Gi', { default: '2Gi', validValues: ['2Gi', '4Gi'] }, NONE],
  [undefined, undefined, share('10Gi')],
])('a share of %s under the policy %j', async (amount, policy, expected) => {
  const cluster = await start([{ devices: [shared(policy)] }])
  expect(await ask(cluster, 'a', amount === undefined ? {} : memory(amount))).toEqual(expected)
})

test('a rule taints devices until it goes, unless a request tolerates that', async () => {
  const cluster = await start([{ devices: [{ name: 'gpu-0' }, { name: 'gpu-1' }] }])
  const rule = (name: string, deviceSelector: object) =>
    cluster.create('DeviceTaintRule', {
      metadata: { name },
      spec: { deviceSelector, taint: { key: 'example.com/broken', effect: 'NoSchedule' } },
    })
  await rule('first', { driver: DRIVER, device: 'gpu-0' })
  expect(await ask(cluster, 'a')).toEqual(['gpu-1'])
  expect(await ask(cluster, 'b')).toBe(NONE)
  expect(await ask(cluster, 'c', { tolerations: [{ operator: 'Exists' }] })).toEqual(['gpu-0'])
  await cluster.delete('Pod', { name: 'c' })
  await cluster.delete('DeviceTaintRule', { name: 'first' })
  await cluster.clock.advance('1m')
  expect(await said(cluster, 'b')).toEqual(['gpu-0'])
})

test('a claim has at most 32 devices', async () => {
  const devices = Array.from({ length: 40 }, (_, i) => ({ name: `gpu-${i}` }))
  const cluster = await start([{ devices }])
  expect(await ask(cluster, 'a', { count: 33 })).toBe(
    `${ERROR}claim default/a, request gpu: adding 33 devices exceeds the claim limit of 32, with 0 already accounted for`,
  )
})

test.each([
  ['1.34', [{ source: 'FromClass', requests: ['gpu'], opaque: { driver: DRIVER, parameters: { a: 1 } } }]],
  ['1.37', [{ source: 'FromClass', opaque: { driver: DRIVER, parameters: { a: 1 } } }]],
] as const)('the configuration of the class of all requests in v%s', async (version, expected) => {
  const cluster = await start([{ devices: [{ name: 'gpu-0' }] }], version)
  const spec = { config: [{ opaque: { driver: DRIVER, parameters: { a: 1 } } }] }
  await cluster.patch('DeviceClass', { name: DRIVER }, { spec })
  expect(await ask(cluster, 'a')).toEqual(['gpu-0'])
  expect((await cluster.get('ResourceClaim', { name: 'a' })).status?.allocation?.devices?.config).toEqual(expected)
})

test.each([
  ['1.34', ''],
  [
    '1.37',
    '. consider using CEL optional chaining (.? followed by orValue()) or guarding the check with has() for optional fields',
  ],
] as const)('a selector that fails ends the attempt in v%s', async (version, advice) => {
  const cluster = await start([{ devices: [{ name: 'gpu-0' }] }], version)
  const selectors = [{ cel: { expression: `device.attributes["${DRIVER}"].model == "a"` } }]
  expect(await ask(cluster, 'a', { selectors })).toBe(
    `${ERROR}claim default/a: selector #0 on device ${DRIVER}/pool/gpu-0: CEL runtime error: no such key: model${advice}`,
  )
  const { status } = await cluster.get('Pod', { name: 'a' })
  expect(status?.conditions?.[0]).toMatchObject({ type: 'PodScheduled', reason: 'SchedulerError' })
})

test('the node is preferred that has the first of several alternatives', async () => {
  const cluster = createCluster({ kubernetesVersion: '1.37', seed: 1, nodes: 6 })
  await cluster.create('DeviceClass', { metadata: { name: DRIVER }, spec: {} })
  const { items } = await cluster.list('Node')
  for (const [i, { metadata }] of items.entries())
    await cluster.create('ResourceSlice', {
      metadata: { name: `slice-${i}` },
      spec: {
        ...{ driver: DRIVER, nodeName: metadata.name ?? '' },
        pool: { name: `pool-${i}`, generation: 1, resourceSliceCount: 1 },
        devices: [{ name: 'gpu', attributes: { size: { string: i === 4 ? 'big' : 'small' } } }],
      },
    })
  const sized = (name: string) => ({
    ...{ name, deviceClassName: DRIVER },
    selectors: [{ cel: { expression: `device.attributes["${DRIVER}"].size == "${name}"` } }],
  })
  const requests = [{ name: 'gpu', firstAvailable: [sized('big'), sized('small')] }]
  await cluster.create('ResourceClaim', { metadata: { name: 'gpu' }, spec: { devices: { requests } } })
  await cluster.create('Pod', {
    metadata: { name: 'web' },
    spec: {
      containers: [{ name: 'c', image: 'i' }],
      resourceClaims: [{ name: 'gpu', resourceClaimName: 'gpu' }],
    },
  })
  await cluster.clock.advance('5s')
  expect((await cluster.get('Pod', { name: 'web' })).spec?.nodeName).toBe(items[4]?.metadata.name)
})
