import { expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'

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
  ['GET', '/healthz/ping', 200],
  ['GET', '/healthz/informer-sync', 404],
  ['GET', '/readyz/informer-sync', 200],
  ['GET', '/openapi/v3/', 404],
  ['GET', '/openapi/v3/nope', 404],
  ['GET', '/api/v1/namespaces//pods', 200],
  ['DELETE', '/api/v1/namespaces//pods', 404],
])('%s %s: %i', async (method, path, code) => {
  expect((await ask(method, path)).code).toBe(code)
})

test('an unknown part of the API is refused without a word', async () => {
  expect((await ask('GET', '/openapi/v3/nope')).text).toBe('')
})

test.each([
  ['livez', ['ping', 'log', 'etcd', 'autoregister-completion']],
  ['readyz', ['ping', 'log', 'etcd', 'etcd-readiness', 'informer-sync', 'autoregister-completion', 'shutdown']],
])('what %s looks at', async (root, checks) => {
  expect((await ask('GET', `/${root}?verbose`)).text).toBe(
    [...checks.map((check) => `[+]${check} ok`), `${root} check passed`, ''].join('\n'),
  )
})

test.each([
  ['application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json', 'APIGroupDiscoveryList'],
  [
    'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json',
    'APIGroupDiscoveryList',
  ],
  ['application/json;g=apidiscovery.k8s.io;v=v3;as=APIGroupDiscoveryList,application/json', 'APIGroupList'],
])('the groups for who accepts %s', async (accept, kind) => {
  expect((JSON.parse((await ask('GET', '/apis', accept)).text) as { kind: string }).kind).toBe(kind)
})

test('kinds are told with the version they are stored in', async () => {
  const { resources } = JSON.parse((await ask('GET', '/api/v1')).text) as {
    resources: { name: string; storageVersionHash?: string; verbs: string[] }[]
  }
  const stored = resources.filter(({ name, verbs }) => !name.includes('/') && verbs.includes('update'))
  expect(stored.filter(({ storageVersionHash }) => !storageVersionHash)).toEqual([])
})
