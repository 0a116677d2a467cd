import { describe, expect, test } from 'vitest'
import type { Cluster } from '../../../src/cluster/types.js'
import { createCluster } from '../../../src/cluster/cluster.js'
import { forbidden } from '../../../src/server/hooks/statuses.js'

const profiles = ['example', 'kubernetes'] as const

type Extra = {
  readonly finalizers?: readonly string[]
  readonly namespace?: string
  readonly [member: string]: unknown
}
type Link = { readonly blockOwnerDeletion?: boolean; readonly controller?: boolean }

const start = (profile: 'example' | 'kubernetes' = 'kubernetes') =>
  createCluster({ profile, seed: 1, controllers: ['garbage-collection'] })

/** Creates a Lease that is owned by other Leases, given by their names. */
async function lease(
  cluster: Cluster,
  name: string,
  owners: { readonly [owner: string]: Link } = {},
  extra: Extra = {},
) {
  const refs = await Promise.all(
    Object.entries(owners).map(async ([owner, link]) => {
      const { apiVersion, kind, metadata } = await cluster.get('Lease', { name: owner })
      return { apiVersion, kind, name: owner, uid: metadata.uid!, ...link }
    }),
  )
  await cluster.create('Lease', { metadata: { name, ...(refs.length > 0 ? { ownerReferences: refs } : {}), ...extra } })
}

/** The remaining Leases by name, with their finalizers and owners. */
async function left(cluster: Cluster) {
  const { items } = await cluster.list('Lease')
  return Object.fromEntries(
    items.map(({ metadata: { name, finalizers = [], deletionTimestamp, ownerReferences = [] } }) => [
      name,
      [
        ...(deletionTimestamp ? ['ends'] : []),
        ...finalizers,
        ...ownerReferences.map((ref) => `of ${ref.name}${ref.blockOwnerDeletion ? '!' : ''}`),
      ].join(' '),
    ]),
  )
}

/** The watch events of Leases that a deletion causes, in order. */
async function changesOf(cluster: Cluster, name: string, propagationPolicy: 'Background' | 'Foreground' | 'Orphan') {
  const { metadata } = await cluster.list('Lease')
  const watch = cluster.watch('Lease', { resourceVersion: metadata.resourceVersion! })
  const seen: string[] = []
  const reading = (async () => {
    for await (const { type, object } of watch) if (type !== 'BOOKMARK') seen.push(`${type} ${object.metadata.name}`)
  })()
  await cluster.delete('Lease', { name }, { propagationPolicy })
  await cluster.settled()
  await watch[Symbol.asyncDispose]()
  await reading
  return seen
}

describe.each(profiles)('in profile %s', (profile) => {
  test('Background deletes dependents after their owner, and their own dependents after them', async () => {
    const cluster = start(profile)
    await lease(cluster, 'owner')
    await lease(cluster, 'child', { owner: { blockOwnerDeletion: true, controller: true } })
    await lease(cluster, 'grandchild', { child: {} })
    await lease(cluster, 'stranger')
    expect(await changesOf(cluster, 'owner', 'Background')).toEqual([
      'DELETED owner',
      'DELETED child',
      'DELETED grandchild',
    ])
    expect(await left(cluster)).toEqual({ stranger: '' })
  })

  test('Foreground deletes the owner after its dependents', async () => {
    const cluster = start(profile)
    await lease(cluster, 'owner')
    await lease(cluster, 'child', { owner: { blockOwnerDeletion: true } })
    await lease(cluster, 'grandchild', { child: { blockOwnerDeletion: true } })
    expect(await changesOf(cluster, 'owner', 'Foreground')).toEqual([
      'MODIFIED owner',
      'MODIFIED child',
      'DELETED grandchild',
      'DELETED child',
      'DELETED owner',
    ])
  })

  test('Orphan removes the owner references before the owner is deleted', async () => {
    const cluster = start(profile)
    await lease(cluster, 'owner')
    await lease(cluster, 'child', { owner: { blockOwnerDeletion: true } })
    await lease(cluster, 'grandchild', { child: {} })
    expect(await changesOf(cluster, 'owner', 'Orphan')).toEqual(['MODIFIED owner', 'MODIFIED child', 'DELETED owner'])
    expect(await left(cluster)).toEqual({ child: '', grandchild: 'of child' })
  })
})

test('foreground deletion waits only for dependents with blockOwnerDeletion', async () => {
  const cluster = start()
  await lease(cluster, 'owner')
  await lease(cluster, 'blocks', { owner: { blockOwnerDeletion: true } }, { finalizers: ['test.io/hold'] })
  await lease(cluster, 'held', { owner: {} }, { finalizers: ['test.io/hold'] })
  await cluster.delete('Lease', { name: 'owner' }, { propagationPolicy: 'Foreground' })
  expect(await left(cluster)).toEqual({
    blocks: 'ends test.io/hold of owner!',
    held: 'ends test.io/hold of owner',
    owner: 'ends foregroundDeletion',
  })
  await cluster.patch('Lease', { name: 'blocks' }, { metadata: { finalizers: null } })
  expect(await left(cluster)).toEqual({ held: 'ends test.io/hold of owner' })
})

test('foreground deletion stops waiting for a dependent that loses its owner reference', async () => {
  const cluster = start()
  await lease(cluster, 'owner')
  await lease(cluster, 'blocks', { owner: { blockOwnerDeletion: true } }, { finalizers: ['test.io/hold'] })
  await cluster.delete('Lease', { name: 'owner' }, { propagationPolicy: 'Foreground' })
  await cluster.patch('Lease', { name: 'blocks' }, { metadata: { ownerReferences: null } })
  expect(await left(cluster)).toEqual({ blocks: 'ends test.io/hold' })
})

test('two objects that own each other do not wait for each other', async () => {
  const cluster = start()
  await lease(cluster, 'a')
  await lease(cluster, 'b', { a: { blockOwnerDeletion: true } })
  const { metadata, apiVersion, kind } = await cluster.get('Lease', { name: 'b' })
  await cluster.patch(
    'Lease',
    { name: 'a' },
    { metadata: { ownerReferences: [{ apiVersion, kind, name: 'b', uid: metadata.uid, blockOwnerDeletion: true }] } },
  )
  await cluster.delete('Lease', { name: 'a' }, { propagationPolicy: 'Foreground' })
  expect(await left(cluster)).toEqual({})
})

test('removes the reference to a deleted owner beside another owner, from managedFields too', async () => {
  const cluster = start()
  await lease(cluster, 'one')
  await lease(cluster, 'two')
  await lease(cluster, 'child', { one: {}, two: {} })
  const { uid } = (await cluster.get('Lease', { name: 'two' })).metadata
  await cluster.delete('Lease', { name: 'one' })
  const { metadata } = await cluster.get('Lease', { name: 'child' })
  expect(metadata.ownerReferences?.map(({ name }) => name)).toEqual(['two'])
  expect(metadata.managedFields?.map(({ manager, fieldsV1 }) => [manager, fieldsV1])).toEqual([
    ['fakecluster', { 'f:metadata': { 'f:ownerReferences': { '.': {}, [`k:{"uid":"${uid}"}`]: {} } } }],
  ])
  await cluster.delete('Lease', { name: 'two' })
  expect(await left(cluster)).toEqual({})
})

test('removes the reference to an owner in foreground deletion beside an owner that stays', async () => {
  const cluster = start()
  await lease(cluster, 'ends')
  await lease(cluster, 'stays')
  await lease(cluster, 'child', { ends: { blockOwnerDeletion: true }, stays: {} })
  await cluster.delete('Lease', { name: 'ends' }, { propagationPolicy: 'Foreground' })
  expect(await left(cluster)).toEqual({ child: 'of stays', stays: '' })
})

const ref = (name: string, uid: string, more: object = {}) => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  name,
  uid,
  ...more,
})

test.each([
  ['that never existed', ref('nobody', '1-1')],
  ['with another uid', ref('other', '1-1')],
])('deletes a dependent of an owner %s without an Event', async (_, owner) => {
  const cluster = start()
  await lease(cluster, 'other')
  await cluster.create('Lease', { metadata: { name: 'child', ownerReferences: [owner] } })
  expect(await left(cluster)).toEqual({ other: '' })
  expect((await cluster.list('Event')).items).toEqual([])
})

test.each([
  ['kind', { kind: 'Widget', apiVersion: 'test.io/v1' }],
  ['version', { apiVersion: 'coordination.k8s.io/v9' }],
])('keeps a dependent of an owner whose %s is not served', async (_, more) => {
  const cluster = start()
  await cluster.create('Lease', { metadata: { name: 'child', ownerReferences: [ref('nobody', '1-1', more)] } })
  expect(await left(cluster)).toEqual({ child: 'of nobody' })
})

test('keeps a cluster-scoped object with a namespaced owner', async () => {
  const cluster = start()
  await lease(cluster, 'owner')
  const { uid } = (await cluster.get('Lease', { name: 'owner' })).metadata
  await cluster.create('Node', { metadata: { name: 'n', ownerReferences: [ref('owner', uid!)] } })
  await cluster.delete('Lease', { name: 'owner' })
  expect((await cluster.list('Node')).items.map(({ metadata }) => metadata.name)).toEqual(['n'])
})

test('a namespaced object may have a cluster-scoped owner', async () => {
  const cluster = start()
  const { apiVersion, kind, metadata } = await cluster.create('Node', { metadata: { name: 'n' } })
  const ownerReferences = [{ apiVersion, kind, name: 'n', uid: metadata.uid!, blockOwnerDeletion: true }]
  await cluster.create('Lease', { metadata: { name: 'child', ownerReferences, finalizers: ['test.io/hold'] } })
  await cluster.delete('Node', { name: 'n' }, { propagationPolicy: 'Foreground' })
  expect((await cluster.list('Node')).items.map((node) => node.metadata.finalizers)).toEqual([['foregroundDeletion']])
  await cluster.patch('Lease', { name: 'child' }, { metadata: { finalizers: null } })
  expect((await cluster.list('Node')).items).toEqual([])
})

test('deletes a dependent of an owner in another namespace, with an Event', async () => {
  const cluster = start()
  await cluster.create('Namespace', { metadata: { name: 'other' } })
  await lease(cluster, 'owner')
  const { uid } = (await cluster.get('Lease', { name: 'owner' })).metadata
  const child = await cluster.create('Lease', {
    metadata: { name: 'child', namespace: 'other', ownerReferences: [ref('owner', uid!)] },
  })
  expect(await left(cluster)).toEqual({ owner: '' })
  const [event, ...more] = (await cluster.list('v1/Event')).items
  const { metadata, ...rest } = event!
  expect(more).toEqual([])
  expect(metadata).toMatchObject({ name: expect.stringMatching(/^child\.[0-9a-f]{16}$/), namespace: 'other' })
  expect(rest).toEqual({
    kind: 'Event',
    apiVersion: 'v1',
    involvedObject: {
      kind: 'Lease',
      namespace: 'other',
      name: 'child',
      uid: child.metadata.uid,
      apiVersion: 'coordination.k8s.io/v1',
    },
    reason: 'OwnerRefInvalidNamespace',
    message: `ownerRef [coordination.k8s.io/v1/Lease, namespace: other, name: owner, uid: ${uid}] does not exist in namespace "other"`,
    source: { component: 'garbage-collector-controller' },
    firstTimestamp: '2024-01-01T00:00:00Z',
    lastTimestamp: '2024-01-01T00:00:00Z',
    count: 1,
    type: 'Warning',
    eventTime: null,
    reportingComponent: 'garbage-collector-controller',
    reportingInstance: '',
  })
})

test('keeps a cluster-scoped dependent of a namespaced owner, with an Event', async () => {
  const cluster = start()
  await lease(cluster, 'owner')
  const { uid } = (await cluster.get('Lease', { name: 'owner' })).metadata
  const ownerReferences = [ref('owner', uid!)]
  const { metadata } = await cluster.create('Node', { metadata: { name: 'child', ownerReferences } })
  await cluster.create('Node', { metadata: { name: 'stray', ownerReferences: [ref('nobody', '1-1')] } })
  expect((await cluster.list('Node')).items.map((node) => node.metadata.name)).toEqual(['child', 'stray'])
  expect((await cluster.list('v1/Event')).items).toMatchObject([
    {
      metadata: { namespace: 'default' },
      involvedObject: { kind: 'Node', name: 'child', uid: metadata.uid, apiVersion: 'v1' },
      reason: 'OwnerRefInvalidNamespace',
      message: `ownerRef [coordination.k8s.io/v1/Lease, namespace: , name: owner, uid: ${uid}] does not exist in namespace ""`,
    },
  ])
})

test('ignores owner references of Events', async () => {
  const cluster = start()
  await cluster.create('v1/Event', {
    metadata: { name: 'e', ownerReferences: [ref('nobody', '1-1')] },
    involvedObject: { namespace: 'default' },
    reason: 'Seen',
    source: { component: 'test' },
  })
  expect((await cluster.list('Event')).items).toHaveLength(1)
})

const widgets = {
  metadata: { name: 'widgets.test.io' },
  spec: {
    group: 'test.io',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget' },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
}

test('deletes dependents of a missing owner once its kind is served', async () => {
  const cluster = start()
  await cluster.create('Lease', {
    metadata: { name: 'child', ownerReferences: [ref('nobody', '1-1', { apiVersion: 'test.io/v1', kind: 'Widget' })] },
  })
  await cluster.create('CustomResourceDefinition', widgets)
  expect(await left(cluster)).toEqual({})
})

test('what custom resources own goes with them and their definition', async () => {
  const cluster = start()
  await cluster.create('CustomResourceDefinition', widgets)
  const { metadata } = await cluster.create('Widget', { metadata: { name: 'owner', namespace: 'default' } })
  const owner = ref('owner', metadata.uid!, { apiVersion: 'test.io/v1', kind: 'Widget' })
  await cluster.create('Lease', { metadata: { name: 'child', ownerReferences: [owner] } })
  // An owner of a kind that is not served may be anywhere, unless it was seen to go.
  const unseen = ref('unseen', '1-1', { apiVersion: 'other.io/v1', kind: 'Gadget' })
  await cluster.create('Lease', { metadata: { name: 'kept', ownerReferences: [owner, unseen] } })
  await cluster.delete('CustomResourceDefinition', { name: widgets.metadata.name })
  await cluster.settled()
  expect((await cluster.list('CustomResourceDefinition')).items).toEqual([])
  expect(Object.keys(await left(cluster))).toEqual(['kept'])
})

test('retries a refused deletion, without delaying others', async () => {
  const cluster = start()
  await lease(cluster, 'owner')
  await lease(cluster, 'a', { owner: {} })
  await lease(cluster, 'b', { owner: {} })
  const refusal = cluster.hooks.admit({ kind: 'Lease', verb: 'delete', name: 'a' }, forbidden('not yet'))
  await cluster.delete('Lease', { name: 'owner' })
  expect(await left(cluster)).toEqual({ a: 'of owner' })
  refusal[Symbol.dispose]()
  await cluster.clock.advance('1s')
  expect(await left(cluster)).toEqual({})
})

test('a fork and a restored cluster continue a foreground deletion', async () => {
  const cluster = start()
  await lease(cluster, 'owner')
  await lease(cluster, 'blocks', { owner: { blockOwnerDeletion: true } }, { finalizers: ['test.io/hold'] })
  await cluster.delete('Lease', { name: 'owner' }, { propagationPolicy: 'Foreground' })
  const saved = cluster.snapshot()
  const fork = cluster.fork()
  const release = (each: Cluster) => each.patch('Lease', { name: 'blocks' }, { metadata: { finalizers: null } })
  await release(fork)
  expect([await left(fork), await left(cluster)]).toEqual([
    {},
    { blocks: 'ends test.io/hold of owner!', owner: 'ends foregroundDeletion' },
  ])
  await release(cluster)
  cluster.restore(saved)
  await release(cluster)
  expect(await left(cluster)).toEqual({})
})

test('tells of the first owner in another namespace only', async () => {
  const cluster = start()
  await cluster.create('Namespace', { metadata: { name: 'other' } })
  for (const name of ['first', 'second']) await lease(cluster, name)
  const owners = (await cluster.list('Lease', { namespace: 'default' })).items
  const ownerReferences = owners.map(({ metadata: { name = '', uid = '' } }) => ref(name, uid))
  await cluster.create('Lease', { metadata: { name: 'child', namespace: 'other', ownerReferences } })
  expect((await cluster.list('v1/Event')).items).toMatchObject([{ message: expect.stringContaining('name: first') }])
})
