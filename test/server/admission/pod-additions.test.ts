import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'

const place = { 'topology.kubernetes.io/region': 'r', 'topology.kubernetes.io/zone': 'z' }
const spec = { containers: [{ name: 'web', image: 'web:1' }] }

const open = async (kubernetesVersion: string, featureGates = {}) => {
  const disableAdmissionPlugins = ['ServiceAccount'] as const
  const cluster = createCluster({
    kubernetesVersion,
    seed: 1,
    controllers: 'none',
    featureGates,
    disableAdmissionPlugins,
  })
  await cluster.create('Node', { metadata: { name: 'node-1', labels: { ...place, disk: 'ssd' } } })
  return cluster
}

const bound = async (kubernetesVersion: string, featureGates = {}) => {
  const cluster = await open(kubernetesVersion, featureGates)
  await cluster.create('Pod', { metadata: { name: 'web', labels: { app: 'web' } }, spec })
  const status = { nominatedNodeName: 'node-1' }
  await cluster.patch('Pod', { name: 'web' }, { status }, { subresource: 'status' })
  const metadata = { name: 'web', namespace: 'default', labels: { own: 'yes' } }
  const target = { kind: 'Node', name: 'node-1' }
  const body = JSON.stringify({ apiVersion: 'v1', kind: 'Binding', metadata, target })
  const headers = { 'content-type': 'application/json' }
  await cluster.fetch('http://localhost/api/v1/namespaces/default/bindings', { method: 'POST', headers, body })
  return await cluster.get('Pod', { name: 'web' })
}

test('a pod gets the labels of its Binding since 1.35, with the zone and region of its node', async () => {
  expect((await bound('1.34')).metadata.labels).toEqual({ app: 'web' })
  expect((await bound('1.35')).metadata.labels).toEqual({ app: 'web', own: 'yes', ...place })
  expect((await bound('1.35', { PodTopologyLabelsAdmission: false })).metadata.labels).toEqual({ app: 'web' })
})

test('a pod that is made on a node gets them, too', async () => {
  const cluster = await open('1.35')
  const pod = await cluster.create('Pod', { metadata: { name: 'web' }, spec: { ...spec, nodeName: 'node-1' } })
  expect(pod.metadata.labels).toEqual(place)
  const other = await cluster.create('Pod', { metadata: { name: 'lost' }, spec: { ...spec, nodeName: 'gone' } })
  expect(other.metadata.labels).toBeUndefined()
})

test('binding a pod ends its nomination since 1.35', async () => {
  expect((await bound('1.34')).status?.nominatedNodeName).toBe('node-1')
  expect((await bound('1.35')).status).not.toHaveProperty('nominatedNodeName')
})
