import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Bundle } from '../../../src/cluster/bundle/types.js'
import { VERSION } from '../../../src/cluster/bundle/telling.js'
import { type Cluster, createCluster } from '../../../src/index.js'

const lease = (name: string, holderIdentity = 'me') => ({ metadata: { name }, spec: { holderIdentity } })
const brief = ({ changes }: Bundle) => changes.map(({ revision, type, kind, name }) => [revision, type, kind, name])

/** Computes all objects at a revision from start and changes of a Bundle, by kind and name. */
function stateOf({ start, changes }: Bundle, revision: number): ReadonlyMap<string, unknown> {
  const state = new Map<string, unknown>()
  for (const { object } of start)
    state.set(`${object.kind} ${object.metadata.namespace}/${object.metadata.name}`, object)
  for (const { kind, namespace, name, object, revision: at } of changes) {
    const id = `${kind} ${namespace || 'undefined'}/${name}`
    if (at > revision) break
    if (object) state.set(id, object)
    else state.delete(id)
  }
  return state
}

const make = (options: Parameters<typeof createCluster>[0] = {}): Cluster =>
  createCluster({
    seed: 1,
    fixtures: [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }],
    ...options,
  })

test('VERSION is the version of the package', () => {
  expect(VERSION).toBe((JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version)
})

test('a Bundle is plain JSON with format, versions, profile, clock and seed', async () => {
  const cluster = make()
  await cluster.create('Lease', lease('a'))
  const bundle = await cluster.bundle()
  expect(JSON.parse(JSON.stringify(bundle))).toEqual(bundle)
  expect(bundle).toMatchObject({
    format: 1,
    versions: { fakecluster: VERSION, kubernetes: 'v1.33.13' },
    made: Date.UTC(2024, 0, 1),
    secrets: 'masked',
    profile: 'kubernetes',
    clock: 'virtual',
    seed: 1,
    dropped: 0,
    to: cluster.history.to,
  })
})

test('start and changes give the state at each revision', async () => {
  const cluster = make()
  const { from } = await cluster.bundle()
  await cluster.create('Lease', lease('a'))
  await cluster.patch('Lease', { name: 'a' }, { spec: { holderIdentity: 'you' } })
  await cluster.delete('Lease', { name: 'a' })
  const bundle = await cluster.bundle()
  expect(bundle.from).toBe(from)
  expect(brief(bundle)).toEqual([
    [from + 1, 'added', 'Lease', 'a'],
    [from + 2, 'changed', 'Lease', 'a'],
    [from + 3, 'removed', 'Lease', 'a'],
  ])
  for (let revision = from; revision <= bundle.to; revision++) {
    const { items } = JSON.parse(
      JSON.stringify({ items: cluster.at(revision).list('Lease', { namespace: 'default' }) }),
    ) as { items: unknown[] }
    const told = [...stateOf(bundle, revision)].filter(([id]) => id.startsWith('Lease default/'))
    expect(told.map(([, object]) => object)).toEqual(items)
  }
  expect(stateOf(bundle, bundle.to).get('Namespace undefined/shop')).toMatchObject({ status: { phase: 'Active' } })
})

test('cells and columns are those of the server’s Tables', async () => {
  const cluster = make()
  await cluster.create('Lease', lease('a'))
  const { changes, kinds } = await cluster.bundle()
  const reply = await cluster.fetch('/apis/coordination.k8s.io/v1/namespaces/default/leases', {
    headers: { Accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' },
  })
  const table = (await reply.json()) as { columnDefinitions: object[]; rows: { cells: unknown[] }[] }
  expect(changes.at(-1)?.cells).toEqual(table.rows[0]?.cells)
  expect(kinds.find(({ kind }) => kind === 'Lease')).toEqual({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    resource: 'leases',
    table: 'coordination.k8s.io/leases',
    namespaced: true,
    shortNames: [],
    columns: table.columnDefinitions,
  })
})

test('a change has its time and request, a reply its revision', async () => {
  const cluster = make()
  cluster.hooks.before({ client: 'test', verb: 'create', kind: 'Lease' }, { delay: '30s' })
  const made = cluster.create('Lease', lease('a'))
  await cluster.clock.advance('1m')
  await made
  await cluster.fetch('/api/v1/namespaces/none')
  const { changes, requests, to, made: when } = await cluster.bundle()
  const change = changes.find(({ name }) => name === 'a')
  expect(change).toMatchObject({ time: Date.UTC(2024, 0, 1, 0, 0, 30), request: requests[0]?.sequence })
  expect(when).toBe(Date.UTC(2024, 0, 1, 0, 1))
  expect(requests[0]).toMatchObject({
    duration: 30_000,
    reply: { type: 'object', revision: change?.revision, kind: 'Lease', name: 'a' },
    revisions: [change?.revision],
    hooks: [{ phase: 'before' }],
  })
  expect(requests.at(-1)).toMatchObject({ path: '/api/v1/namespaces/none', reply: { type: 'status' }, code: 404 })
  expect(to).toBe(change?.revision)
})

test('the reply of a dry run has the whole object', async () => {
  const cluster = make()
  await cluster.create('Lease', lease('dry'), { dryRun: true })
  const { requests, changes } = await cluster.bundle()
  expect(changes).toEqual([])
  expect(requests[0]?.reply).toMatchObject({ type: 'object', object: { metadata: { name: 'dry' } } })
})

test('an object loaded later is a change without a request', async () => {
  const cluster = make()
  await cluster.clock.advance('10s')
  await cluster.load([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'later' } }])
  const { changes } = await cluster.bundle()
  expect(changes.filter(({ name }) => name === 'later')).toMatchObject([{ type: 'added' }])
  expect(changes.find(({ name }) => name === 'later')).not.toHaveProperty('request')
})

describe('a Bundle with since', () => {
  test('has only changes after the revision and requests after the sequence number', async () => {
    const cluster = make()
    await cluster.create('Lease', lease('a'))
    const first = await cluster.bundle()
    await cluster.create('Lease', lease('b'))
    const next = await cluster.bundle({ since: first.to, requests: cluster.journal.last - 1 })
    expect(next.from).toBe(first.to)
    expect(next.start).toEqual([])
    expect(brief(next)).toEqual([[first.to + 1, 'added', 'Lease', 'b']])
    expect(next.requests.map(({ name }) => name)).toEqual(['b'])
    expect(next.kinds.map(({ kind }) => kind)).toEqual(['Lease'])
    expect([...first.changes, ...next.changes]).toEqual((await cluster.bundle()).changes)
  })

  test('beyond the history of a restored cluster has the whole state', async () => {
    const cluster = make()
    const saved = cluster.snapshot()
    await cluster.create('Lease', lease('a'))
    const { to } = await cluster.bundle()
    cluster.restore(saved)
    const next = await cluster.bundle({ since: to })
    expect(next.from).toBe(to + 1)
    expect(next.start.map(({ object }) => object.kind)).toContain('Namespace')
    expect(next).toMatchObject({ changes: [], requests: [] })
  })
})

test('hooks and open watches have their current state', async () => {
  const cluster = make()
  await cluster.create('Lease', lease('a'))
  cluster.hooks.before({ client: 'test', verb: 'list', kind: 'Node' }, () => undefined)
  cluster.hooks.watch({ client: 'test', kind: 'Lease', event: 'MODIFIED' }, { hold: true })
  const watch = cluster.watch('Lease')
  await watch.next()
  const held = watch.next()
  await cluster.patch('Lease', { name: 'a' }, { spec: { holderIdentity: 'you' } })
  const { hooks, watches, to } = await cluster.bundle()
  expect(hooks).toMatchObject([
    { id: 'hook-1', phase: 'before', then: 'a function', calls: 0 },
    { id: 'hook-2', phase: 'watch', then: { hold: true }, calls: 1, holding: 1 },
  ])
  expect(watches).toMatchObject([{ id: 'watch-1', kind: 'Lease', held: { type: 'MODIFIED', revision: to } }])
  cluster.close()
  await held
})

test('an unknown option is refused', async () => {
  await expect(make().bundle({ from: 1 } as object)).rejects.toThrow(/bundle: .*from/)
})

test('a change of a controller or a load has its time and controller or field manager', async () => {
  const cluster = make({ nodes: 1 })
  await cluster.clock.advance('20s')
  await cluster.load('{ apiVersion: v1, kind: ConfigMap, metadata: { name: later } }')
  await cluster.clock.advance('10s')
  const { changes } = await cluster.bundle()
  const later = changes.filter(({ time }) => time > Date.UTC(2024, 0, 1))
  const told = later.flatMap(({ kind, time, by }) =>
    by ? [`${(time - Date.UTC(2024, 0, 1)) / 1000} ${kind} ${by.controller ?? by.manager}`] : [],
  )
  expect(told).toEqual([
    '10 Lease node-agents',
    '10 Node node-agents',
    '20 Lease node-agents',
    '20 ConfigMap fixtures',
    '30 Lease node-agents',
  ])
})

test('a change keeps its time and field manager when its request has left the journal', async () => {
  const cluster = make({ journal: 1 })
  const begun = cluster.clock.now()
  for (const name of ['a', 'b', 'c']) {
    await cluster.clock.advance('5s')
    await cluster.create('Lease', lease(name), { fieldManager: 'me' })
  }
  const { changes } = await cluster.bundle()
  expect(changes.map(({ time, by, request }) => [time - begun, by, request])).toEqual([
    [5000, { manager: 'me' }, undefined],
    [10_000, { manager: 'me' }, undefined],
    [15_000, undefined, expect.any(Number)],
  ])
})
