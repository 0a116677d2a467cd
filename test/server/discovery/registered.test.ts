import { expect, test } from 'vitest'
import type { Cluster } from '../../../src/cluster/types.js'
import { createCluster } from '../../../src/cluster/cluster.js'

const GROUP = 'metrics.example.com'
const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

type Groups = { readonly name: string; readonly versions: readonly { readonly groupVersion: string }[] }

const registering = (group: string, version: string, more: object) => ({
  metadata: { name: `${version}.${group}` },
  spec: { group, version, groupPriorityMinimum: 100, versionPriority: 100, ...more },
})
const remote = { service: { name: 'metrics', namespace: 'kube-system' }, insecureSkipTLSVerify: true }

async function ask(cluster: Cluster, path: string, accept = 'application/json') {
  const reply = await cluster.fetch(path, { headers: { accept } })
  return { code: reply.status, type: reply.headers.get('content-type'), text: await reply.text() }
}
const groupsIn = async (cluster: Cluster) =>
  (JSON.parse((await ask(cluster, '/apis')).text) as { readonly groups: readonly Groups[] }).groups
const itemsIn = async (cluster: Cluster) =>
  (
    JSON.parse((await ask(cluster, '/apis', AGGREGATED)).text) as {
      readonly items: readonly { readonly metadata: { readonly name: string }; readonly versions: unknown }[]
    }
  ).items

const UNAVAILABLE = { code: 503, type: 'text/plain; charset=utf-8', text: 'service unavailable\n' }
const NOWHERE = { code: 404, type: 'text/plain; charset=utf-8', text: '404 page not found\n' }

test('the group version of a remote APIService is in discovery as stale, and answers 503', async () => {
  const cluster = createCluster({ seed: 1 })
  await cluster.create('APIService', registering(GROUP, 'v1beta1', remote))
  expect((await groupsIn(cluster)).at(-1)).toEqual({
    name: GROUP,
    versions: [{ groupVersion: `${GROUP}/v1beta1`, version: 'v1beta1' }],
    preferredVersion: { groupVersion: `${GROUP}/v1beta1`, version: 'v1beta1' },
  })
  expect((await itemsIn(cluster)).at(-1)).toEqual({
    metadata: { name: GROUP, creationTimestamp: null },
    versions: [{ version: 'v1beta1', freshness: 'Stale' }],
  })
  for (const path of ['', '/', '/nodes', '/namespaces/default/pods/web'])
    expect(await ask(cluster, `/apis/${GROUP}/v1beta1${path}`)).toEqual(UNAVAILABLE)
  expect(JSON.parse((await ask(cluster, `/apis/${GROUP}`)).text)).toMatchObject({ kind: 'APIGroup', name: GROUP })
  expect(JSON.parse((await ask(cluster, '/')).text)).toMatchObject({
    paths: expect.arrayContaining([`/apis/${GROUP}`, `/apis/${GROUP}/v1beta1`]),
  })
  expect(await ask(cluster, `/apis/${GROUP}/v1`)).toEqual(NOWHERE)
  await cluster.delete('APIService', { name: `v1beta1.${GROUP}` })
  expect(await ask(cluster, `/apis/${GROUP}/v1beta1`)).toEqual(NOWHERE)
  expect((await groupsIn(cluster)).map(({ name }) => name)).not.toContain(GROUP)
})

test('a remote APIService takes precedence over a CRD of the same group version', async () => {
  const cluster = createCluster({ seed: 1 })
  await cluster.create('APIService', registering('example.com', 'v1', remote))
  await cluster.create('CustomResourceDefinition', {
    metadata: { name: 'things.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'things', kind: 'Thing' },
      versions: ['v1', 'v2'].map((name) => ({
        name,
        served: true,
        storage: name === 'v1',
        schema: { openAPIV3Schema: { type: 'object' } },
      })),
    },
  })
  await cluster.settled()
  expect(await ask(cluster, '/apis/example.com/v1')).toEqual(UNAVAILABLE)
  expect(await ask(cluster, '/apis/example.com/v1/namespaces/default/things')).toEqual(UNAVAILABLE)
  expect((await ask(cluster, '/apis/example.com/v2/namespaces/default/things')).code).toBe(200)
  expect((await groupsIn(cluster)).at(-1)?.versions.map(({ groupVersion }) => groupVersion)).toEqual([
    'example.com/v2',
    'example.com/v1',
  ])
  expect((await itemsIn(cluster)).at(-1)?.versions).toMatchObject([
    { version: 'v2', freshness: 'Current' },
    { version: 'v1', freshness: 'Stale' },
  ])
  await cluster.delete('APIService', { name: 'v1.example.com' })
  expect((await ask(cluster, '/apis/example.com/v1/namespaces/default/things')).code).toBe(200)
})

test('a local APIService is answered by what is served, or with 404', async () => {
  const cluster = createCluster({ seed: 1 })
  const before = await groupsIn(cluster)
  await cluster.patch('APIService', { name: 'v1.apps' }, { metadata: { labels: { seen: 'yes' } } })
  expect(await groupsIn(cluster)).toEqual(before)
  expect((await ask(cluster, '/apis/apps/v1/deployments')).code).toBe(200)
  await cluster.create('APIService', registering('local.example.com', 'v1', {}))
  expect((await groupsIn(cluster)).map(({ name }) => name)).toContain('local.example.com')
  expect((await itemsIn(cluster)).map(({ metadata }) => metadata.name)).not.toContain('local.example.com')
  expect(await ask(cluster, '/apis/local.example.com/v1')).toEqual(NOWHERE)
  expect((await ask(cluster, '/apis/local.example.com')).code).toBe(200)
})

test('groups are sorted by groupPriorityMinimum, versions by versionPriority', async () => {
  const cluster = createCluster({ seed: 1 })
  for (const [group, version, groupPriorityMinimum, versionPriority] of [
    ['low.example.com', 'v1', 10, 1],
    ['high.example.com', 'v1', 17000, 1],
    ['high.example.com', 'v2', 10, 5],
    ['high.example.com', 'v3', 10, 1],
  ] as const)
    await cluster.create(
      'APIService',
      registering(group, version, { ...remote, groupPriorityMinimum, versionPriority }),
    )
  const groups = await groupsIn(cluster)
  const names = groups.map(({ name }) => name)
  expect(names.indexOf('high.example.com')).toBe(names.indexOf('policy') + 1)
  expect(names.at(-1)).toBe('low.example.com')
  const high = groups.find(({ name }) => name === 'high.example.com')
  expect(high?.versions.map(({ groupVersion }) => groupVersion.split('/')[1])).toEqual(['v2', 'v3', 'v1'])
})

test('groups of custom resources come after the built-in ones, whatever their names', async () => {
  const cluster = createCluster({ seed: 1 })
  await cluster.create('CustomResourceDefinition', {
    metadata: { name: 'gateways.networking.example.com' },
    spec: {
      group: 'networking.example.com',
      scope: 'Namespaced',
      names: { kind: 'Gateway', plural: 'gateways' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    },
  })
  expect((await groupsIn(cluster)).at(-1)?.name).toBe('networking.example.com')
})
