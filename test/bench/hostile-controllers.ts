import { type Ask, type HostileCase, JSON_TYPE, SMALL, range } from './hostile-case.js'

// Requests that cause much work of controllers, and bodies of further kinds.

const DEFAULT = '/namespaces/default'
const SETS = `/apis/apps/v1${DEFAULT}/replicasets`
const PODS = `/api/v1${DEFAULT}/pods`
const BUDGETS = `/apis/policy/v1${DEFAULT}/poddisruptionbudgets`
const SERVICES = `/api/v1${DEFAULT}/services`

const json = (body: object) => JSON.stringify(body)

/** Deletes the workload of a case, and its pods. */
async function clear(ask: Ask, path: string): Promise<void> {
  await ask('DELETE', `${path}?propagationPolicy=Background`)
  for (let i = 0; i < 50 && (await ask('DELETE', `${PODS}?labelSelector=of%3Dmany&gracePeriodSeconds=0`)) !== 200; i++);
}

const env = (length: number) => range(length).map((i) => ({ name: `E${i}`, value: 'some value' }))
const labels = { of: 'many' }
const replicas = (count: number, variables: number) => ({
  metadata: { name: 'many' },
  spec: {
    replicas: count,
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: { containers: [{ name: 'c', image: 'a', env: env(variables) }] },
    },
  },
})

/** Deletes a ReplicaSet of `count` pods, which are orphaned. */
async function letGo(ask: Ask, count: number): Promise<number> {
  await ask('POST', SETS, JSON_TYPE, json(replicas(count, 1)))
  const code = await ask('DELETE', `${SETS}/many?propagationPolicy=Orphan`)
  await clear(ask, `${SETS}/many`)
  return code
}

async function make(ask: Ask, count: number, variables: number): Promise<number> {
  const code = await ask('POST', SETS, JSON_TYPE, json(replicas(count, variables)))
  await clear(ask, `${SETS}/many`)
  return code
}

/** Deletes a namespace of 1,000 pods under 50 budgets and behind 100 Services. */
async function deleteScene(ask: Ask): Promise<number> {
  const namespace = '/api/v1/namespaces/scene'
  const post = (path: string, body: object) => ask('POST', path, JSON_TYPE, json(body))
  await post('/api/v1/namespaces', { metadata: { name: 'scene' } })
  const inScene = (path: string) => path.replace(DEFAULT, '/namespaces/scene')
  const spec = { selector: { matchLabels: labels }, minAvailable: 1 }
  for (const i of range(50)) await post(inScene(BUDGETS), { metadata: { name: `b${i}` }, spec })
  for (const i of range(100))
    await post(inScene(SERVICES), { metadata: { name: `s${i}` }, spec: { selector: labels, ports: [{ port: 80 }] } })
  await post(inScene(SETS), replicas(1000, 1))
  await ask('DELETE', namespace)
  let code = 200
  while (code === 200) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    await ask('DELETE', `${inScene(PODS)}?gracePeriodSeconds=0`)
    code = await ask('GET', namespace)
  }
  return code
}

/** Runs a pod of `count` containers on a node with an agent, and deletes it once all of them run. */
async function runOn(ask: Ask, node: string, count: number): Promise<number> {
  const metadata = { name: node, annotations: { 'fakecluster/agent': 'running' } }
  await ask('POST', '/api/v1/nodes', JSON_TYPE, json({ metadata }))
  const containers = range(count).map((i) => ({ name: `c${i}`, image: 'a' }))
  const spec = { nodeName: node, containers }
  const code = await ask('POST', PODS, JSON_TYPE, json({ metadata: { name: node }, spec }))
  await new Promise((resolve) => setTimeout(resolve, 3000))
  await ask('DELETE', `${PODS}/${node}?gracePeriodSeconds=0`)
  await ask('DELETE', `/api/v1/nodes/${node}`)
  return code
}

const addresses = (i: number) => range(100).map((j) => `10.${i >> 8}.${i & 255}.${j + 1}`)
const slice = {
  metadata: { name: 'large' },
  addressType: 'IPv4',
  endpoints: range(1000).map((i) => ({ addresses: addresses(i) })),
}

export const controllerCases: readonly HostileCase[] = [
  {
    name: 'a ReplicaSet of 50 pods of 20,000 variables each',
    most: SMALL,
    send: (ask) => make(ask, 50, 20_000),
  },
  {
    name: 'a ReplicaSet of 1,000 pods',
    most: SMALL,
    send: (ask) => make(ask, 1000, 1),
  },
  { name: 'a namespace of 1,000 pods, 50 budgets, 100 Services', most: SMALL, send: deleteScene },
  { name: 'a ReplicaSet that lets 500 pods go', most: SMALL, send: (ask) => letGo(ask, 500) },
  {
    name: 'a pod of 3,000 containers that run',
    most: SMALL,
    send: (ask) => runOn(ask, 'crowded', 3000),
  },
  {
    name: '100,000 addresses in an EndpointSlice',
    most: SMALL,
    async send(ask) {
      const path = `/apis/discovery.k8s.io/v1${DEFAULT}/endpointslices`
      const code = await ask('POST', path, JSON_TYPE, json(slice))
      await ask('DELETE', `${path}/large`)
      return code
    },
  },
]
