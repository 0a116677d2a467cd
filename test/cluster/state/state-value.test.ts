import { beforeEach, expect, test } from 'vitest'
import type { Cluster } from '../../../src/cluster/types.js'
import { createCluster } from '../../../src/cluster/cluster.js'

const lease = (name: string, holder: string) => ({ metadata: { name }, spec: { holderIdentity: holder } })
const IGNORE = { ignore: ['/metadata/managedFields', '/metadata/resourceVersion'] }

let cluster: Cluster
beforeEach(() => {
  cluster = createCluster({ seed: 1, controllers: 'none' })
})

test('at() reads objects, lists and dumps of the past', async () => {
  const { metadata } = await cluster.create('Lease', lease('a', 'me'))
  await cluster.create('Node', { metadata: { name: 'worker', labels: { zone: 'a' } } })
  await cluster.patch('Lease', { name: 'a' }, { spec: { holderIdentity: 'you' } })
  await cluster.delete('Node', { name: 'worker' })
  const first = Number(metadata.resourceVersion)
  const holder = (revision: number) => cluster.at(revision).get('Lease', { name: 'a' })?.spec?.holderIdentity
  expect([first - 1, first, first + 1, first + 2, first + 3].map(holder)).toEqual([undefined, 'me', 'me', 'you', 'you'])
  const nodes = (revision: number) =>
    cluster
      .at(String(revision))
      .list('Node', { labelSelector: 'zone=a' })
      .map(({ metadata: { name } }) => name)
  expect([first, first + 1, first + 2, first + 3].map(nodes)).toEqual([[], ['worker'], ['worker'], []])
  expect(await cluster.at(first + 1).dump({ kinds: ['Node'] })).toContain('name: worker')
  expect(await cluster.at(first + 3).dump({ kinds: ['Node'] })).not.toContain('name: worker')
  const saved = cluster.snapshot()
  await cluster.delete('Lease', { name: 'a' })
  expect(cluster.at(saved).get('Lease', { name: 'a' })?.spec?.holderIdentity).toBe('you')
})

test('a list and a watch over HTTP can start at a past resourceVersion', async () => {
  const { metadata } = await cluster.create('Lease', lease('a', 'me'))
  await cluster.delete('Lease', { name: 'a' })
  const path = `/apis/coordination.k8s.io/v1/leases?resourceVersion=${metadata.resourceVersion}`
  const list = (await (await cluster.fetch(`${path}&resourceVersionMatch=Exact`)).json()) as {
    items: readonly unknown[]
    metadata: object
  }
  expect([list.items.length, list.metadata]).toEqual([1, { resourceVersion: metadata.resourceVersion }])
  const frames = await (await cluster.fetch(`${path}&watch=true&timeoutSeconds=0`)).body!.getReader().read()
  expect((JSON.parse(new TextDecoder().decode(frames.value)) as { type: string }).type).toBe('DELETED')
})

test('history tells its range, and at() refuses versions outside it', async () => {
  const { from } = cluster.history
  await cluster.create('Lease', lease('a', 'me'))
  expect(cluster.history).toMatchObject({
    from,
    to: from + 5,
    changes: 5,
    limit: { changes: 10_000, bytes: 64 * 1024 * 1024 },
  })
  expect(cluster.history.bytes).toBeGreaterThan(1000)
  expect(() => cluster.at(from - 1)).toThrow(
    new RangeError(`at: the resource version ${from - 1} is no longer held; there are ${from} to ${from + 5}`),
  )
  expect(() => cluster.at(from + 6)).toThrow(
    new RangeError(`at: the resource version ${from + 6} is still to come; there are ${from} to ${from + 5}`),
  )
  expect(() => cluster.at('latest')).toThrow(
    new TypeError('at: version: must be a resource version such as 1005, or a snapshot, not "latest"'),
  )
  expect(cluster.fork().history).toMatchObject({ from: from + 5, to: from + 5, changes: 0, bytes: 0 })
  cluster.restore(cluster.snapshot())
  expect(cluster.history).toMatchObject({ from: from + 6, to: from + 6, changes: 0, bytes: 0 })
})

test.each([[{ changes: 3 }], [{ bytes: 3000 }]])('the history stays within the limit %j', async (history) => {
  const small = createCluster({ seed: 1, controllers: 'none', history })
  for (let i = 0; i < 20; i++) await small.create('Lease', lease(`a${i}`, 'me'))
  const { from, to, bytes, limit } = small.history
  expect(from).toBeGreaterThan(1005)
  expect(bytes).toBeLessThanOrEqual(limit.bytes)
  expect(small.at(from).list('Lease').length).toBe(20 - (to - from))
  expect(() => small.at(from - 1)).toThrow(RangeError)
})

test('diff lists minimal patches of the objects that differ', async () => {
  await cluster.create('Lease', lease('a', 'me'))
  await cluster.create('Lease', lease('gone', 'me'))
  const before = cluster.snapshot()
  await cluster.patch('Lease', { name: 'a' }, { spec: { holderIdentity: 'you' } })
  await cluster.delete('Lease', { name: 'gone' })
  const added = await cluster.create('Namespace', { metadata: { name: 'shop' } })
  const base = { kind: 'Lease', apiVersion: 'coordination.k8s.io/v1', namespace: 'default' }
  expect(cluster.diff(before, cluster, IGNORE)).toEqual([
    {
      type: 'added',
      kind: 'Namespace',
      apiVersion: 'v1',
      namespace: '',
      name: 'shop',
      patch: [{ op: 'add', path: '', value: added }],
    },
    { type: 'changed', ...base, name: 'a', patch: [{ op: 'replace', path: '/spec/holderIdentity', value: 'you' }] },
    { type: 'removed', ...base, name: 'gone', patch: [{ op: 'remove', path: '' }] },
  ])
  expect(cluster.diff(before).map(({ name, patch }) => [name, patch.length > 1])).toEqual([
    ['shop', false],
    ['a', true],
    ['gone', false],
  ])
  expect(cluster.diff(before, cluster.at(before.state.revision))).toEqual([])
  expect(cluster.diff(cluster, before).map(({ type, name }) => [type, name])).toEqual([
    ['removed', 'shop'],
    ['changed', 'a'],
    ['added', 'gone'],
  ])
  expect(cluster.diff(cluster, cluster.fork())).toEqual([])
})

test('changes() lists what a function changes, with the work of controllers', async () => {
  const acting = createCluster({ seed: 1, controllers: ['namespace-end'] })
  await acting.create('Namespace', { metadata: { name: 'shop' } })
  await acting.create('Lease', { metadata: { name: 'a', namespace: 'shop' } })
  const changes = await acting.changes(() => acting.delete('Namespace', { name: 'shop' }))
  expect(changes.map(({ type, kind, name }) => [type, kind, name])).toEqual([
    ['removed', 'Namespace', 'shop'],
    ['removed', 'Lease', 'a'],
  ])
  expect(await acting.changes(() => acting.patch('Namespace', { name: 'default' }, {}))).toEqual([])
  await expect(acting.changes(() => acting.get('Lease', { name: 'gone' }))).rejects.toThrow('not found')
})
