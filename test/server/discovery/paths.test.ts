import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'

const ask = async (method: string, path: string, accept = 'application/json') => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const reply = await cluster.fetch(path, { method, headers: { accept } })
  return { code: reply.status, type: reply.headers.get('content-type'), text: await reply.text() }
}

test.each([
  ['OPTIONS', '/', 200],
  ['POST', '/apis', 200],
  ['PUT', '/apis/apps', 200],
  ['POST', '/api', 405],
  ['POST', '/apis/apps/v1', 405],
  ['GET', '/version/', 200],
  ['GET', '/healthz/', 404],
  ['GET', '/index.html', 200],
  ['PUT', '/version', 405],
  ['PUT', '/version/x', 404],
  ['GET', '/openid/v1/jwks/', 406],
  ['PUT', '/openid/v1/jwks', 405],
  ['PUT', '/openid/v1/jwks/x', 404],
  ['GET', '/.well-known/openid-configuration/', 200],
  ['GET', '/.well-known/x', 404],
  ['GET', '/healthz/ping', 200],
  ['GET', '/healthz/poststarthook/rbac/bootstrap-roles', 200],
  ['GET', '/readyz/poststarthook/apiservice-status-local-available-controller', 200],
  ['GET', '/readyz/poststarthook/start-legacy-token-tracking-controller', 200],
  ['GET', '/healthz/poststarthook', 404],
  ['GET', '/healthz/informer-sync', 404],
  ['GET', '/readyz/informer-sync', 200],
  ['GET', '/openapi/v3/', 404],
  ['GET', '/openapi/v3/nope', 404],
  ['GET', '/api/v1/namespaces//pods', 200],
  ['DELETE', '/api/v1/namespaces//pods', 404],
])('%s %s: %i', async (method, path, code) => {
  expect((await ask(method, path)).code).toBe(code)
})

test('an unknown OpenAPI document is a 404 with an empty body', async () => {
  expect((await ask('GET', '/openapi/v3/nope')).text).toBe('')
})

test('health paths list their checks', async () => {
  const { text } = await ask('GET', '/')
  const { paths } = JSON.parse(text) as { readonly paths: readonly string[] }
  const checksOf = (root: string) =>
    paths.flatMap((path) => (path.startsWith(`/${root}/`) ? path.slice(root.length + 2) : []))
  for (const root of ['healthz', 'livez', 'readyz']) {
    const lines = (await ask('GET', `/${root}?verbose`)).text.split('\n')
    expect(lines.splice(-2)).toEqual([`${root} check passed`, ''])
    expect(lines.sort()).toEqual(checksOf(root).map((check) => `[+]${check} ok`))
  }
  const only = (root: string) => checksOf(root).filter((check) => !checksOf('livez').includes(check))
  expect(only('healthz')).toEqual([])
  expect(only('readyz')).toEqual(['etcd-readiness', 'informer-sync', 'shutdown'])
})

test('since v1.36 there are checks of the certificate for the server itself, of other servers and of caches', async () => {
  const linesOf = async (kubernetesVersion: string, root: string) => {
    const cluster = createCluster({ seed: 1, controllers: 'none', kubernetesVersion })
    return (await (await cluster.fetch(`/${root}?verbose`)).text()).split('\n')
  }
  for (const [root, first] of [
    ['livez', ['loopback-serving-certificate']],
    ['readyz', []],
  ] as const) {
    const before = await linesOf('1.35', root)
    const added = (await linesOf('1.36', root)).filter((line) => !before.includes(line))
    const hooks = ['peer-endpoint-reconciler-controller', 'storage-readiness'].map((name) => `poststarthook/${name}`)
    expect(added).toEqual([...first, ...hooks].map((name) => `[+]${name} ok`))
  }
})

test('a check that is excluded is told, also if there is none of that name', async () => {
  const { text } = await ask('GET', '/livez?verbose&exclude=etcd&exclude=b&exclude=a')
  expect(text).toContain('[+]etcd excluded: ok\n')
  expect(text).toContain('\nwarn: some health checks cannot be excluded: no matches for "a","b"\nlivez check passed\n')
  expect((await ask('GET', '/livez?exclude=a')).text).toBe('ok')
})

test.each(['/api/v1/watch?a=%41', '/apis/apps/v1/proxy/'])('%s names no resource', async (path) => {
  const { code, type, text } = await ask('GET', path)
  expect([code, type]).toEqual([500, 'text/plain; charset=utf-8'])
  expect(text).toBe(
    `Internal Server Error: "${path}": failed to create RequestInfo: unable to determine kind and namespace from url, ${path}\n`,
  )
})

test.each([
  ['application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json', 'APIGroupDiscoveryList'],
  [
    'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json',
    'APIGroupDiscoveryList',
  ],
  ['application/json;g=apidiscovery.k8s.io;v=v3;as=APIGroupDiscoveryList,application/json', 'APIGroupList'],
])('GET /apis with Accept %s returns an %s', async (accept, kind) => {
  expect((JSON.parse((await ask('GET', '/apis', accept)).text) as { kind: string }).kind).toBe(kind)
})

test('discovery has storageVersionHash for kinds that can be updated', async () => {
  const { resources } = JSON.parse((await ask('GET', '/api/v1')).text) as {
    resources: { name: string; storageVersionHash?: string; verbs: string[] }[]
  }
  const stored = resources.filter(({ name, verbs }) => !name.includes('/') && verbs.includes('update'))
  expect(stored.filter(({ storageVersionHash }) => !storageVersionHash)).toEqual([])
})

const V2 = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
const ROUTER = '406: Not Acceptable'
const HANDLER = 'only the following media types are accepted'

// The router compares media types only, with */* as the only wildcard; the aggregator has no router.
test.each([
  ['/api', `application/json,${V2}`, V2],
  ['/api/', `${V2};q=0.1,application/json`, V2],
  ['/apis', `application/json,${V2}`, V2],
  ['/apis/', `${V2},application/json`, 'application/json'],
  ['/apis/', V2, HANDLER],
  ['/apis/apps', 'application/*', 'application/json'],
  ['/apis', 'text/html', HANDLER],
  ['/api', 'application/*', ROUTER],
  ['/apis/apps/v1', 'text/html', ROUTER],
  ['/apis/apps/v1', V2, HANDLER],
  ['/version', 'application/yaml', ROUTER],
  ['/version', 'application/json;as=Table;v=v1;g=meta.k8s.io', 'application/json'],
  ['/.well-known/openid-configuration', 'application/yaml', ROUTER],
  ['/openid/v1/jwks', 'application/json', ROUTER],
  ['/openid/v1/jwks', '*/*', 'application/jwk-set+json'],
])('GET %s, Accept %s: %s', async (path, accept, told) => {
  const { code, type, text } = await ask('GET', path, accept)
  const isRefused = told === ROUTER || told === HANDLER
  expect([code, isRefused ? text : type]).toEqual([isRefused ? 406 : 200, expect.stringContaining(told)])
})

test('aggregated discovery is a 304 only for exactly its ETag', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const get = (tag: string) => cluster.fetch('/apis', { headers: { accept: V2, 'if-none-match': tag } })
  const tag = (await get('none')).headers.get('etag') ?? ''
  const codes = [tag, `W/${tag}`, '*', `"x", ${tag}`].map(async (given) => (await get(given)).status)
  expect(await Promise.all(codes)).toEqual([304, 200, 200, 200])
})

test('aggregated discovery follows what is served: definitions that come and go, and APIServices', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const send = (method: string, path: string, body?: object) =>
    cluster.fetch(path, {
      method,
      headers: { 'content-type': 'application/json', accept: method === 'GET' ? V2 : 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  /** The verbs of Lamps, whether the remote version is there, and the ETag. */
  const told = async () => {
    const reply = await send('GET', '/apis')
    const { items } = (await reply.json()) as {
      readonly items: readonly {
        readonly metadata: { readonly name: string }
        readonly versions: readonly {
          readonly version: string
          readonly resources?: readonly { readonly verbs: object }[]
        }[]
      }[]
    }
    const group = items.find(({ metadata }) => metadata.name === 'home.example')
    return {
      verbs: group?.versions.find(({ version }) => version === 'v1')?.resources?.[0]?.verbs,
      isRemote: group?.versions.some(({ version }) => version === 'v2'),
      tag: reply.headers.get('etag'),
    }
  }
  const before = await told()
  expect(before).toMatchObject({ verbs: undefined })
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
  await send('POST', definitions, {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'lamps.home.example' },
    spec: {
      group: 'home.example',
      scope: 'Namespaced',
      names: { kind: 'Lamp', plural: 'lamps' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    },
  })
  const served = await told()
  expect(served).toMatchObject({ verbs: expect.arrayContaining(['create', 'delete']) as unknown, isRemote: false })
  expect(await told()).toEqual(served)
  await send('POST', '/apis/apiregistration.k8s.io/v1/apiservices', {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: 'v2.home.example' },
    spec: {
      ...{ group: 'home.example', version: 'v2', groupPriorityMinimum: 10, versionPriority: 10 },
      ...{ insecureSkipTLSVerify: true, service: { namespace: 'default', name: 'lamps' } },
    },
  })
  const remote = await told()
  expect(remote).toMatchObject({ isRemote: true })
  await send('DELETE', `${definitions}/lamps.home.example`)
  const gone = await told()
  expect(gone).toMatchObject({ verbs: undefined, isRemote: true })
  expect(new Set([before, served, remote, gone].map(({ tag }) => tag)).size).toBe(4)
})
