import type * as Package from '../../../src/index.js'
import { definitionOf, versionOf } from '../../suites/definition.js'
import { CONFIG_MAPS, configMap, lease, leaseName, leasePatch, pod, podName } from '../payload.js'
import type { Took } from './took.js'

// What a fresh process takes for its first work of one sort, as a test suite meets it.

type Cluster = ReturnType<typeof Package.createCluster>

/** A sort of work: what is made ready beforehand, and what is measured. */
type Work = (cluster: Cluster) => (() => Promise<unknown>) | Promise<() => Promise<unknown>>

const { createCluster } = (await import(process.argv[2]!)) as typeof Package

const times = (count: number, run: (i: number) => Promise<unknown>) => async () => {
  for (let i = 0; i < count; i++) await run(i)
}

const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments'
const APPLIED = '?fieldManager=suite&force=true'
const APPLY = 'application/apply-patch+yaml'
const SETTINGS = { namespace: 'default', name: configMap(0).metadata.name }

/** A Deployment of no pods, so that only its own writes are measured. */
const deployment = (i: number) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'default', labels: { app: 'web' } },
  spec: {
    replicas: 0,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ ...pod(0).spec.containers[0]!, image: `registry.example.com/web:1.${i % 2}` }] },
    },
  },
})

const ruled = definitionOf('gadgets.example.com', 'Gadget', [
  versionOf({
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        properties: { size: { type: 'integer' }, name: { type: 'string', maxLength: 20 } },
        'x-kubernetes-validations': [{ rule: 'self.size > 0 && self.name.startsWith("a")' }],
      },
    },
  }),
])
const gadget = { apiVersion: 'example.com/v1', kind: 'Gadget', metadata: { name: 'a' }, spec: { size: 1, name: 'a' } }

const JSON_TYPE = 'application/json'
const CONTROLLERS = 'controllers'

const send = async (cluster: Cluster, path: string, method = 'GET', type?: string, body?: object) => {
  const init = type === undefined ? {} : { headers: { 'Content-Type': type }, body: JSON.stringify(body) }
  const response = await cluster.fetch(`http://cluster.local${path}`, { method, ...init })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
}

const WORKS: { readonly [name: string]: Work } = {
  leases: (cluster) => times(300, (i) => cluster.create('Lease', lease(i))),
  pods: (cluster) => times(300, (i) => cluster.create('Pod', pod(i))),
  'pods, all controllers': (cluster) => times(300, (i) => cluster.create('Pod', pod(i))),
  'applies, all controllers': (cluster) =>
    times(100, (i) => send(cluster, `${DEPLOYMENTS}/web${APPLIED}`, 'PATCH', APPLY, deployment(i))),
  async patches(cluster) {
    await cluster.create('Lease', lease(0))
    return times(300, (i) => cluster.patch('Lease', { namespace: 'default', name: leaseName(0) }, leasePatch(i)))
  },
  async statuses(cluster) {
    await cluster.create('Pod', pod(0))
    const at = { namespace: 'default', name: podName(0) }
    return times(300, (i) =>
      cluster.patch('Pod', at, { status: { message: `waited ${i}` } }, { subresource: 'status' }),
    )
  },
  clusters: () => times(20, async () => createCluster()),
  'forks, all controllers': (cluster) => {
    const base = cluster.snapshot()
    return times(50, (i) => cluster.fork(base).create('ConfigMap', configMap(i)))
  },
  // The first use of what is loaded late.
  'a pod, all controllers': (cluster) => () => cluster.create('Pod', pod(0)),
  'a Deployment, all controllers': (cluster) => () => cluster.create('Deployment', deployment(0)),
  'an apply': (cluster) => () =>
    send(cluster, `${CONFIG_MAPS}/${SETTINGS.name}${APPLIED}`, 'PATCH', APPLY, configMap(0)),
  async 'a strategic merge patch'(cluster) {
    await cluster.create('ConfigMap', configMap(0))
    return () => cluster.patch('ConfigMap', SETTINGS, { data: { a: 'b' } }, { type: 'strategic' })
  },
  'a definition with CEL': (cluster) => async () => {
    await cluster.create('CustomResourceDefinition', ruled)
    await send(cluster, '/apis/example.com/v1/namespaces/default/gadgets', 'POST', JSON_TYPE, gadget)
  },
  'OpenAPI v3 of apps': (cluster) => () => send(cluster, '/openapi/v3/apis/apps/v1'),
}

const name = process.argv[3]!
const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: 'default' } }
const cluster = createCluster(name.endsWith(CONTROLLERS) ? {} : { controllers: 'none', fixtures: [account] })
// Loads what `fetch` needs in Node.js.
await send(cluster, '/api/v1/namespaces/default')
const work = await WORKS[name]!(cluster)
await cluster.idle()
const begin = performance.now()
const used = process.cpuUsage()
await work()
await cluster.idle()
const { user, system } = process.cpuUsage(used)
process.send!({ ms: performance.now() - begin, cpuMs: (user + system) / 1000 } satisfies Took)
