import { expect, test } from 'vitest'
import { startCluster } from '../../src/node/start.js'
import { ask } from './support/ask.js'

const API = '/api/v1/namespaces'
const APP = 'https://app.example'

// pkg/server/filters/cors.go of k8s.io/apiserver v0.33
const LET_IN = {
  'access-control-allow-origin': APP,
  'access-control-allow-methods': 'POST, GET, OPTIONS, PUT, DELETE, PATCH',
  'access-control-allow-headers':
    'Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, X-Requested-With, If-Modified-Since',
  'access-control-expose-headers': 'Date',
  'access-control-allow-credentials': 'true',
}

const corsOf = (headers: object) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')))

test.each([{}, { log: 'requests', print: () => undefined } as const])(
  'a page of an allowed origin gets the CORS headers on each reply, %o',
  async (options) => {
    await using server = await startCluster({ profile: 'example', cors: [APP], token: 'secret', ...options })
    const page = { Origin: APP, 'Sec-Fetch-Site': 'cross-site' }
    const known = { ...page, Authorization: 'Bearer secret' }
    const replies = [
      await ask(`${server.url}${API}`, { ...page, 'Access-Control-Request-Method': 'POST' }, 'OPTIONS'),
      await ask(`${server.url}${API}`, page),
      await ask(`${server.url}${API}`, known),
      await ask(`${server.url}/version`, known),
      await ask(`${server.url}${API}`, known, 'POST', '{"metadata":{"name":"a"}}'),
      await ask(`${server.url}/nowhere`, known),
    ]
    expect(replies.map(({ code }) => code)).toEqual([204, 401, 200, 200, 201, 404])
    expect(replies.map(({ headers }) => corsOf(headers))).toEqual(replies.map(() => LET_IN))
    expect(replies[0]?.text).toBe('')
  },
)

test('a watch by such a page has the CORS headers too', async () => {
  await using server = await startCluster({ profile: 'example', cors: [APP] })
  const reply = await fetch(`${server.url}${API}?watch=1&timeoutSeconds=1`, { headers: { Origin: APP } })
  expect(corsOf(Object.fromEntries(reply.headers))).toEqual(LET_IN)
  await reply.body?.cancel()
})

test('other origins are refused, and get no CORS headers, nor do programs', async () => {
  await using server = await startCluster({ profile: 'example', cors: [APP] })
  for (const [headers, code] of [
    [{ Origin: 'https://app.example.evil' }, 403],
    [{ Origin: 'http://app.example' }, 403],
    [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{}, 200],
  ] as const) {
    const reply = await ask(`${server.url}${API}`, headers)
    expect([reply.code, corsOf(reply.headers)]).toEqual([code, {}])
  }
})

test.each(['http://localhost:5173', 'http://127.0.0.1:3000', 'http://[::1]:8081', 'http://app.localhost'])(
  'a page on the loopback origin %s reads and writes without --cors, and cannot use control',
  async (origin) => {
    await using server = await startCluster({ profile: 'example', port: 0 })
    // http://localhost is another site than http://127.0.0.1.
    for (const site of ['same-site', 'cross-site']) {
      const page = { Origin: origin, 'Sec-Fetch-Site': site }
      const preflight = {
        ...page,
        'Access-Control-Request-Method': 'PATCH',
        'Access-Control-Request-Headers': 'content-type',
      }
      const replies = [
        await ask(`${server.url}${API}`, preflight, 'OPTIONS'),
        await ask(`${server.url}${API}`, page),
        await ask(`${server.url}${API}`, page, 'POST', `{"metadata":{"name":"${site}"}}`),
      ]
      const letIn = { ...LET_IN, 'access-control-allow-origin': origin }
      expect(replies.map(({ code, headers }) => [code, corsOf(headers)])).toEqual(
        [204, 200, 201].map((code) => [code, letIn]),
      )
      for (const method of ['OPTIONS', 'GET', 'POST']) {
        const reply = await ask(`${server.url}/_fakecluster/clock`, preflight, method)
        expect([reply.code, corsOf(reply.headers)]).toEqual([403, {}])
      }
    }
  },
)

test('"*" allows all origins, without credentials', async () => {
  await using server = await startCluster({ profile: 'example', cors: ['*'] })
  const { 'access-control-allow-credentials': _, ...without } = LET_IN
  for (const origin of [APP, 'null']) {
    const reply = await ask(`${server.url}${API}`, { Origin: origin, 'Sec-Fetch-Site': 'cross-site' })
    expect([reply.code, corsOf(reply.headers)]).toEqual([200, { ...without, 'access-control-allow-origin': '*' }])
  }
})

test.each([
  ['/_fakecluster/clock', [403, 403]],
  ['/_fakecluster', [403, 403]],
  ['/%5ffakecluster/clock', [404, 204]],
  ['/_fakecluster%2fclock', [404, 204]],
  ['//_fakecluster/clock', [404, 204]],
])('the control API is closed to cross-origin pages: %s', async (path, codes) => {
  for (const cors of [[APP], ['*']]) {
    await using server = await startCluster({ profile: 'example', cors })
    const page = { Origin: APP, 'Sec-Fetch-Site': 'cross-site' }
    const replies = [await ask(`${server.url}${path}`, page), await ask(`${server.url}${path}`, page, 'OPTIONS')]
    expect(replies.map(({ code }) => code)).toEqual(codes)
  }
})

test.each([
  ['app.example', 'must be an origin such as "https://app.example.com", without a path, or "*", not "app.example"'],
  ['https://app.example/', 'must be an origin'],
  [5, 'must be an origin'],
])('an invalid origin is refused: %s', async (origin, message) => {
  // @ts-expect-error JavaScript callers may pass anything.
  const cors: readonly string[] = [origin]
  await expect(startCluster({ cors })).rejects.toThrow(`startCluster: cors[0]: ${message}`)
})
