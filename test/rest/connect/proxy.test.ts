import { expect, test } from 'vitest'
import type { Cluster } from '../../../src/cluster/types.js'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { ContainerScript } from '../../../src/containers/types.js'

async function running(
  containers: ContainerScript,
  ports: readonly object[] = [{ name: 'http', containerPort: 8080 }],
) {
  const cluster = createCluster({ seed: 1, nodes: 1, containers })
  const spec = { nodeName: 'node-1', containers: [{ name: 'web', image: 'shop/api:1', ports }] }
  await cluster.create('v1/Pod', { metadata: { name: 'web', labels: { app: 'web' } }, spec })
  await cluster.create('v1/Service', {
    metadata: { name: 'front' },
    spec: { selector: { app: 'web' }, ports: [{ name: 'web', port: 80, targetPort: 'http' }] },
  })
  await cluster.clock.advance('1s')
  return cluster
}

async function ask(cluster: Cluster, path: string, init: RequestInit = {}) {
  const response = await cluster.fetch(`/api/v1/namespaces/default/${path}`, init)
  return [response.status, await response.text()]
}

test('a pod answers what its script says, by method and path', async () => {
  const cluster = await running({
    http: {
      '/healthz': 'ok\n',
      'POST /orders': { status: 201, headers: { 'X-Order': '7' }, body: 'made' },
      '/items/*': 'item',
    },
  })
  expect(await ask(cluster, 'pods/web/proxy/healthz')).toEqual([200, 'ok\n'])
  expect(await ask(cluster, 'pods/http:web:8080/proxy/items/5?q=1')).toEqual([200, 'item'])
  expect(await ask(cluster, 'pods/web/proxy/orders')).toEqual([404, '404 page not found\n'])
  const made = await cluster.fetch('/api/v1/namespaces/default/pods/web/proxy/orders', { method: 'POST', body: '{}' })
  expect([made.status, made.headers.get('x-order'), await made.text()]).toEqual([201, '7', 'made'])
})

test('a function answers in code, with the request as it was sent', async () => {
  const cluster = await running({
    http: async (request) =>
      Response.json({
        method: request.method,
        url: request.url,
        body: await request.text(),
      }),
  })
  const path = 'services/front/proxy/a/b/?c=d'
  expect(await ask(cluster, path, { method: 'PUT', body: 'hello' })).toEqual([
    200,
    '{"method":"PUT","url":"http://front/a/b/?c=d","body":"hello"}',
  ])
})

test('a Service leads to a pod that is ready, by its port', async () => {
  const cluster = await running({ http: { '/': 'home' }, unready: { after: '10s' } })
  for (const id of ['front', 'front:web', 'front:80', 'http:front:'])
    expect(await ask(cluster, `services/${id}/proxy/`)).toEqual([200, 'home'])
  const refused = async (id: string) => JSON.parse(String((await ask(cluster, `services/${id}/proxy/`))[1])) as object
  expect(await refused('front:81')).toMatchObject({
    code: 503,
    message: 'no service port 81 found for service "front"',
  })
  expect(await refused('none')).toMatchObject({ code: 404, message: 'services "none" not found' })
  await cluster.clock.advance('20s')
  expect(await refused('front')).toMatchObject({ code: 503, message: 'no endpoints available for service "front"' })
})

test('where nobody listens the connection is refused', async () => {
  const cluster = await running({})
  const [code, text] = await ask(cluster, 'pods/web/proxy/')
  expect([code, JSON.parse(String(text))]).toMatchObject([
    503,
    {
      reason: 'ServiceUnavailable',
      message: 'error trying to reach service: dial tcp 10.244.0.2:8080: connect: connection refused',
    },
  ])
})

test.each(['pods', 'services'])(
  'a name that is none is not found among %s, whatever its characters',
  async (resource) => {
    const cluster = await running({})
    const [code, text] = await ask(cluster, `${resource}/self.spec.size%20%3E%201/proxy/a`)
    expect([code, JSON.parse(String(text))]).toMatchObject([
      404,
      { reason: 'NotFound', message: `${resource} "self.spec.size > 1" not found` },
    ])
  },
)

test('sessions take a WebSocket, and ports are not forwarded', async () => {
  const cluster = await running({})
  const message = async (path: string, headers = {}) => {
    const [code, text] = await ask(cluster, path, { method: 'POST', headers })
    return [code, (JSON.parse(String(text)) as { readonly message: string }).message]
  }
  const exec = 'pods/web/exec?command=ls&stdout=true'
  expect(await message(exec)).toEqual([400, 'Upgrade request required'])
  expect(await message(exec, { 'X-Stream-Protocol-Version': 'v4.channel.k8s.io' })).toEqual([
    501,
    'exec over SPDY is not served by fakecluster: ask over a WebSocket (v5.channel.k8s.io), as kubectl does since v1.31',
  ])
  expect(await message('pods/web/exec?stdout=true')).toEqual([
    400,
    'you must specify at least one command for the container',
  ])
  expect((await message('pods/web/portforward'))[1]).toMatch(/^port-forward is not served by fakecluster: /)
})
