import { expect, test } from 'vitest'
import type { Cluster } from '../../../src/cluster/types.js'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { ClusterOptions } from '../../../src/cluster/options.js'
import type { ContainerScript } from '../../../src/rest/containers/types.js'

async function running(
  containers: ContainerScript,
  ports: readonly object[] = [{ name: 'http', containerPort: 8080 }],
  options: ClusterOptions = {},
) {
  const cluster = createCluster({ seed: 1, nodes: 1, containers, ...options })
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

test('a pod answers as its script defines, by method and path', async () => {
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

test('an http function receives the request as it was sent', async () => {
  const cluster = await running({
    http: async (request) =>
      Response.json({
        method: request.method,
        url: request.url,
        body: await request.text(),
      }),
  })
  const path = 'services/front:web/proxy/a/b/?c=d'
  expect(await ask(cluster, path, { method: 'PUT', body: 'hello' })).toEqual([
    200,
    '{"method":"PUT","url":"http://front/a/b/?c=d","body":"hello"}',
  ])
})

test('the proxy of a Service reaches a ready pod through a port by name or number', async () => {
  const cluster = await running({ http: { '/': 'home' }, unready: { after: '10s' } })
  for (const id of ['front:web', 'front:80', 'http:front:80', ':front:web'])
    expect(await ask(cluster, `services/${id}/proxy/`)).toEqual([200, 'home'])
  const refused = async (id: string) => JSON.parse(String((await ask(cluster, `services/${id}/proxy/`))[1])) as object
  expect(await refused('front:81')).toMatchObject({
    code: 503,
    message: 'no service port 81 found for service "front"',
  })
  expect(await refused('front')).toMatchObject({ code: 503, message: 'no endpoints available for service "front"' })
  expect(await refused('none')).toMatchObject({ code: 404, message: 'services "none" not found' })
  await cluster.clock.advance('20s')
  expect(await refused('front:80')).toMatchObject({
    code: 503,
    message: 'no endpoints available for service "front:80"',
  })
  await cluster.delete('v1/Service', { name: 'front' })
  await cluster.clock.advance('1s')
  expect(await refused('front:web')).toMatchObject({ code: 404, message: 'services "front" not found' })
})

test('since v1.37 the proxy of a Service reaches what its EndpointSlices name', async () => {
  const cluster = await running({ http: { '/': 'home' } }, undefined, { kubernetesVersion: '1.37' })
  expect(await ask(cluster, 'services/front:80/proxy/')).toEqual([200, 'home'])
  const [slice] = (await cluster.list('discovery.k8s.io/v1/EndpointSlice', { labelSelector: OF_FRONT })).items
  const refused = async (id: string) => JSON.parse(String((await ask(cluster, `services/${id}/proxy/`))[1])) as object
  const none = (name: string) => ({ code: 503, message: `no endpoints available for service "${name}"` })
  expect(await refused('none')).toMatchObject(none('none'))
  expect(await refused('none:80')).toMatchObject({ code: 404, message: 'services "none" not found' })
  expect(await refused('front:other')).toMatchObject(none('front'))
  // Without Endpoints, and where the slice is one of somebody else's.
  await cluster.create('v1/Service', { metadata: { name: 'own' }, spec: { ports: [{ port: 80 }] } })
  const labels = { 'kubernetes.io/service-name': 'own' }
  const ports = [{ port: 8080, name: '' }]
  await cluster.create('discovery.k8s.io/v1/EndpointSlice', { ...slice, metadata: { name: 'own', labels }, ports })
  for (const id of ['own', 'own:80']) expect(await ask(cluster, `services/${id}/proxy/`)).toEqual([200, 'home'])
  await cluster.patch('discovery.k8s.io/v1/EndpointSlice', { name: 'own' }, [
    { op: 'add', path: '/endpoints/0/conditions', value: { ready: false } },
  ])
  expect(await refused('own:80')).toMatchObject(none('own'))
})

const OF_FRONT = 'kubernetes.io/service-name=front'

const served = { targetRef: { kind: 'Pod', namespace: 'default', name: 'web' } }

test.each([
  ['a ready pod of the namespace', [{ addresses: [{ ip: '10.244.0.2', ...served }] }], 200],
  ['a pod that is not ready', [{ notReadyAddresses: [{ ip: '10.244.0.2', ...served }] }], 503],
  ['an address without targetRef', [{ addresses: [{ ip: '10.244.0.2' }] }], 503],
  ['an address that is not that of the pod', [{ addresses: [{ ip: '10.244.0.3', ...served }] }], 503],
  ['no subsets', [], 503],
] as const)('the Endpoints of a Service decide which pod its proxy reaches: %s', async (_, subsets, code) => {
  const cluster = await running({ http: { '/': 'home' } })
  await cluster.create('v1/Endpoints', {
    metadata: { name: 'own' },
    subsets: subsets.map((each) => ({ ...each, ports: [{ port: 8080 }] })),
  })
  expect((await ask(cluster, 'services/own/proxy/'))[0]).toBe(code)
})

test('a proxy request without a path is redirected to the path with a slash; an unknown pod is a 404', async () => {
  const cluster = await running({ http: { '/': 'home' } })
  const path = '/api/v1/namespaces/default/pods/web/proxy'
  const moved = await cluster.fetch(`${path}?a=b`, { redirect: 'manual' })
  expect([moved.status, moved.headers.get('location')]).toEqual([301, `${path}/?a=b`])
  expect((await ask(cluster, 'pods/none/proxy'))[0]).toBe(404)
})

const nowhere = 'lookup n: no such host'
const refusedAt = (address: string) => `error trying to reach service: dial tcp ${address}: connect: connection refused`

test.each([
  ['n', [], 500, 'no preferred addresses found; known addresses: []'],
  ['n', [['Other', '192.0.2.1']], 500, 'no preferred addresses found; known addresses: [{Other 192.0.2.1}]'],
  ['n', [['InternalIP', '127.0.0.1']], 400, 'address not allowed'],
  ['n', [['InternalIP', '169.254.1.1']], 400, 'address not allowed'],
  ['n', [['InternalIP', '224.0.0.1']], 400, 'address not allowed'],
  ['n', [['InternalIP', 'fe80::1']], 400, 'address not allowed'],
  ['n', [['Hostname', 'localhost']], 400, 'address not allowed'],
  ['n', [['Hostname', 'n']], 400, nowhere],
  ['n', [['InternalIP', '010.1.1.1']], 400, 'lookup 010.1.1.1: no such host'],
  ['n', [['InternalIP', '192.0.2.1']], 503, refusedAt('192.0.2.1:10250')],
  ['https:n:33', [['InternalIP', '192.0.2.1']], 503, refusedAt('192.0.2.1:33')],
  ['n', [['InternalIP', 'fd00::1']], 503, refusedAt('[fd00::1]:10250')],
  ['n', [['ExternalIP', '192.0.2.1'], ['InternalIP', '127.0.0.1']], 400, 'address not allowed'], // prettier-ignore
  ['n', [['InternalIP', '192.0.2.1'], ['Hostname', 'n']], 503, refusedAt('192.0.2.1:10250')], // prettier-ignore
  ['none', [], 404, 'nodes "none" not found'],
  ['a:b:c:d', [], 400, 'invalid node request "a:b:c:d"'],
  ['ftp:n:1', [], 400, 'invalid node request "ftp:n:1"'],
])('the proxy of node %s with addresses %j answers %i: %s', async (id, addresses, code, message) => {
  const cluster = createCluster({ controllers: 'none' })
  const status = { addresses: addresses.map(([type = '', address = '']) => ({ type, address })) }
  await cluster.create('v1/Node', { metadata: { name: 'n' }, status })
  const response = await cluster.fetch(`/api/v1/nodes/${id}/proxy/healthz`)
  expect([response.status, await response.json()]).toMatchObject([code, { message, code }])
})

test('a port that the container does not declare is closed, unless it declares none', async () => {
  const http = { '/': 'home' }
  expect((await ask(await running({ http }), 'pods/web:9/proxy/'))[0]).toBe(503)
  expect(await ask(await running({ http }, []), 'pods/web:9/proxy/')).toEqual([200, 'home'])
})

test('what follows /proxy is cleaned as a path', async () => {
  const cluster = await running({ http: (request) => new Response(new URL(request.url).pathname) })
  for (const [sent, passed] of [
    ['/a/../b', '/b'],
    ['/%2E%2E/%2E%2E/b/', '/b/'],
    ['/..', '/'],
    ['//a//./b', '/a/b'],
    ['/a%2Fb%20c!', '/a/b%20c%21'],
  ] as const)
    expect(await ask(cluster, `pods/web/proxy${sent}`)).toEqual([200, passed])
})

test('without an http script the connection is refused (503)', async () => {
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

test.each(['pods', 'services'])('a name with invalid characters is not found among %s', async (resource) => {
  const cluster = await running({})
  const [code, text] = await ask(cluster, `${resource}/self.spec.size%20%3E%201/proxy/a`)
  expect([code, JSON.parse(String(text))]).toMatchObject([
    404,
    { reason: 'NotFound', message: `${resource} "self.spec.size > 1" not found` },
  ])
})

test('exec needs a WebSocket upgrade', async () => {
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
  const websocket = { Upgrade: 'websocket' }
  expect(await message('pods/web/exec?stdout=true', websocket)).toEqual([
    400,
    'you must specify at least one command for the container',
  ])
})

test('what a server finds wrong with a connection before it asks the kubelet comes first', async () => {
  const cluster = await running({})
  const containers = [{ name: 'a', image: 'i' }]
  const away = { metadata: { name: 'away' }, spec: { nodeName: 'gone', containers } }
  await cluster.create('v1/Pod', away)
  await cluster.create('v1/Pod', { metadata: { name: 'idle' }, spec: { nodeSelector: { no: 'node' }, containers } })
  const message = async (path: string) => {
    const [code, text] = await ask(cluster, path, { method: 'POST' })
    return [code, (JSON.parse(String(text)) as { readonly message: string }).message]
  }
  expect(await message('pods/none/portforward')).toEqual([404, 'pods "none" not found'])
  expect(await message('pods/web/portforward?ports=80,70000')).toEqual([
    400,
    'cannot convert to []int32: strconv.ParseUint: parsing "70000": value out of range',
  ])
  expect(await message('pods/web/portforward')).toEqual([400, 'Upgrade request required'])
  for (const part of ['portforward', 'exec', 'attach']) {
    expect(await message(`pods/away/${part}`)).toEqual([404, 'pods "gone" not found'])
    expect(await message(`pods/idle/${part}`)).toEqual([400, 'pod idle does not have a host assigned'])
  }
})

test('a name that begins with "proxy" is not taken for the subresource', async () => {
  const cluster = createCluster({ seed: 1, nodes: 1, containers: { http: { '/x': 'x', '/proxy/x': 'y' } } })
  const spec = { nodeName: 'node-1', containers: [{ name: 'web', image: 'i', ports: [{ containerPort: 8080 }] }] }
  for (const namespace of ['pods', 'proxy']) {
    await cluster.create('Namespace', { metadata: { name: namespace } })
    await cluster.create('v1/Pod', { metadata: { name: 'proxy-1', namespace }, spec })
  }
  await cluster.clock.advance('1s')
  for (const namespace of ['pods', 'proxy'])
    for (const [path, text] of [
      ['x', 'x'],
      ['proxy/x', 'y'],
    ] as const) {
      const response = await cluster.fetch(`/api/v1/namespaces/${namespace}/pods/proxy-1/proxy/${path}`)
      expect([response.status, await response.text()]).toEqual([200, text])
    }
})
