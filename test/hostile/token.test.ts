import { X509Certificate } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { isSecret } from '../../src/server/accounts/bearer.js'
import { type Cluster, type ClusterOptions, createCluster } from '../../src/index.js'
import { startCluster } from '../../src/node/start.js'
import { ask, codeOf } from './support/ask.js'

const PATHS = [
  '/api/v1/namespaces',
  '/api/v1/namespaces/default',
  '/api/v1/nowhere',
  '/api/v9/namespaces',
  '/api',
  '/apis/nowhere.example.io/v1/things',
  '/apis',
  '/openapi/v3',
  '/nowhere',
  '/',
  '/_fakecluster',
  '/_fakecluster/clock',
  '/_fakecluster/nowhere',
]
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']

test('without the token every path and method is answered 401', async () => {
  await using server = await startCluster({ profile: 'example', token: 'secret' })
  const found: unknown[] = []
  for (const path of PATHS)
    for (const method of METHODS) {
      const { code } = await ask(`${server.url}${path}`, {}, method)
      if (code !== 401) found.push([method, path, code])
    }
  expect(found).toEqual([])
})

// k8s.io/apiserver v0.33, pkg/authentication/request/bearertoken
test.each([
  ['Bearer secret', 200],
  ['bearer secret', 200],
  ['BEARER secret', 200],
  [' Bearer secret ', 200],
  ['Bearer secret and more', 200],
  ['Bearer  secret', 401],
  ['Bearer\tsecret', 401],
  ['Bearer secretly', 401],
  ['Bearer secre', 401],
  ['Bearer secretsecret', 401],
  ['Bearer', 401],
  ['Bearer ', 401],
  ['Basic secret', 401],
  ['secret', 401],
])('the header Authorization: %j is answered %i', async (authorization, code) => {
  await using server = await startCluster({ profile: 'example', token: 'secret' })
  for (const path of ['/api/v1/namespaces', '/_fakecluster/clock']) {
    expect(await codeOf(ask(`${server.url}${path}`, { Authorization: authorization }))).toEqual(
      code === 200 ? { code } : { code, message: 'Unauthorized' },
    )
    const inside = await server.cluster.fetch(path, { headers: { Authorization: authorization } })
    expect(inside.status).toBe(code)
  }
})

test('comparing the token reads all characters wherever the first wrong one is', () => {
  const secret = 'secret-of-the-cluster'
  const looks = (given: string) => {
    const spy = vi.spyOn(String.prototype, 'charCodeAt')
    isSecret(secret, given)
    const { length } = spy.mock.calls
    spy.mockRestore()
    return length
  }
  const given = [secret, `X${secret.slice(1)}`, `${secret.slice(0, -1)}X`, 'X'.repeat(secret.length)]
  expect(given.map(looks)).toEqual(given.map(() => 2 * secret.length))
  expect(['', 's', secret, `${secret}${secret}`].map((text) => isSecret(secret, text))).toEqual([
    false,
    false,
    true,
    false,
  ])
})

test('a token that cannot be sent in a header is refused', async () => {
  for (const token of ['', 'two words', 'a\nb', 'é'])
    await expect(startCluster({ token })).rejects.toThrow(
      'token: must be a text of printable ASCII characters without spaces',
    )
})

const ROBOT = '/api/v1/namespaces/default/serviceaccounts/robot'

/** Tells whether a cluster accepts a service account token that another with the same options has issued. */
async function isTaken(options: ClusterOptions): Promise<boolean> {
  const started = await Promise.all(
    [0, 1].map(async () => {
      const cluster = createCluster({ controllers: 'none', clock: 'virtual', ...options })
      await cluster.create('ServiceAccount', { metadata: { name: 'robot', uid: 'a' } })
      return cluster
    }),
  )
  const [one, other] = started
  if (!one || !other) throw new Error('there are two')
  const post = async (cluster: Cluster, path: string, body: object) => {
    const headers = {
      'content-type': 'application/json',
      ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
    }
    const reply = await cluster.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(reply.status).toBe(201)
    return (await reply.json()) as { readonly status: { readonly token?: string; readonly authenticated?: boolean } }
  }
  const { status } = await post(one, `${ROBOT}/token`, { spec: {} })
  const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token: status.token } }
  const judged = await Promise.all(
    started.map((cluster) => post(cluster, '/apis/authentication.k8s.io/v1/tokenreviews', review)),
  )
  expect(judged[0]?.status.authenticated).toBe(true)
  return judged[1]?.status.authenticated === true
}

test('the signing key of service account tokens is random, unless there is a seed and no token', async () => {
  expect(await isTaken({})).toBe(false)
  expect(await isTaken({ seed: 1, token: 'secret' })).toBe(false)
  expect(await isTaken({ seed: 1 })).toBe(true)
})

test('each start has a new TLS certificate with a new key', async () => {
  const keys: unknown[] = []
  for (const seed of [1, 1, undefined]) {
    await using server = await startCluster({ port: 0, tls: true, ...(seed === undefined ? {} : { seed }) })
    const data = /certificate-authority-data: (\S+)/.exec(server.kubeconfig)?.[1] ?? ''
    const { publicKey, fingerprint256 } = new X509Certificate(Buffer.from(data, 'base64'))
    keys.push(fingerprint256, publicKey.export({ type: 'spki', format: 'pem' }))
  }
  expect(new Set(keys).size).toBe(6)
})
