import { type StartedCluster, startCluster } from '../../../src/node/start.js'

/** A served cluster with some history. */
export type Scene = { readonly server: StartedCluster; readonly page: string; readonly close: () => Promise<void> }

/** Sends a request with a User-Agent. */
export type Send = (agent: string, method: string, path: string, body?: object, type?: string) => Promise<Response>

const SHOP = '/apis/apps/v1/namespaces/shop/deployments'
const CONTAINERS = [{ name: 'web', image: 'nginx:1.27', ports: [{ containerPort: 80 }] }]
const WEB = {
  metadata: { name: 'web', labels: { app: 'web' } },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web', tier: 'front' } }, spec: { containers: CONTAINERS } },
  },
}

const TROUBLE = `
# Somebody was faster, once.
- before: { verb: patch, kind: Deployment }
  times: 1
  then: { status: Conflict }
- before: { verb: list, kind: Pod }
  times: 1
  then: { delay: 9s }
`

/**
 * Serves a cluster where a Deployment was created, scaled after a conflict and rolled out, while a dashboard watches.
 */
export async function playScene(): Promise<Scene> {
  const server = await startCluster({
    port: 0,
    seed: 1,
    clock: 'virtual',
    profile: 'kubernetes',
    fixtures: ['fixtures/scenarios/three-nodes'],
  })
  const { cluster } = server
  const send: Send = (agent, method, path, body, type = 'application/json') =>
    fetch(`${server.url}${path}`, {
      method,
      headers: { 'User-Agent': agent, 'Content-Type': type },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const kubectl = 'kubectl/v1.33.1 (linux/amd64) kubernetes/8adc0f0'
  const operator = 'shop-operator/2.1'
  const watching = new AbortController()
  await cluster.clock.advance('30s')
  await send(kubectl, 'POST', '/api/v1/namespaces', { metadata: { name: 'shop' } })
  await send(kubectl, 'POST', `${SHOP}?fieldManager=kubectl-client-side-apply`, WEB)
  await cluster.clock.advance('1m')
  await fetch(`${server.url}/_fakecluster/hooks?name=trouble.yaml`, { method: 'POST', body: TROUBLE })
  const scale = () => send(operator, 'PATCH', `${SHOP}/web`, { spec: { replicas: 5 } }, 'application/merge-patch+json')
  await scale()
  await scale()
  const listed = send('dashboard/1.0', 'GET', '/api/v1/namespaces/shop/pods')
  await cluster.idle({ quiet: '20ms' }).catch(() => undefined)
  await cluster.clock.advance('20s')
  await listed
  const watch = await fetch(`${server.url}/api/v1/namespaces/shop/pods?watch=true`, {
    headers: { 'User-Agent': 'dashboard/1.0' },
    signal: watching.signal,
  })
  await cluster.clock.advance('10s')
  cluster.watches().forEach((open) => open.hold())
  const image = { spec: { template: { spec: { containers: [{ name: 'web', image: 'nginx:1.28' }] } } } }
  await send(operator, 'PATCH', `${SHOP}/web`, image, 'application/strategic-merge-patch+json')
  await cluster.clock.advance('40s')
  return {
    server,
    page: `${server.url}/_fakecluster/`,
    async close() {
      watching.abort()
      await watch.body?.cancel().catch(() => undefined)
      await server.close()
    },
  }
}
