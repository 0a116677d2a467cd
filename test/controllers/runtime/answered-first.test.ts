import { expect, test, vi } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { ClusterOptions } from '../../../src/cluster/options.js'
import type { Cluster } from '../../../src/cluster/types.js'
import { startCluster } from '../../../src/node.js'

const PODS = '/api/v1/namespaces/default/pods'
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments'

const spec = { containers: [{ name: 'a', image: 'a' }] }
const pod = (name: string) => ({ metadata: { name }, spec })
const deployment = (name: string, replicas: number) => ({
  metadata: { name },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec },
  },
})

const node = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'a' },
  status: { allocatable: { cpu: '4', memory: '8Gi', pods: '20' }, conditions: [{ type: 'Ready', status: 'True' }] },
}

/** A cluster that is asked as by a port; what is to be done once a reply is sent is done by `later`. */
function asked(options: ClusterOptions = {}, of: Cluster = createCluster({ seed: 1, ...options })) {
  const after: (() => void)[] = []
  const send = async (method: string, path: string, body?: object) => {
    const { status } = await of.handle({
      method,
      url: `http://cluster.local${path}`,
      body: null,
      headers: new Headers({ 'content-type': 'application/json' }),
      readBody: async () => new TextEncoder().encode(JSON.stringify(body)),
      sent: (run) => void after.push(run),
    })
    expect(status).toBeLessThan(300)
  }
  const later = () => after.splice(0).forEach((run) => run())
  /** The objects of a table, which no request has waited for. */
  const stored = (table: string) => of.snapshot().state.tables.get(table)?.size ?? 0
  return { cluster: of, send, later, stored }
}

/** A cluster whose code is loaded, for which requests would else wait, and which knows what follows from a pod. */
async function warm(options?: ClusterOptions) {
  const all = asked(options)
  await all.cluster.create('Pod', pod('first'))
  await all.send('POST', PODS, pod('second'))
  return all
}

test('the first write of a kind waits for what follows from it, which may be long', async () => {
  const { cluster, send, stored } = asked()
  await cluster.create('Pod', pod('first'))
  await send('POST', PODS, pod('a'))
  expect(stored('/events')).toBe(2)
})

test('however short it was before, a kind from which much followed once is answered after that', async () => {
  const { cluster, send, stored } = await warm()
  await cluster.create('Deployment', deployment('none', 0))
  await send('POST', DEPLOYMENTS, deployment('a', 40))
  await send('POST', DEPLOYMENTS, deployment('b', 0))
  await send('POST', DEPLOYMENTS, deployment('c', 1))
  expect(stored('/pods')).toBe(43)
})

test('a write is answered before what follows from it, which is done once the reply is sent', async () => {
  const { send, later, stored } = await warm()
  await send('POST', PODS, pod('a'))
  expect(stored('/events')).toBe(2)
  later()
  expect(stored('/events')).toBe(3)
})

test.each<readonly [string, (all: ReturnType<typeof asked>) => Promise<unknown>]>([
  ['a read', ({ send }) => send('GET', PODS)],
  ['another write', ({ send }) => send('POST', PODS, pod('b'))],
  ['a document', ({ send }) => send('GET', '/version')],
  ['a method', ({ cluster }) => cluster.list('Pod')],
  ['the clock', ({ cluster }) => cluster.clock.advance(1)],
  ['idle', ({ cluster }) => cluster.idle()],
])('it is done before %s', async (_, next) => {
  const all = await warm()
  await all.send('POST', PODS, pod('a'))
  await next(all)
  expect(all.stored('/events')).toBe(3)
})

test('a fork of the moment between has it done before its first request', async () => {
  const { cluster, send } = await warm()
  await send('POST', PODS, pod('a'))
  const fork = cluster.fork()
  expect((await fork.list('Event')).items).toHaveLength(3)
})

test('a restore of the moment before forgets it', async () => {
  const { cluster, send, later, stored } = await warm()
  const before = cluster.snapshot()
  await send('POST', PODS, pod('a'))
  cluster.restore(before)
  later()
  await cluster.list('Pod')
  expect(stored('/events')).toBe(2)
})

test('what takes more than a turn is waited for by the next request, and the next such write waits for it itself', async () => {
  const { cluster, send, stored } = await warm()
  await cluster.create('Deployment', deployment('none', 0))
  await send('POST', DEPLOYMENTS, deployment('one', 1))
  await send('POST', DEPLOYMENTS, deployment('a', 40))
  expect(stored('/pods')).toBe(3)
  await send('GET', PODS)
  expect(stored('/pods')).toBe(43)
  await send('POST', DEPLOYMENTS, deployment('b', 40))
  expect(stored('/pods')).toBe(83)
})

test('the deletion of a large object is answered after what follows from it', async () => {
  const { cluster, send, stored } = await warm()
  await cluster.create('ReplicaSet', {
    metadata: { name: 'large' },
    spec: {
      replicas: 1,
      selector: { matchLabels: { app: 'large' } },
      template: {
        metadata: { labels: { app: 'large' } },
        spec: { containers: Array.from({ length: 2000 }, (_, i) => ({ name: `c${i}`, image: 'a' })) },
      },
    },
  })
  const [large] = (await cluster.list('Pod', { labelSelector: 'app=large' })).items
  await send('DELETE', `${PODS}/${large?.metadata.name}?gracePeriodSeconds=0`)
  expect(stored('/pods')).toBe(3)
})

test('the state is the same, to the byte, as where replies wait', async () => {
  const play = async (isPort: boolean) => {
    const { cluster, send } = await warm({ fixtures: [node] })
    const ask = isPort
      ? send
      : async (method: string, path: string, body?: object) => {
          const headers = { 'content-type': 'application/json' }
          const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
          await (await cluster.fetch(`http://cluster.local${path}`, init)).text()
        }
    for (let i = 0; i < 3; i++) {
      await ask('POST', DEPLOYMENTS, deployment(`d${i}`, 3))
      await ask('POST', PODS, pod(`p${i}`))
      await ask('GET', PODS)
      await ask('DELETE', `${DEPLOYMENTS}/d${i}`)
    }
    await cluster.settled()
    const objects = []
    for (const kind of ['Pod', 'ReplicaSet', 'Deployment', 'Event']) objects.push(await cluster.list(kind))
    return JSON.stringify(objects)
  }
  expect(await play(true)).toBe(await play(false))
})

test('a webhook that is asked about what follows may read the cluster', async () => {
  const webhook = {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: 'pods' },
    webhooks: [
      {
        name: 'pods.example.com',
        clientConfig: { service: { namespace: 'shop', name: 'hooks' } },
        rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      },
    ],
  }
  const read = vi.fn()
  await using server = await startCluster({
    seed: 1,
    fixtures: [webhook],
    services: {
      'shop/hooks': async (request) => {
        read((await fetch(`${server.url}/api/v1/namespaces`)).status)
        const { request: review } = (await request.json()) as { request: { uid: string } }
        return Response.json({
          apiVersion: 'admission.k8s.io/v1',
          kind: 'AdmissionReview',
          response: { uid: review.uid, allowed: true },
        })
      },
    },
  })
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(deployment('a', 2))
  expect((await fetch(server.url + DEPLOYMENTS, { method: 'POST', headers, body })).status).toBe(201)
  await vi.waitUntil(async () => (await server.cluster.list('Pod')).items.length === 2)
  expect(read).toHaveBeenCalledWith(200)
})
