import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { createCluster } from '../../src/index.js'
import { startCluster } from '../../src/node/start.js'

type Headers = { readonly [name: string]: string }

/** The status of a reply, and its message where it has one. Headers that fetch keeps to itself are sent too. */
function get(
  url: string,
  headers: Headers,
  method = 'GET',
): Promise<{ readonly code: number | undefined; readonly message?: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (reply) => {
      let text = ''
      reply.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      reply.on('end', () => {
        const { message } = JSON.parse(text || '{}') as { message?: string }
        resolve({ code: reply.statusCode, ...(message === undefined ? {} : { message }) })
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}

const fine = { code: 200 }
const foreign = (why: string) => ({
  code: 403,
  message: `control is refused to pages of other origins: ${why}; ask from a program, such as fakecluster ctl, or from a page of this server`,
})
const otherHost = (name: string) => ({
  code: 403,
  message: `control is refused: the request is for the host "${name}"; ask 127.0.0.1 or localhost, or start with --allow-host "${name}"`,
})

describe('who is refused', () => {
  test.each<[string, (port: string) => Headers, object]>([
    ['a program', () => ({}), fine],
    [
      'a page of this server',
      (port) => ({ Origin: `http://127.0.0.1:${port}`, 'Sec-Fetch-Site': 'same-origin' }),
      fine,
    ],
    ['an address typed into a browser', () => ({ 'Sec-Fetch-Site': 'none' }), fine],
    ['a page of the web', () => ({ Origin: 'https://evil.example' }), foreign('its Origin is "https://evil.example"')],
    ['a page of the web that hides its origin', () => ({ Origin: 'null' }), foreign('its Origin is "null"')],
    [
      'a page of another port',
      () => ({ Origin: 'http://127.0.0.1:3000' }),
      foreign('its Origin is "http://127.0.0.1:3000"'),
    ],
    [
      'a page of a name that begins alike',
      (port) => ({ Origin: `http://127.0.0.1:${port}.evil.example` }),
      expect.objectContaining({ code: 403 }),
    ],
    [
      'a link on a page of the web',
      () => ({ 'Sec-Fetch-Site': 'cross-site' }),
      foreign('its Sec-Fetch-Site is "cross-site"'),
    ],
    ['localhost', (port) => ({ Host: `localhost:${port}` }), fine],
    ['localhost with a dot', (port) => ({ Host: `LocalHost.:${port}` }), fine],
    ['a name below localhost', (port) => ({ Host: `cluster.localhost:${port}` }), fine],
    ['another address of loopback', (port) => ({ Host: `127.1.2.3:${port}` }), fine],
    ['loopback of IPv6', (port) => ({ Host: `[::1]:${port}` }), fine],
    ['a host that is allowed', (port) => ({ Host: `cluster.test:${port}` }), fine],
    ['another that is allowed', () => ({ Host: 'api.test' }), fine],
    [
      'a name that was made to mean this machine',
      (port) => ({ Host: `evil.example:${port}` }),
      otherHost('evil.example'),
    ],
    [
      'a name that begins like loopback',
      () => ({ Host: '127.0.0.1.evil.example' }),
      otherHost('127.0.0.1.evil.example'),
    ],
    ['a name that ends like localhost', () => ({ Host: 'notlocalhost' }), otherHost('notlocalhost')],
    [
      'a page of a name that was made to mean this machine',
      () => ({ Host: 'evil.example', Origin: 'http://evil.example' }),
      otherHost('evil.example'),
    ],
  ])('%s', async (_, headersOf, expected) => {
    await using server = await startCluster({ profile: 'example', allowHosts: ['cluster.test', 'api.test'] })
    const headers = headersOf(new URL(server.url).port)
    for (const path of ['', '/clock', '/nowhere/at-all'].slice(0, expected === fine ? 2 : 3))
      expect(await get(`${server.url}/_fakecluster${path}`, headers)).toEqual(expected)
    expect(await get(`${server.url}/api/v1/namespaces`, headers)).toEqual(fine)
  })

  test('a preflight of a page of the web', async () => {
    await using server = await startCluster({ profile: 'example' })
    const headers = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' }
    expect(await get(`${server.url}/_fakecluster/state/reset`, headers, 'OPTIONS')).toMatchObject({ code: 403 })
  })

  test('the host listened on is a name of it', async () => {
    await using server = await startCluster({ profile: 'example', host: '0.0.0.0' })
    expect(await get(`${server.url}/_fakecluster/clock`, { Host: '0.0.0.0:1' })).toEqual(fine)
    expect(await get(`${server.url}/_fakecluster/clock`, { Host: '10.1.2.3:1' })).toEqual(otherHost('10.1.2.3'))
  })
})

test('the token', async () => {
  await using server = await startCluster({ profile: 'example', token: 'secret' })
  const url = `${server.url}/_fakecluster/clock`
  expect([
    await get(url, {}),
    await get(url, { Authorization: 'Bearer other' }),
    await get(url, { Authorization: 'Bearer secret' }),
  ]).toEqual([{ code: 401, message: 'Unauthorized' }, { code: 401, message: 'Unauthorized' }, fine])
  const inside = (headers: Headers) =>
    server.cluster.fetch('/_fakecluster/clock', { headers }).then(({ status }) => status)
  expect([await inside({}), await inside({ Authorization: 'Bearer secret' })]).toEqual([401, 200])
})

test('without control there is nothing there', async () => {
  await using server = await startCluster({ profile: 'example', control: false })
  const statuses = ['', '/clock', '/openapi.json'].map(
    async (path) => (await fetch(`${server.url}/_fakecluster${path}`)).status,
  )
  expect(await Promise.all(statuses)).toEqual([404, 404, 404])
  expect((await server.cluster.fetch('/_fakecluster/clock')).status).toBe(404)
})

test('in process any host will do, in an app of one’s own only those', async () => {
  const cluster = createCluster({ profile: 'example' })
  const status = async (reply: Response | Promise<Response>) => (await reply).status
  expect([
    await status(cluster.fetch('/_fakecluster/clock')),
    await status(cluster.fetch('http://any.example/_fakecluster/clock')),
    await status(cluster.app.request('/_fakecluster/clock')),
    await status(cluster.app.request('http://any.example/_fakecluster/clock')),
    await status(
      createCluster({ profile: 'example', allowHosts: ['any.example'] }).app.request(
        'http://any.example/_fakecluster/clock',
      ),
    ),
  ]).toEqual([200, 200, 200, 403, 200])
})

test('names that only begin like it are not control', async () => {
  const cluster = createCluster({ profile: 'example' })
  expect((await cluster.fetch('/_fakeclusters')).headers.get('content-type')).not.toBe(
    (await cluster.fetch('/_fakecluster/x')).headers.get('content-type'),
  )
})
