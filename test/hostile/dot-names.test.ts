import { get } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Cluster, createCluster } from '../../src/index.js'
import { createAgent, createDispatcher, serve } from '../../src/node.js'

const NAMESPACE = '/api/v1/namespaces/victim'
const CONFIG_MAPS = `${NAMESPACE}/configmaps`
const invalid = (name: string) => `Name parameter invalid: "${name}": may not be '${name}'`

let cluster: Cluster

beforeEach(async () => {
  cluster = createCluster({ seed: 1 })
  await cluster.create('Namespace', { metadata: { name: 'victim' } })
})
afterEach(() => cluster.close())

type Answer = readonly [code: number, message: unknown]
type Way = (method: string, target: string) => Promise<Answer>

const answered = (code: number, body: string): Answer => [
  code,
  body.startsWith('{') ? ((JSON.parse(body) as { message?: string }).message ?? JSON.parse(body)) : body,
]

/** Sends a request line as it is to a port. */
async function overSocket(url: string, method: string, target: string): Promise<Answer> {
  const { port, host } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(`${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, 'latin1')
  const [head = '', ...body] = (await text(socket)).split('\r\n\r\n')
  return answered(Number(head.split(' ')[1]), body.join('\r\n\r\n'))
}

async function throughPort(options: object, use: (url: string) => Promise<Answer>): Promise<Answer> {
  await using server = await serve(cluster, options)
  return await use(server.url)
}

const ways: Readonly<Record<string, Way>> = {
  'over a port': (method, target) => throughPort({}, (url) => overSocket(url, method, target)),
  'over a port that logs': (method, target) =>
    throughPort({ log: 'debug', print: () => undefined }, (url) => overSocket(url, method, target)),
  'over a port, as a whole URL': (method, target) =>
    throughPort({}, (url) => overSocket(url, method, `${url}${target}`)),
  'with an agent': (method, path) =>
    new Promise((resolve, reject) => {
      const options = { agent: createAgent(cluster), host: 'localhost', path, method }
      get(options, (reply) => {
        text(reply).then((body) => resolve(answered(reply.statusCode ?? 0, body)), reject)
      }).on('error', reject)
    }),
  'with a dispatcher': (method, path) =>
    new Promise((resolve, reject) => {
      let [code, body] = [0, '']
      createDispatcher(cluster).dispatch(
        { origin: 'http://cluster.local', method, path },
        {
          onRequestStart: () => undefined,
          onResponseStart: (_, status) => void (code = status),
          onResponseData: (_, chunk) => void (body += chunk.toString()),
          onResponseEnd: () => resolve(answered(code, body)),
          onResponseError: (_, error) => reject(error),
        },
      )
    }),
  'with the fetch of the cluster, by a path': async (method, path) => {
    const response = await cluster.fetch(path, { method })
    return answered(response.status, await response.text())
  },
}

test.each(Object.entries(ways))('%s, dots and a backslash are names like others', async (_, ask) => {
  for (const [target, name] of [
    ['%2E%2E', '..'],
    ['..', '..'],
    ['%2e/', '.'],
    ['.', '.'],
  ] as const)
    expect(await ask('DELETE', `${CONFIG_MAPS}/${target}`)).toEqual([400, invalid(name)])
  expect(await ask('GET', `${CONFIG_MAPS}/../secrets`)).toEqual([
    404,
    'the server could not find the requested resource',
  ])
  expect(await ask('GET', `${CONFIG_MAPS}/a\\b`)).toEqual([404, 'configmaps "a\\\\b" not found'])
  expect(await ask('GET', '/api/../version')).toEqual([404, 'the server could not find the requested resource'])
  expect(await ask('GET', '/x/../version')).toEqual([404, '404 page not found\n'])
  expect((await cluster.get('Namespace', { name: 'victim' })).metadata.deletionTimestamp).toBe(undefined)
})

test.each(Object.entries(ways))('%s, control takes dots for ids', async (_, ask) => {
  for (const target of ['%2E%2E', '..', '.'])
    expect(await ask('POST', `/_fakecluster/snapshots/${target}/restore`)).toEqual([
      404,
      expect.stringMatching(/^there is no snapshot "\.\.?"; /),
    ])
  expect(await ask('GET', '/x/../_fakecluster/clock')).toEqual([404, '404 page not found\n'])
  expect((await ask('GET', '/_fakecluster/../api/v1/namespaces'))[0]).toBe(404)
})

test('no snapshot may be called "." or ".."', async () => {
  for (const id of ['.', '..']) {
    const reply = await cluster.fetch('/_fakecluster/snapshots', { method: 'POST', body: JSON.stringify({ id }) })
    expect([reply.status, ((await reply.json()) as { message: string }).message]).toEqual([
      400,
      `snapshot: id: must be another id than "." and "..", which URLs resolve, not "${id}"`,
    ])
  }
})

test('over a WebSocket, dots are a name too', async () => {
  await using server = await serve(cluster)
  const { port, host } = new URL(server.url)
  const socket = connect(Number(port), '127.0.0.1')
  const key = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='
  socket.write(
    `GET ${CONFIG_MAPS}/%2E%2E?watch=1 HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${key}\r\n\r\n`,
  )
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 [\s\S]*Name parameter invalid: \\"\.\.\\": may not be '\.\.'/)
  // What needs no care is served as before.
  const watch = new WebSocket(`${server.url.replace('http', 'ws')}${CONFIG_MAPS}?watch=1`, { origin: server.url })
  await new Promise((resolve, reject) => watch.on('open', resolve).on('error', reject))
  watch.close()
})

// Asked of a real server.
test.each([
  ['GET', `${CONFIG_MAPS}/a%2Fb`, 404, 'the server could not find the requested resource'],
  ['GET', `${NAMESPACE}/configmaps%2Fa`, 404, 'configmaps "a" not found'],
  ['GET', `${CONFIG_MAPS}/a%25b`, 400, 'Name parameter invalid: "a%b": may not contain \'%\''],
  ['GET', `${CONFIG_MAPS}/a%zz`, 400, '400 Bad Request'],
  ['GET', `${CONFIG_MAPS}/%C3%A9`, 404, 'configmaps "é" not found'],
  ['GET', `${CONFIG_MAPS}/a%00b`, 404, 'configmaps "a\\x00b" not found'],
  ['GET', `${CONFIG_MAPS}/a#b`, 404, 'configmaps "a#b" not found'],
  ['GET', `${CONFIG_MAPS}?limit=1#b`, 400, 'strconv.ParseInt: parsing "1#b": invalid syntax'],
  ['GET', `${CONFIG_MAPS}/a//`, 404, 'configmaps "a" not found'],
  ['GET', `${CONFIG_MAPS}//a`, 404, 'the server could not find the requested resource'],
  ['GET', '//api/v1/namespaces', 404, '404 page not found\n'],
  ['GET', '/api/v1/namespaces/..', 400, invalid('..')],
  ['DELETE', '/api/v1/namespaces/.', 400, invalid('.')],
  ['GET', '/api/v1/namespaces/../configmaps/a', 500, 'invalid key: "/configmaps/../a"'],
  ['GET', '/api/v1/namespaces/%2E/configmaps/a', 500, 'invalid key: "/configmaps/./a"'],
  ['GET', '/apis/apps/v1/namespaces/victim/deployments/../scale', 400, invalid('..')],
  ['GET', `${NAMESPACE}/pods/../log`, 400, invalid('..')],
  ['GET', `${NAMESPACE}/pods/../exec?command=a`, 400, invalid('..')],
  ['GET', `${NAMESPACE}/services/../proxy/x`, 400, invalid('..')],
  ['GET', '/api/v1/nodes/../proxy/x', 400, invalid('..')],
  ['GET', `${CONFIG_MAPS}/..?watch=1`, 400, invalid('..')],
  ['GET', '/apis/rbac.authorization.k8s.io/v1/clusterroles/..', 400, invalid('..')],
  ['GET', '/version/..', 404, 'the server could not find the requested resource'],
  ['GET', '/healthz/%2E%2E', 404, '404 page not found\n'],
  ['GET', '/openapi/../version', 404, '404 page not found\n'],
] as const)('%s %s is answered with %i: %s', async (method, target, code, message) => {
  expect(await ways['over a port']?.(method, target)).toEqual([code, message])
})

const CREATED = {
  ConfigMap: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: '..' } },
  Eviction: { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: '..' } },
}

test.each([
  ['PUT', `${CONFIG_MAPS}/..`, CREATED.ConfigMap, 400, invalid('..')],
  ['PATCH', `${CONFIG_MAPS}/..`, {}, 400, invalid('..')],
  ['PATCH', `${CONFIG_MAPS}/..?fieldManager=a`, CREATED.ConfigMap, 400, invalid('..'), 'application/apply-patch+yaml'],
  ['POST', `${NAMESPACE}/pods/../eviction`, CREATED.Eviction, 400, invalid('..')],
  [
    'POST',
    '/api/v1/namespaces/../configmaps',
    { ...CREATED.ConfigMap, metadata: { name: 'a' } },
    500,
    'Internal error occurred: invalid resource name "..": [may not be \'..\']',
  ],
] as const)(
  '%s %s with a body is answered as by a real server',
  async (method, path, body, code, message, type: string = '') => {
    const headers = {
      'Content-Type': type || (method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'),
    }
    const reply = await cluster.fetch(path, { method, headers, body: JSON.stringify(body) })
    expect([reply.status, ((await reply.json()) as { message: string }).message]).toEqual([code, message])
  },
)

test('a custom resource is not called by dots either', async () => {
  await cluster.create('CustomResourceDefinition', {
    metadata: { name: 'widgets.shop.example.com' },
    spec: {
      group: 'shop.example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    },
  })
  const widgets = '/apis/shop.example.com/v1/namespaces/victim/widgets'
  for (const method of ['GET', 'DELETE'])
    expect(await ways['over a port']?.(method, `${widgets}/%2E%2E`)).toEqual([400, invalid('..')])
})
