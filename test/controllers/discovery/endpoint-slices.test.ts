import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'

const NAMES = ['endpoints', 'endpoint-slices', 'endpoint-slice-mirroring', 'service-accounts', 'garbage-collection']
const node = (name: string, zone: string) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, labels: { 'topology.kubernetes.io/zone': zone } },
})
const start = () => createCluster({ seed: 1, controllers: NAMES, fixtures: [node('a', 'east'), node('b', 'west')] })

/** Creates a running pod on node `a`, with an IP address and a Ready condition. */
async function addPod(
  cluster: Cluster,
  name: string,
  ip: string,
  more: object = {},
  status: 'True' | 'False' = 'True',
) {
  await cluster.create('Pod', {
    metadata: { name, labels: { app: 'web' } },
    spec: {
      nodeName: 'a',
      containers: [{ name: 'c', image: 'i', ports: [{ name: 'http', containerPort: 8080 }] }],
      ...more,
    },
  })
  const conditions = [{ type: 'Ready', status, lastTransitionTime: '2024-01-01T00:00:00Z' }]
  await cluster.patch(
    'Pod',
    { name },
    { status: { phase: 'Running', podIP: ip, podIPs: [{ ip }], conditions } },
    { subresource: 'status' },
  )
}

const addService = (cluster: Cluster, spec: object = {}) =>
  cluster.create('Service', {
    metadata: { name: 'web' },
    spec: { selector: { app: 'web' }, ports: [{ port: 80 }], ...spec },
  })

const subsets = async (cluster: Cluster) =>
  ((await cluster.get('Endpoints', { name: 'web' })).subsets ?? []).map(({ addresses, notReadyAddresses, ports }) => ({
    ready: addresses?.map(({ ip }) => ip) ?? [],
    notReady: notReadyAddresses?.map(({ ip }) => ip) ?? [],
    ports: ports?.map(({ name = '', port }) => `${name}:${port}`) ?? [],
  }))

const slices = async (cluster: Cluster) =>
  (await cluster.list('EndpointSlice', { labelSelector: 'kubernetes.io/service-name=web' })).items

test('a Service without pods has empty Endpoints and an empty EndpointSlice', async () => {
  const cluster = start()
  await addService(cluster)
  const { metadata, subsets } = await cluster.get('Endpoints', { name: 'web' })
  expect(subsets).toBeUndefined()
  expect(metadata.labels).toEqual({ 'endpoints.kubernetes.io/managed-by': 'endpoint-controller' })
  expect(metadata.annotations).toEqual({ 'endpoints.kubernetes.io/last-change-trigger-time': '2024-01-01T00:00:00Z' })
  const [slice] = await slices(cluster)
  expect(slice).toMatchObject({ addressType: 'IPv4', endpoints: null, ports: null })
  expect(slice?.metadata.ownerReferences?.[0]).toMatchObject({ kind: 'Service', name: 'web', controller: true })
})

test('managedFields of an empty slice do not contain its lists', async () => {
  const cluster = start()
  await addService(cluster)
  const owned = async () =>
    (await slices(cluster))[0]?.metadata.managedFields?.map(({ fieldsV1 }) => Object.keys(fieldsV1 ?? {}))
  expect(await owned()).toEqual([['f:addressType', 'f:metadata']])
  await addPod(cluster, 'p', '10.1.0.1')
  expect(await owned()).toEqual([['f:addressType', 'f:endpoints', 'f:metadata', 'f:ports']])
})

test('lists pods as ready or not ready addresses, until they finish or are deleted', async () => {
  const cluster = start()
  await addService(cluster)
  await addPod(cluster, 'one', '10.1.0.1')
  await addPod(cluster, 'two', '10.1.0.2', {}, 'False')
  expect(await subsets(cluster)).toEqual([{ ready: ['10.1.0.1'], notReady: ['10.1.0.2'], ports: [':80'] }])
  const [slice] = await slices(cluster)
  expect(slice?.endpoints.map(({ addresses, conditions, zone }) => [addresses[0], conditions?.ready, zone])).toEqual([
    ['10.1.0.1', true, 'east'],
    ['10.1.0.2', false, 'east'],
  ])
  const conditions = [{ type: 'Ready', status: 'False', reason: 'PodFailed' }]
  await cluster.patch('Pod', { name: 'one' }, { status: { phase: 'Failed', conditions } }, { subresource: 'status' })
  await cluster.delete('Pod', { name: 'two' }, { gracePeriodSeconds: 0 })
  expect(await subsets(cluster)).toEqual([])
  expect((await slices(cluster))[0]).toMatchObject({ endpoints: null })
})

test('a terminating pod is serving, and not ready', async () => {
  const cluster = start()
  await addService(cluster)
  await addPod(cluster, 'one', '10.1.0.1')
  await cluster.delete('Pod', { name: 'one' })
  expect(await subsets(cluster)).toEqual([])
  expect((await slices(cluster))[0]?.endpoints[0]?.conditions).toEqual({
    ready: false,
    serving: true,
    terminating: true,
  })
})

test('resolves named target ports in the pods, and joins ports with the same addresses into a subset', async () => {
  const cluster = start()
  await addService(cluster, {
    ports: [
      { name: 'web', port: 80, targetPort: 'http' },
      { name: 'none', port: 81, targetPort: 'nothing' },
      { name: 'other', port: 82, targetPort: 9000, appProtocol: 'http' },
    ],
  })
  await addPod(cluster, 'one', '10.1.0.1')
  const [subset] = await subsets(cluster)
  expect([...(subset?.ports ?? [])].sort()).toEqual(['other:9000', 'web:8080'])
  expect((await slices(cluster))[0]?.ports?.map(({ name }) => name).sort()).toEqual(['other', 'web'])
})

test('orders ports by their hashes, as the real controllers do', async () => {
  const cluster = start()
  await addService(cluster, {
    ports: [
      { name: 'http', port: 80 },
      { name: 'metrics', port: 9090 },
      { name: 'admin', port: 8081 },
    ],
  })
  await addPod(cluster, 'one', '10.1.0.1')
  // The order of k8s.io/kubernetes/pkg/api/v1/endpoints.
  expect((await subsets(cluster))[0]?.ports).toEqual(ENDPOINTS_ORDER)
  expect((await slices(cluster))[0]?.ports?.map(({ name }) => name)).toEqual(SLICE_ORDER)
})
const ENDPOINTS_ORDER = ['admin:8081', 'metrics:9090', 'http:80']
const SLICE_ORDER = ['http', 'metrics', 'admin']

test('publishNotReadyAddresses publishes pods that are not ready as ready', async () => {
  const cluster = start()
  await addService(cluster, { publishNotReadyAddresses: true, clusterIP: 'None' })
  await addPod(cluster, 'one', '10.1.0.1', { hostname: 'first', subdomain: 'web' }, 'False')
  const { metadata, subsets } = await cluster.get('Endpoints', { name: 'web' })
  expect(metadata.labels).toHaveProperty('service.kubernetes.io/headless', '')
  expect(subsets?.[0]?.addresses?.[0]).toMatchObject({ ip: '10.1.0.1', hostname: 'first', nodeName: 'a' })
  expect((await slices(cluster))[0]?.endpoints[0]?.conditions).toMatchObject({ ready: true, serving: false })
})

test('creates no Endpoints for a Service without a selector or of type ExternalName', async () => {
  const cluster = start()
  await cluster.create('Service', { metadata: { name: 'web' }, spec: { ports: [{ port: 80 }] } })
  await cluster.create('Service', {
    metadata: { name: 'alias' },
    spec: { type: 'ExternalName', externalName: 'a.example' },
  })
  const names = (await cluster.list('Endpoints', { namespace: 'default' })).items.map(({ metadata }) => metadata.name)
  expect(names).toEqual(['kubernetes'])
})

test('recreates deleted Endpoints and slices, and deletes both with their Service', async () => {
  const cluster = start()
  await addService(cluster)
  await addPod(cluster, 'one', '10.1.0.1')
  const [slice] = await slices(cluster)
  await cluster.delete('Endpoints', { name: 'web' })
  await cluster.delete('EndpointSlice', { name: slice?.metadata.name ?? '' })
  expect(await subsets(cluster)).toMatchObject([{ ready: ['10.1.0.1'] }])
  expect(await slices(cluster)).toMatchObject([{ endpoints: [{ addresses: ['10.1.0.1'] }] }])
  await cluster.delete('Service', { name: 'web' })
  expect((await cluster.list('Endpoints', { fieldSelector: 'metadata.name=web' })).items).toEqual([])
  expect(await slices(cluster)).toEqual([])
})

test('restores a changed slice at once, and changed Endpoints with the next change of a pod', async () => {
  const cluster = start()
  await addService(cluster)
  await addPod(cluster, 'one', '10.1.0.1')
  const [slice] = await slices(cluster)
  await cluster.patch('EndpointSlice', { name: slice?.metadata.name ?? '' }, { endpoints: null })
  expect(await slices(cluster)).toMatchObject([
    { metadata: { uid: slice?.metadata.uid, generation: 4 }, endpoints: slice?.endpoints },
  ])
  await cluster.patch('Endpoints', { name: 'web' }, { subsets: null })
  expect(await subsets(cluster)).toEqual([])
  await addPod(cluster, 'two', '10.1.0.2')
  expect(await subsets(cluster)).toMatchObject([{ ready: ['10.1.0.1', '10.1.0.2'] }])
})

test('a slice holds at most a hundred endpoints, and a full one is not rewritten', async () => {
  const cluster = start()
  await addService(cluster)
  for (let i = 1; i <= 103; i++) await addPod(cluster, `p${i}`, `10.1.1.${i}`)
  expect((await slices(cluster)).map(({ endpoints }) => endpoints.length).sort()).toEqual([100, 3])
  const full = (await slices(cluster)).find(({ endpoints }) => endpoints.length === 100)
  await cluster.delete('Pod', { name: 'p103' }, { gracePeriodSeconds: 0 })
  const same = (await slices(cluster)).find(({ endpoints }) => endpoints.length === 100)
  expect(same?.metadata.resourceVersion).toBe(full?.metadata.resourceVersion)
})

test('skips a pod whose node does not exist, with an Event, until the node is created', async () => {
  const cluster = start()
  await addService(cluster)
  await addPod(cluster, 'one', '10.1.0.1', { nodeName: 'late' })
  expect((await slices(cluster))[0]).toMatchObject({ endpoints: null })
  const [event] = (await cluster.list('v1/Event', { namespace: 'default' })).items
  expect(event).toMatchObject({
    reason: 'FailedToUpdateEndpointSlices',
    message:
      'Error updating Endpoint Slices for Service default/web: skipping Pod one for Service default/web: Node late Not Found',
  })
  await cluster.create('Node', { metadata: { name: 'late' } })
  expect((await slices(cluster))[0]).toMatchObject({ endpoints: [{ addresses: ['10.1.0.1'] }] })
})

test('trafficDistribution PreferClose sets zone hints', async () => {
  const cluster = start()
  await addService(cluster, { trafficDistribution: 'PreferClose' })
  await addPod(cluster, 'one', '10.1.0.1')
  await addPod(cluster, 'two', '10.1.0.2', { nodeName: 'b' })
  const hints = async () => (await slices(cluster))[0]?.endpoints.map((each) => each.hints?.forZones?.[0]?.name)
  expect(await hints()).toEqual(['east', 'west'])
  await cluster.patch('Service', { name: 'web' }, { spec: { trafficDistribution: null } })
  expect(await hints()).toEqual([undefined, undefined])
})

test('mirrors Endpoints to slices while their Service has no selector', async () => {
  const cluster = start()
  await cluster.create('Service', { metadata: { name: 'web' }, spec: { ports: [{ port: 80 }] } })
  await cluster.create('Endpoints', {
    metadata: { name: 'web', labels: { tier: 'a' } },
    subsets: [{ addresses: [{ ip: '10.9.0.1' }], notReadyAddresses: [{ ip: '10.9.0.2' }], ports: [{ port: 80 }] }],
  })
  const mirrored = async () =>
    (await slices(cluster)).map(({ metadata, endpoints }) => ({
      labels: metadata.labels,
      endpoints: endpoints.map(({ addresses, conditions }) => [addresses[0], conditions?.ready]),
    }))
  const labels = {
    'endpointslice.kubernetes.io/managed-by': 'endpointslicemirroring-controller.k8s.io',
    'kubernetes.io/service-name': 'web',
    tier: 'a',
  }
  expect(await mirrored()).toEqual([
    {
      labels,
      endpoints: [
        ['10.9.0.1', true],
        ['10.9.0.2', false],
      ],
    },
  ])
  await cluster.patch(
    'Endpoints',
    { name: 'web' },
    { subsets: [{ addresses: [{ ip: 'fd00::1' }], ports: [{ port: 80 }] }] },
  )
  expect((await slices(cluster)).map(({ addressType, endpoints }) => [addressType, endpoints[0]?.addresses])).toEqual([
    ['IPv6', ['fd00::1']],
  ])
  await cluster.patch('Service', { name: 'web' }, { spec: { selector: { app: 'web' } } })
  expect((await slices(cluster)).map(({ metadata }) => metadata.labels)).toMatchObject([
    { 'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io' },
  ])
})

test('a mirrored slice loses its generateName when it is updated', async () => {
  const cluster = start()
  await cluster.create('Service', { metadata: { name: 'web' }, spec: { ports: [{ port: 80 }] } })
  await cluster.create('Endpoints', {
    metadata: { name: 'web' },
    subsets: [{ addresses: [{ ip: '10.9.0.1' }], ports: [{ port: 80 }] }],
  })
  const generated = async () => (await slices(cluster)).map(({ metadata }) => metadata.generateName)
  expect(await generated()).toEqual(['web-'])
  await cluster.patch('Endpoints', { name: 'web' }, { metadata: { labels: { tier: 'b' } } })
  expect(await generated()).toEqual([undefined])
})

test('keeps an Endpoints fixture', async () => {
  const stated = {
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: { name: 'web', namespace: 'default' },
    subsets: [{ addresses: [{ ip: '10.7.0.1' }], ports: [{ port: 80 }] }],
  }
  const service = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web', namespace: 'default' },
    spec: { selector: { app: 'web' }, ports: [{ port: 80 }] },
  }
  const cluster = createCluster({ seed: 1, controllers: NAMES, fixtures: [service, stated] })
  await cluster.settled({ until: '1h' })
  expect(await subsets(cluster)).toMatchObject([{ ready: ['10.7.0.1'] }])
})
