import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'

const API = '/apis/metrics.k8s.io/v1beta1'
const usage = { cpu: '0.25', memory: '64Mi' }

/** A cluster with two nodes, a pod with two containers on the first, and scripted usage of one of them. */
async function open(): Promise<Cluster> {
  const cluster = createCluster({ seed: 1, nodes: 2, containers: { image: 'shop/*', usage } })
  await cluster.create('Pod', {
    metadata: { name: 'web', labels: { app: 'web' } },
    spec: {
      nodeName: 'node-1',
      containers: [
        { name: 'api', image: 'shop/api' },
        { name: 'side', image: 'proxy' },
      ],
    },
  })
  return cluster
}

async function ask(cluster: Cluster, path: string, accept = 'application/json') {
  const reply = await cluster.fetch(path, { headers: { accept } })
  return { code: reply.status, body: JSON.parse(await reply.text()) as { readonly [member: string]: unknown } }
}
const messageOf = async (cluster: Cluster, path: string) => {
  const { code, body } = await ask(cluster, path)
  return [code, body['message']]
}

test('a pod has the metrics of its running containers: the scripted usage, or a minimum', async () => {
  const cluster = await open()
  expect(await messageOf(cluster, `${API}/namespaces/default/pods/web`)).toEqual([
    404,
    'podmetrics.metrics.k8s.io "default/web" not found',
  ])
  await cluster.clock.advance('2s')
  const { body } = await ask(cluster, `${API}/namespaces/default/pods/web`)
  expect(body).toEqual({
    kind: 'PodMetrics',
    apiVersion: 'metrics.k8s.io/v1beta1',
    metadata: {
      name: 'web',
      namespace: 'default',
      creationTimestamp: '2024-01-01T00:00:02Z',
      labels: { app: 'web' },
    },
    timestamp: '2024-01-01T00:00:02Z',
    window: '15s',
    containers: [
      { name: 'api', usage: { cpu: '250m', memory: '64Mi' } },
      { name: 'side', usage: { cpu: '1m', memory: '1Mi' } },
    ],
  })
  expect(await messageOf(cluster, `${API}/namespaces/default/pods/other`)).toEqual([404, 'pods "other" not found'])
})

test('lists by namespace, labels and fields; a node uses the sum of its pods', async () => {
  const cluster = await open()
  await cluster.clock.advance('2s')
  const countOf = async (path: string) => ((await ask(cluster, API + path)).body['items'] as readonly unknown[]).length // every list has items
  expect(await countOf('/pods')).toBe(1)
  expect(await countOf('/namespaces/kube-system/pods')).toBe(0)
  expect(await countOf('/pods?labelSelector=app%3Dother')).toBe(0)
  expect(await countOf('/pods?fieldSelector=metadata.name%3Dweb')).toBe(1)
  const nodes = (await cluster.list('NodeMetrics')).items
  expect(nodes.map(({ metadata, usage: used }) => [metadata.name, used])).toEqual([
    ['node-1', { cpu: '251m', memory: '65Mi' }],
    ['node-2', { cpu: '0', memory: '0' }],
  ])
})

test('a silent node and its pods have no metrics', async () => {
  const cluster = await open()
  await cluster.patch('Node', { name: 'node-1' }, { metadata: { annotations: { 'fakecluster/agent': 'silent' } } })
  await cluster.clock.advance('1m')
  expect((await cluster.list('NodeMetrics')).items.map(({ metadata }) => metadata.name)).toEqual(['node-2'])
  expect((await cluster.list('PodMetrics')).items).toEqual([])
  expect(await messageOf(cluster, `${API}/nodes/node-1`)).toEqual([
    404,
    'nodemetrics.metrics.k8s.io "node-1" not found',
  ])
  expect(await messageOf(cluster, `${API}/nodes/node-9`)).toEqual([404, 'node "node-9" not found'])
})

test('metrics cannot be watched, and have the columns of metrics-server', async () => {
  const cluster = await open()
  await cluster.clock.advance('2s')
  expect(await messageOf(cluster, `${API}/nodes?watch=true`)).toEqual([
    405,
    'watch is not supported on resources of kind "nodes.metrics.k8s.io"',
  ])
  const table = (await ask(cluster, `${API}/pods`, 'application/json;as=Table;v=v1;g=meta.k8s.io')).body as {
    readonly columnDefinitions: readonly { readonly name: string; readonly format: string }[]
    readonly rows: readonly { readonly cells: readonly unknown[] }[]
  } // fields of a Table
  expect(table.columnDefinitions.map(({ name, format }) => `${name} ${format}`)).toEqual([
    'Name name',
    'cpu quantity',
    'memory quantity',
    'Window duration',
  ])
  expect(table.rows.map(({ cells }) => cells)).toEqual([['web', '251m', '65Mi', '15s']])
})

test('the metrics API is registered with the first node agent, and removed with its APIService', async () => {
  const cluster = createCluster({ seed: 1 })
  const groups = async () => {
    const { body } = await ask(cluster, '/apis')
    return (body['groups'] as readonly { readonly name: string }[]).map(({ name }) => name).at(-1) // fields of an APIGroupList
  }
  expect(await groups()).not.toBe('metrics.k8s.io')
  expect((await cluster.fetch(API)).status).toBe(404)
  await cluster.load({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'n' },
    status: { conditions: [{ type: 'Ready', status: 'True' }] },
  })
  expect(await groups()).toBe('metrics.k8s.io')
  const { spec, status } = await cluster.get('APIService', { name: 'v1beta1.metrics.k8s.io' })
  expect([
    spec?.groupPriorityMinimum,
    spec?.versionPriority,
    spec?.service?.name,
    status?.conditions?.[0],
  ]).toMatchObject([
    100,
    100,
    'metrics-server',
    { type: 'Available', status: 'True', reason: 'Passed', message: 'all checks passed' },
  ])
  expect((await ask(cluster, API)).body['resources']).toEqual([
    { name: 'nodes', singularName: '', namespaced: false, kind: 'NodeMetrics', verbs: ['get', 'list'] },
    { name: 'pods', singularName: '', namespaced: true, kind: 'PodMetrics', verbs: ['get', 'list'] },
  ])
  await cluster.delete('APIService', { name: 'v1beta1.metrics.k8s.io' })
  await cluster.clock.advance('1h')
  expect(await groups()).not.toBe('metrics.k8s.io')
  expect((await cluster.fetch(`${API}/nodes`)).status).toBe(404)
})

test('encodes metrics in protobuf, with the window in nanoseconds', async () => {
  const cluster = await open()
  await cluster.clock.advance('2s')
  const reply = await cluster.fetch(`${API}/namespaces/default/pods/web`, {
    headers: { accept: 'application/vnd.kubernetes.protobuf' },
  })
  expect(reply.headers.get('content-type')).toBe('application/vnd.kubernetes.protobuf')
  const bytes = Buffer.from(await reply.arrayBuffer()).toString('hex')
  // Field 3 is a message whose field 1 is 15,000,000,000.
  expect(bytes).toContain('1a060880acc7f037')
  expect(bytes).toContain(Buffer.from('250m').toString('hex'))
})

test('an autoscaler scales up by scripted usage, and down without it', async () => {
  const cluster = createCluster({ seed: 1, nodes: 2 })
  const labels = { app: 'web' }
  const containers = [{ name: 'api', image: 'shop/api', resources: { requests: { cpu: '200m' } } }]
  await cluster.create('Deployment', {
    metadata: { name: 'web' },
    spec: { replicas: 2, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
  })
  await cluster.create('HorizontalPodAutoscaler', {
    metadata: { name: 'web' },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      maxReplicas: 10,
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
      ],
    },
  })
  const replicas = async () => (await cluster.get('Deployment', { name: 'web' })).spec?.replicas
  const stated = cluster.containers.play({ image: 'shop/*', usage: { cpu: '200m' } })
  await cluster.clock.advance('2m')
  expect(await replicas()).toBe(10)
  stated[Symbol.dispose]()
  await cluster.clock.advance('10m')
  expect(await replicas()).toBe(1)
  const { currentMetrics } = (await cluster.get('HorizontalPodAutoscaler', { name: 'web' })).status ?? {}
  expect(currentMetrics?.[0]?.resource?.current).toEqual({ averageUtilization: 0, averageValue: '1m' })
})
