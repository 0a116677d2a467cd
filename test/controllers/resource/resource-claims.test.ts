import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'

const DRIVER = 'gpu.example.com'

async function start(devices: readonly object[] = [{ name: 'gpu-0' }]): Promise<Cluster> {
  const cluster = createCluster({ kubernetesVersion: '1.37', seed: 1, nodes: 2 })
  await cluster.create('DeviceClass', {
    metadata: { name: DRIVER },
    spec: { selectors: [{ cel: { expression: `device.driver == "${DRIVER}"` } }] },
  })
  const { items } = await cluster.list('Node')
  const nodeName = items[1]?.metadata.name ?? ''
  await cluster.create('ResourceSlice', {
    metadata: { name: 'slice' },
    spec: { driver: DRIVER, nodeName, pool: { name: nodeName, generation: 1, resourceSliceCount: 1 }, devices },
  } as never) // devices as the tests say
  await cluster.create('ResourceClaimTemplate', {
    metadata: { name: 'gpu' },
    spec: { spec: { devices: { requests: [{ name: 'gpu', exactly: { deviceClassName: DRIVER } }] } } },
  })
  return cluster
}

const pod = (cluster: Cluster, name: string, source: object = { resourceClaimTemplateName: 'gpu' }) =>
  cluster.create('Pod', {
    metadata: { name },
    spec: {
      containers: [{ name: 'c', image: 'i', resources: { claims: [{ name: 'gpu' }] } }],
      resourceClaims: [{ name: 'gpu', ...source }],
    },
  })

const only = async (cluster: Cluster) => (await cluster.list('ResourceClaim')).items

test('a pod gets a claim from a template, a device, and the node of the device', async () => {
  const cluster = await start()
  const { metadata } = await pod(cluster, 'web')
  await cluster.clock.advance('5s')
  const [claim] = await only(cluster)
  const running = await cluster.get('Pod', { name: 'web' })
  const { items } = await cluster.list('Node')
  expect(running.spec?.nodeName).toBe(items[1]?.metadata.name)
  expect(running.status?.resourceClaimStatuses).toEqual([{ name: 'gpu', resourceClaimName: claim?.metadata.name }])
  expect(claim?.metadata).toMatchObject({
    generateName: 'web-gpu-',
    annotations: { 'resource.kubernetes.io/pod-claim-name': 'gpu' },
    finalizers: ['resource.kubernetes.io/delete-protection'],
    ownerReferences: [{ kind: 'Pod', name: 'web', controller: true }],
  })
  expect(claim?.status).toMatchObject({
    allocation: {
      devices: { results: [{ request: 'gpu', driver: DRIVER, pool: running.spec?.nodeName, device: 'gpu-0' }] },
      nodeSelector: {
        nodeSelectorTerms: [
          { matchFields: [{ key: 'metadata.name', operator: 'In', values: [running.spec?.nodeName] }] },
        ],
      },
    },
    reservedFor: [{ resource: 'pods', name: 'web', uid: metadata.uid }],
  })
})

test('a second pod waits for the only device until the first is gone, whose claim goes with it', async () => {
  const cluster = await start()
  await pod(cluster, 'first')
  await pod(cluster, 'second')
  await cluster.clock.advance('5s')
  const waiting = await cluster.get('Pod', { name: 'second' })
  expect(waiting.spec?.nodeName).toBeUndefined()
  expect(waiting.status?.conditions?.[0]?.message).toContain('2 cannot allocate all claims')
  await cluster.delete('Pod', { name: 'first' })
  await cluster.clock.advance('1m')
  expect((await cluster.get('Pod', { name: 'second' })).status?.phase).toBe('Running')
  expect((await only(cluster)).map(({ metadata }) => metadata.generateName)).toEqual(['second-gpu-'])
})

test('a claim of its own is shared by pods on the node of its device, and freed after the last', async () => {
  const cluster = await start()
  const devices = { requests: [{ name: 'a', exactly: { deviceClassName: DRIVER } }] }
  await cluster.create('ResourceClaim', { metadata: { name: 'own' }, spec: { devices } })
  await pod(cluster, 'a', { resourceClaimName: 'own' })
  await pod(cluster, 'b', { resourceClaimName: 'own' })
  await cluster.clock.advance('5s')
  const consumers = async () => (await only(cluster))[0]?.status?.reservedFor?.map(({ name }) => name)
  expect(await consumers()).toEqual(['a', 'b'])
  await cluster.delete('Pod', { name: 'a' })
  await cluster.clock.advance('1m')
  expect(await consumers()).toEqual(['b'])
  await cluster.delete('Pod', { name: 'b' })
  await cluster.clock.advance('1m')
  const [claim] = await only(cluster)
  expect(claim?.status).toEqual({})
  expect(claim?.metadata.finalizers).toBeUndefined()
})

test('a pod whose template is missing is told of it', async () => {
  const cluster = await start()
  await pod(cluster, 'web', { resourceClaimTemplateName: 'none' })
  await cluster.clock.advance('1s')
  const { items } = await cluster.list('v1/Event')
  expect(items.map(({ message }) => message)).toContain(
    'PodResourceClaim gpu: resource claim template "none": resourceclaimtemplate.resource.k8s.io "none" not found',
  )
})

test('selectors, counts and constraints choose among devices', async () => {
  const of = (name: string, numa: number, big: boolean) => ({
    name,
    attributes: { numa: { int: numa }, big: { bool: big } },
  })
  const cluster = await start([of('a', 1, false), of('b', 2, true), of('c', 1, true), of('d', 1, true)])
  const selectors = [{ cel: { expression: `device.attributes["${DRIVER}"].big` } }]
  const devices = {
    requests: [{ name: 'two', exactly: { deviceClassName: DRIVER, count: 2, selectors } }],
    constraints: [{ matchAttribute: `${DRIVER}/numa` }],
  }
  await cluster.create('ResourceClaim', { metadata: { name: 'own' }, spec: { devices } })
  await pod(cluster, 'a', { resourceClaimName: 'own' })
  await cluster.clock.advance('5s')
  const [claim] = await only(cluster)
  expect(claim?.status?.allocation?.devices?.results?.map(({ device }) => device)).toEqual(['c', 'd'])
})

test('a pod is not tried, and told nothing, until its claim is there and was made for it', async () => {
  const cluster = await start()
  await pod(cluster, 'web', { resourceClaimName: 'own' })
  expect((await cluster.get('Pod', { name: 'web' })).status?.conditions).toBeUndefined()
  expect((await cluster.list('v1/Event')).items.filter(({ reason }) => reason === 'FailedScheduling')).toEqual([])
  await cluster.create('ResourceClaim', {
    metadata: { name: 'own' },
    spec: { devices: { requests: [{ name: 'gpu', exactly: { deviceClassName: DRIVER } }] } },
  })
  await cluster.clock.advance('5s')
  expect((await cluster.get('Pod', { name: 'web' })).status?.phase).toBe('Running')
})
