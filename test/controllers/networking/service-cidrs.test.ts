import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'

const FINALIZER = 'networking.k8s.io/service-cidr-finalizer'
const READY = {
  lastTransitionTime: '2024-01-01T00:00:00Z',
  type: 'Ready',
  status: 'True',
  reason: '',
  message: 'Kubernetes Service CIDR is ready',
}
const labels = {
  'ipaddress.kubernetes.io/ip-family': 'IPv4',
  'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io',
}
const address = (name: string, given: object = labels) => ({
  metadata: { name, labels: given as { [label: string]: string } },
  spec: { parentRef: { resource: 'services', name: 's', namespace: 'default' } },
})

describe.each(['example', 'kubernetes'] as const)('service CIDRs in profile %s', (profile) => {
  const open = async (...cidrs: readonly [name: string, cidr: string][]) => {
    const cluster = createCluster({ profile, seed: 1, controllers: ['service-cidrs'] })
    for (const [name, cidr] of cidrs)
      await cluster.create('ServiceCIDR', { metadata: { name }, spec: { cidrs: [cidr] } })
    const names = async () =>
      (await cluster.list('ServiceCIDR')).items
        .map(({ metadata }) => metadata.name)
        .filter((name) => name !== 'kubernetes')
    return { cluster, names }
  }

  test('become ready, with a finalizer', async () => {
    const { cluster } = await open(['a', '10.1.0.0/24'])
    const { metadata, status } = await cluster.get('ServiceCIDR', { name: 'a' })
    expect([metadata.finalizers, status]).toEqual([[FINALIZER], { conditions: [READY] }])
    expect(
      metadata.managedFields?.map(({ manager, operation, subresource }) => [manager, operation, subresource]),
    ).toEqual([
      ['service-cidr-controller', 'Apply', 'status'],
      ['fakecluster', 'Update', undefined],
      ['kube-controller-manager', 'Update', undefined],
    ])
  })

  test('are removed ten seconds after deletion if no address is allocated', async () => {
    const { cluster, names } = await open(['a', '10.1.0.0/24'])
    await cluster.delete('ServiceCIDR', { name: 'a' })
    await cluster.clock.advance('9999ms')
    expect(await names()).toEqual(['a'])
    await cluster.clock.advance(1)
    expect(await names()).toEqual([])
  })

  test('stay terminating until their last address is deleted', async () => {
    const { cluster, names } = await open(['a', '10.1.0.0/24'])
    await cluster.create('IPAddress', address('10.1.0.9'))
    await cluster.clock.advance('5s')
    await cluster.delete('ServiceCIDR', { name: 'a' })
    await cluster.clock.advance('1m')
    expect((await cluster.get('ServiceCIDR', { name: 'a' })).status).toEqual({
      conditions: [
        {
          lastTransitionTime: '2024-01-01T00:00:05Z',
          type: 'Ready',
          status: 'False',
          reason: 'Terminating',
          message:
            'There are still IPAddresses referencing the ServiceCIDR, please remove them or create a new ServiceCIDR',
        },
      ],
    })
    await cluster.delete('IPAddress', { name: '10.1.0.9' })
    expect(await names()).toEqual([])
  })

  test.each([
    ['of another range', '10.2.0.9', labels],
    ['without the labels of the allocator', '10.1.0.9', {}],
    ['that is the network address', '10.1.0.0', labels],
    ['that is the broadcast address', '10.1.0.255', labels],
  ])('do not wait for an address %s', async (_, name, given) => {
    const { cluster, names } = await open(['a', '10.1.0.0/24'])
    await cluster.create('IPAddress', address(name, given))
    await cluster.delete('ServiceCIDR', { name: 'a' })
    await cluster.clock.advance('10s')
    expect(await names()).toEqual([])
  })

  test('are removed when another range contains their addresses, even one created later', async () => {
    const { cluster, names } = await open(['a', '10.1.0.0/24'], ['wide', '10.0.0.0/8'])
    await cluster.create('IPAddress', address('10.1.0.9'))
    await cluster.delete('ServiceCIDR', { name: 'a' })
    await cluster.clock.advance('10s')
    expect(await names()).toEqual(['wide'])
    await cluster.delete('ServiceCIDR', { name: 'wide' })
    await cluster.clock.advance('1m')
    expect(await names()).toEqual(['wide'])
    await cluster.create('ServiceCIDR', { metadata: { name: 'heir' }, spec: { cidrs: ['10.1.0.0/16'] } })
    expect(await names()).toEqual(['heir'])
  })

  test('are removed in a fork at the same time', async () => {
    const { cluster, names } = await open(['a', '10.1.0.0/24'])
    await cluster.delete('ServiceCIDR', { name: 'a' })
    await cluster.clock.advance('4s')
    const fork = cluster.fork()
    await fork.clock.advance('6s')
    await expect(fork.get('ServiceCIDR', { name: 'a' })).rejects.toThrow('servicecidrs')
    expect(await names()).toEqual(['a'])
  })
})

test.each([
  ['1.33', false],
  ['1.34', true],
] as const)('in v%s a condition that says the same is left as it is: %s', async (kubernetesVersion, isLeft) => {
  const cluster = createCluster({ kubernetesVersion, seed: 1, controllers: ['service-cidrs'] })
  await cluster.create('ServiceCIDR', { metadata: { name: 'a' }, spec: { cidrs: ['10.1.0.0/24'] } })
  const read = async () => {
    const { metadata, status } = await cluster.get('ServiceCIDR', { name: 'a' })
    const owned = metadata.managedFields?.find(({ manager }) => manager === 'service-cidr-controller')?.fieldsV1
    return { time: status?.conditions?.[0]?.lastTransitionTime, ownsReason: JSON.stringify(owned).includes('f:reason') }
  }
  const before = await read()
  expect(before.ownsReason).toBe(isLeft)
  await cluster.clock.advance('1m')
  await cluster.patch('ServiceCIDR', { name: 'a' }, { metadata: { labels: { a: 'b' } } })
  expect((await read()).time === before.time).toBe(isLeft)
})
