import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { profiles } from '../../profiles.js'
import { specifiedKinds } from '../../suites/specified-kinds.js'
import { goTypeName } from '../../../src/server/wire/partial.js'

const LEASES = '/apis/coordination.k8s.io/v1/namespaces/default/leases'
const asking = (shape: string, version = 'v1') => `application/json;as=${shape};v=${version};g=meta.k8s.io`
const ONE = 'PartialObjectMetadata'
const LIST = 'PartialObjectMetadataList'

async function openLeases() {
  const cluster = createCluster({ seed: 1, featureGates: { WatchList: true } })
  const { metadata } = await cluster.create('Lease', {
    metadata: { name: 'a', labels: { x: 'y' }, annotations: { '9': '', '10': '' } },
    spec: { holderIdentity: 'me' },
  })
  const ask = (path: string, accept: string, init: RequestInit = {}) =>
    cluster.fetch(path, { ...init, headers: { accept, 'content-type': 'application/json' } })
  return {
    cluster,
    metadata,
    ask,
    partial: (version = 'v1') => ({ kind: ONE, apiVersion: `meta.k8s.io/${version}`, metadata }),
  }
}

test.each(['v1', 'v1beta1'])('PartialObjectMetadata of an object, in %s', async (version) => {
  const { ask, partial } = await openLeases()
  expect(await (await ask(`${LEASES}/a`, asking(ONE, version))).text()).toBe(
    `${JSON.stringify(partial(version)).replace('"9":"","10":""', '"10":"","9":""')}\n`,
  )
})

test.each(['v1', 'v1beta1'])('PartialObjectMetadataList has items with kind and apiVersion, in %s', async (version) => {
  const { ask, partial, metadata } = await openLeases()
  expect(await (await ask(LEASES, asking(LIST, version))).json()).toEqual({
    kind: LIST,
    apiVersion: `meta.k8s.io/${version}`,
    metadata: { resourceVersion: metadata.resourceVersion },
    items: [partial(version)],
  })
})

test('a create can return PartialObjectMetadata, with code 201', async () => {
  const { cluster, ask } = await openLeases()
  const reply = await ask(LEASES, asking(ONE), { method: 'POST', body: '{"metadata":{"name":"b"}}' })
  const { metadata } = await cluster.get('Lease', { name: 'b' })
  expect([reply.status, await reply.json()]).toEqual([201, { kind: ONE, apiVersion: 'meta.k8s.io/v1', metadata }])
})

test.each([
  ['', ONE, 'you requested PartialObjectMetadata, but the requested object is a list (*coordination.LeaseList)'],
  ['/a', LIST, 'you requested PartialObjectMetadataList, but the requested object is not a list (*coordination.Lease)'],
])('GET %s as %s is refused without trying other clauses of Accept', async (path, shape, message) => {
  const { ask } = await openLeases()
  const reply = await ask(`${LEASES}${path}`, `${asking(shape)},application/json`)
  const body: unknown = await reply.json()
  expect([reply.status, body]).toEqual([
    406,
    { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason: 'NotAcceptable', code: 406 },
  ])
})

test('a refusal has the warning of a deprecated kind', async () => {
  const { ask } = await openLeases()
  const reply = await ask('/api/v1/componentstatuses', asking(ONE))
  expect([reply.status, reply.headers.get('warning')]).toEqual([
    406,
    '299 - "v1 ComponentStatus is deprecated in v1.19+"',
  ])
})

const GO_TYPES = {
  APIService: '*apiregistration.APIServiceList',
  ComponentStatus: '*core.ComponentStatusList',
  Event: '*core.EventList',
  IPAddress: '*networking.IPAddressList',
  Lease: '*coordination.LeaseList',
  LeaseCandidate: '*coordination.LeaseCandidateList',
  Namespace: '*core.NamespaceList',
  Node: '*core.NodeList',
  PersistentVolumeClaim: '*core.PersistentVolumeClaimList',
  PodDisruptionBudget: '*policy.PodDisruptionBudgetList',
  RuntimeClass: '*node.RuntimeClassList',
  ServiceCIDR: '*networking.ServiceCIDRList',
}

test.each(['example', 'kubernetes'] as const)(
  'goTypeName gives the Go list types of all kinds, profile %s',
  (profile) => {
    expect(
      Object.fromEntries(
        specifiedKinds.map((kind) => kind(profiles[profile])).map((def) => [def.kind, goTypeName(def, true)]),
      ),
    ).toEqual(GO_TYPES)
  },
)

const QUERY =
  'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&timeoutSeconds=1'

test('a watch of PartialObjectMetadata, bookmarks included', async () => {
  const { cluster, ask, partial, metadata } = await openLeases()
  const text = (await ask(`${LEASES}?${QUERY}`, asking(ONE))).text()
  await cluster.clock.advance('2s')
  const events = (await text)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
  const bookmark = {
    resourceVersion: metadata.resourceVersion,
    creationTimestamp: null,
    annotations: { 'k8s.io/initial-events-end': 'true' },
  }
  expect(events).toEqual([
    { type: 'ADDED', object: partial() },
    { type: 'BOOKMARK', object: { kind: ONE, apiVersion: 'meta.k8s.io/v1', metadata: bookmark } },
  ])
})

test('a watch as PartialObjectMetadataList ends at the first object', async () => {
  const { ask } = await openLeases()
  const reply = await ask(`${LEASES}?watch=1`, asking(LIST))
  expect([reply.status, await reply.text()]).toEqual([200, ''])
})
