import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'

const AUTO = { 'service.kubernetes.io/topology-mode': 'Auto' }
const node = (name: string, zone: string | undefined, cpu: string) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, labels: zone === undefined ? {} : { 'topology.kubernetes.io/zone': zone } },
  status: { allocatable: { cpu }, conditions: [{ type: 'Ready', status: 'True' }] },
})

/** A cluster with these nodes, a pod on each named one, and a Service with topology-mode Auto. */
async function start(nodes: readonly object[], pods: readonly string[]): Promise<Cluster> {
  const cluster = createCluster({
    seed: 1,
    controllers: ['endpoint-slices', 'service-accounts'],
    fixtures: nodes,
  })
  for (const [at, nodeName] of pods.entries()) {
    const name = `p${at}`
    const ip = `10.1.0.${at + 1}`
    await cluster.create('Pod', {
      metadata: { name, labels: { app: 'web' } },
      spec: { nodeName, containers: [{ name: 'c', image: 'i' }] },
    })
    const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: '2024-01-01T00:00:00Z' }]
    const status = { phase: 'Running', podIP: ip, podIPs: [{ ip }], conditions }
    await cluster.patch('Pod', { name }, { status }, { subresource: 'status' })
  }
  await cluster.create('Service', {
    metadata: { name: 'web', annotations: AUTO },
    spec: { selector: { app: 'web' }, ports: [{ port: 80 }] },
  })
  return cluster
}

const hintsOf = async (cluster: Cluster) =>
  (await cluster.list('EndpointSlice')).items
    .filter(({ metadata }) => metadata.labels?.['kubernetes.io/service-name'] === 'web')
    .flatMap(({ endpoints }) => (endpoints ?? []).map(({ hints }) => hints?.forZones?.map(({ name }) => name).join()))
    .sort()
const told = async (cluster: Cluster) =>
  (await cluster.list('v1/Event')).items.map(({ type, reason, message }) => `${type} ${reason} ${message}`)

test('assigns endpoints to zones in proportion to the CPUs of their nodes, while topology-mode is Auto', async () => {
  const cluster = await start([node('a', 'east', '1'), node('b', 'west', '1')], ['a', 'a', 'a', 'b'])
  expect(await hintsOf(cluster)).toEqual(['east', 'east', 'west', 'west'])
  expect(await told(cluster)).toEqual([
    'Normal TopologyAwareHintsEnabled Topology Aware Hints has been enabled, addressType: IPv4',
  ])
  await cluster.patch('Service', { name: 'web' }, { metadata: { annotations: { ...AUTO, more: 'yes' } } })
  expect([await hintsOf(cluster), (await told(cluster)).length]).toEqual([['east', 'east', 'west', 'west'], 1])
  await cluster.patch(
    'Service',
    { name: 'web' },
    { metadata: { annotations: { 'service.kubernetes.io/topology-mode': null } } },
  )
  expect(await hintsOf(cluster)).toEqual([undefined, undefined, undefined, undefined])
  expect((await told(cluster))[1]).toBe(
    'Warning TopologyAwareHintsDisabled Topology Aware Hints has been disabled, addressType: IPv4',
  )
})

test.each([
  [
    'a node has no zone',
    [node('a', 'east', '1'), node('b', undefined, '1')],
    ['a', 'a'],
    'Insufficient Node information: allocatable CPU or zone not specified on one or more nodes',
  ],
  [
    'all nodes are in one zone',
    [node('a', 'east', '1'), node('b', 'east', '1')],
    ['a', 'a'],
    'Insufficient Node information: allocatable CPU or zone not specified on one or more nodes',
  ],
  [
    'there are fewer endpoints than zones',
    [node('a', 'east', '1'), node('b', 'west', '1')],
    ['a'],
    'Insufficient number of endpoints (1 endpoints, 2 zones)',
  ],
  [
    'a zone would be overloaded',
    [node('a', 'east', '1'), node('b', 'west', '1')],
    ['a', 'a', 'b'],
    'Unable to allocate minimum required endpoints to each zone without exceeding overload threshold (3 endpoints, 2 zones)',
  ],
])('sets no hints where %s', async (_, nodes, pods, why) => {
  const cluster = await start(nodes, pods)
  expect(await hintsOf(cluster)).toEqual(pods.map(() => undefined))
  expect(await told(cluster)).toEqual([`Warning TopologyAwareHintsDisabled ${why}, addressType: IPv4`])
})

test('reassigns endpoints when changed nodes leave a zone with too few', async () => {
  const cluster = await start([node('a', 'east', '1'), node('b', 'west', '1')], ['a', 'a', 'b', 'b'])
  expect(await hintsOf(cluster)).toEqual(['east', 'east', 'west', 'west'])
  await cluster.patch('Node', { name: 'b' }, { status: { allocatable: { cpu: '3' } } }, { subresource: 'status' })
  expect(await hintsOf(cluster)).toEqual(['east', 'west', 'west', 'west'])
  await cluster.patch('Node', { name: 'b' }, { metadata: { labels: { 'topology.kubernetes.io/zone': null } } })
  expect(await hintsOf(cluster)).toEqual([undefined, undefined, undefined, undefined])
})
