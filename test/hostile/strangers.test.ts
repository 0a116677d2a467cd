import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createCluster } from '../../src/index.js'
import { serve } from '../../src/node/server/serve-cluster.js'
import { startCluster } from '../../src/node/start.js'
import { type Headers, ask, codeOf } from './support/ask.js'

const API = '/api/v1/namespaces'
const CONTROL = '/_fakecluster/clock'
const CODES = new Map([
  [API, 'the request is refused, as it comes from a page of another origin: '],
  [CONTROL, 'control is refused to pages of other origins: '],
])

const fine = { code: 200 }
const page = (why: string) => (path: string) => ({
  code: 403,
  message: expect.stringContaining(`${CODES.get(path)}${why}; `) as unknown,
})
const otherHost = (name: string) => () => ({
  code: 403,
  message: `the request is refused, as it is for the host "${name}"; ask 127.0.0.1 or localhost, or start with --allow-host "${name}"`,
})

const notControl = (path: string) => (path === CONTROL ? page('its Origin is "http://[::1]:3000"')(path) : fine)

type Case = readonly [who: string, headers: (port: string) => Headers, reply: (path: string) => object]

const cases: readonly Case[] = [
  ['a program', () => ({}), () => fine],
  [
    'a page of this server',
    (port) => ({ Origin: `http://127.0.0.1:${port}`, 'Sec-Fetch-Site': 'same-origin' }),
    () => fine,
  ],
  ['an address typed into a browser', () => ({ 'Sec-Fetch-Site': 'none' }), () => fine],
  [
    'a request forwarded by a development server',
    () => ({ Origin: 'http://localhost:3000', 'Sec-Fetch-Site': 'same-origin' }),
    () => fine,
  ],
  ['a page on another port', () => ({ Origin: 'http://[::1]:3000', 'Sec-Fetch-Site': 'same-site' }), notControl],
  ['a page of another name', () => ({ Origin: 'http://[::1]:3000', 'Sec-Fetch-Site': 'cross-site' }), notControl],
  ['a page of another port, in an old browser', () => ({ Origin: 'http://[::1]:3000' }), notControl],
  [
    'an image on a page of another port',
    () => ({ 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'no-cors' }),
    (path) => (path === CONTROL ? page('its Sec-Fetch-Site is "same-site"')(path) : fine),
  ],
  [
    'a link on a page of another port',
    () => ({ 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'navigate' }),
    () => fine,
  ],
  ['a page of another site', () => ({ Origin: 'https://evil.example' }), page('its Origin is "https://evil.example"')],
  ['a page of another site with the origin null', () => ({ Origin: 'null' }), page('its Origin is "null"')],
  [
    'a page of a host that begins with the address',
    (port) => ({ Origin: `http://127.0.0.1:${port}.evil.example` }),
    (path) => ({ code: 403, message: expect.stringContaining(CODES.get(path) ?? path) as unknown }),
  ],
  [
    'a link on a page of another site',
    () => ({ 'Sec-Fetch-Site': 'cross-site' }),
    page('its Sec-Fetch-Site is "cross-site"'),
  ],
  ['localhost', (port) => ({ Host: `localhost:${port}` }), () => fine],
  ['localhost with a dot', (port) => ({ Host: `LocalHost.:${port}` }), () => fine],
  ['a name below localhost', (port) => ({ Host: `cluster.localhost:${port}` }), () => fine],
  ['another loopback address', (port) => ({ Host: `127.1.2.3:${port}` }), () => fine],
  ['the IPv6 loopback address', (port) => ({ Host: `[::1]:${port}` }), () => fine],
  ['an allowed host', (port) => ({ Host: `cluster.test:${port}` }), () => fine],
  ['another allowed host', () => ({ Host: 'api.test' }), () => fine],
  ['a page of an allowed host', () => ({ Host: 'api.test', Origin: 'http://api.test' }), () => fine],
  ['a rebound host name', (port) => ({ Host: `evil.example:${port}` }), otherHost('evil.example')],
  ['a name that begins like loopback', () => ({ Host: '127.0.0.1.evil.example' }), otherHost('127.0.0.1.evil.example')],
  ['a name that ends like localhost', () => ({ Host: 'notlocalhost' }), otherHost('notlocalhost')],
  ['an invalid address', () => ({ Host: '127.0.0.999' }), otherHost('127.0.0.999')],
  [
    'a page of a rebound host name',
    () => ({ Host: 'evil.example', Origin: 'http://evil.example' }),
    otherHost('evil.example'),
  ],
]

describe.each([
  ['without a log', {}],
  ['with a log', { log: 'requests', print: () => undefined }],
] as const)('a server on loopback, %s, refuses or answers', (_, options) => {
  test.each(cases)('%s', async (_, headersOf, reply) => {
    await using server = await startCluster({
      profile: 'example',
      allowHosts: ['cluster.test', 'api.test'],
      ...options,
    })
    const headers = headersOf(new URL(server.url).port)
    for (const path of CODES.keys()) expect(await codeOf(ask(`${server.url}${path}`, headers))).toEqual(reply(path))
    const { code } = await ask(`${server.url}${API}`, headers, 'POST', '{"metadata":{"name":"a"}}')
    expect(code).toBe(reply(API) === fine ? 201 : 403)
  })
})

/** Sends lines and returns the status code of the reply. */
const codeOfLines = (port: string, ...lines: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write([...lines, '', ''].join('\r\n')))
    socket.once('data', (data) => {
      resolve(data.toString('latin1').split(' ')[1] ?? '')
      socket.destroy()
    })
    socket.once('error', reject)
  })

test.each([
  ['an empty Host', ['HTTP/1.1', 'Host:'], '403'],
  ['a Host with only a port', ['HTTP/1.1', 'Host: :1'], '400'],
  ['an empty Host in HTTP/1.0', ['HTTP/1.0', 'Host: '], '403'],
  ['a rebound host name in HTTP/1.0', ['HTTP/1.0', 'Host: evil.example'], '403'],
  ['no Host, which HTTP/1.1 does not allow', ['HTTP/1.1'], '400'],
  ['no Host in HTTP/1.0, which no browser speaks', ['HTTP/1.0'], '200'],
  ['two Host headers', ['HTTP/1.1', 'Host: evil.example', 'Host: localhost'], '403'],
])('a request with %s', async (_, [version = '', ...headers], code) => {
  await using server = await startCluster({ profile: 'example' })
  const { port } = new URL(server.url)
  const codes = [API, CONTROL].map((path) => codeOfLines(port, `GET ${path} ${version}`, ...headers))
  expect(await Promise.all(codes)).toEqual([code, code])
})

test.each(['http://evil.example', 'http://localhost'])(
  'an absolute request target is checked beside the Host header: %s',
  async (from) => {
    await using server = await startCluster({ profile: 'example' })
    const { port } = new URL(server.url)
    const codes = ['localhost', 'evil.example'].map((host) =>
      codeOfLines(port, `GET ${from}${API} HTTP/1.1`, `Host: ${host}`),
    )
    expect(await Promise.all(codes)).toEqual([from === 'http://localhost' ? '200' : '403', '403'])
  },
)

describe('a server that --host opens to the network', () => {
  test('accepts every host, unless allowHosts names some', async () => {
    await using open = await startCluster({ profile: 'example', host: '0.0.0.0' })
    await using named = await startCluster({ profile: 'example', host: '0.0.0.0', allowHosts: ['cluster.test'] })
    const codes = async (url: string, host: string) =>
      Promise.all(
        [API, CONTROL, '/version', '/'].map(async (path) => (await ask(`${url}${path}`, { Host: host })).code),
      )
    expect(await codes(open.url, '10.1.2.3:1')).toEqual([200, 200, 200, 200])
    expect(await codes(open.url, '127.0.0.999')).not.toContain(500)
    const advance = ask(`${open.url}${CONTROL}/advance`, { Host: '127.0.0.999' }, 'POST', '{"by":"1s"}')
    const message = expect.stringContaining('mend the Host header') as unknown
    expect(await codeOf(advance)).toEqual({ code: 400, message })
    expect(await codes(named.url, 'cluster.test')).toEqual([200, 200, 200, 200])
    expect(await codes(named.url, '0.0.0.0:1')).toEqual([200, 200, 200, 200])
    expect(await codes(named.url, '10.1.2.3:1')).toEqual([403, 403, 403, 403])
  })

  test('is still closed to pages of other sites', async () => {
    await using open = await startCluster({ profile: 'example', host: '0.0.0.0' })
    for (const path of CODES.keys())
      expect((await ask(`${open.url}${path}`, { Origin: 'https://evil.example' })).code).toBe(403)
  })
})

test('a refused request changes nothing and is not in the journal', async () => {
  await using server = await startCluster({ profile: 'example' })
  await ask(`${server.url}${API}`, { Origin: 'https://evil.example' }, 'POST', '{"metadata":{"name":"made"}}')
  expect((await server.cluster.list('Namespace')).items.map(({ metadata }) => metadata.name)).not.toContain('made')
  expect(server.cluster.journal.requests({ via: 'http' })).toEqual([])
})

test('serve() applies the allowHosts of a cluster and of its fork', async () => {
  const cluster = createCluster({ profile: 'example', allowHosts: ['cluster.test'] })
  for (const served of [cluster, cluster.fork()]) {
    await using server = await serve(served)
    const codes = ['cluster.test', 'evil.example'].map(
      async (host) => (await ask(`${server.url}${API}`, { Host: host })).code,
    )
    expect(await Promise.all(codes)).toEqual([200, 403])
  }
})

test('cluster.fetch accepts any host; app checks it for the control API only', async () => {
  const cluster = createCluster({ profile: 'example' })
  const allowed = createCluster({ profile: 'example', allowHosts: ['any.example'] })
  const status = async (reply: Response | Promise<Response>) => (await reply).status
  expect([
    await status(cluster.fetch(CONTROL)),
    await status(cluster.fetch(`http://any.example${CONTROL}`)),
    await status(cluster.app.request(CONTROL)),
    await status(cluster.app.request(`http://any.example${API}`)),
    await status(cluster.app.request(`http://any.example${CONTROL}`)),
    await status(allowed.app.request(`http://any.example${CONTROL}`)),
    await status(cluster.app.request(CONTROL, { headers: { Origin: 'https://evil.example' } })),
  ]).toEqual([200, 200, 200, 200, 403, 200, 403])
})

test('the paths of a disabled control API are 404', async () => {
  await using server = await startCluster({ profile: 'example', control: false })
  const statuses = ['', '/clock', '/openapi.json'].map(
    async (path) => (await fetch(`${server.url}/_fakecluster${path}`)).status,
  )
  expect(await Promise.all(statuses)).toEqual([404, 404, 404])
  expect((await server.cluster.fetch(CONTROL)).status).toBe(404)
})

test('a path that only begins with the control prefix is not control', async () => {
  const cluster = createCluster({ profile: 'example' })
  expect((await cluster.fetch('/_fakeclusters')).headers.get('content-type')).not.toBe(
    (await cluster.fetch('/_fakecluster/x')).headers.get('content-type'),
  )
})
