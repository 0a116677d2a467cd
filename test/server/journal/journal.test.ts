import { beforeEach, describe, expect, test } from 'vitest'
import { StatusError } from '../../../src/base/errors/status.js'
import type { Cluster } from '../../../src/cluster/types.js'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { JournalEntry } from '../../../src/server/journal/types.js'

const LEASES = '/apis/coordination.k8s.io/v1/namespaces/default/leases'
const lease = (name: string, holder: string) => ({ metadata: { name }, spec: { holderIdentity: holder } })

let cluster: Cluster
beforeEach(() => {
  cluster = createCluster({ seed: 1 })
})

const brief = ({ sequence, via, method, path, code, reason }: JournalEntry) => [
  sequence,
  via,
  method,
  path,
  code,
  reason,
]

test('begins empty, although the cluster has objects', () => {
  expect([cluster.journal.requests(), cluster.journal.last, cluster.journal.dropped]).toEqual([[], 0, 0])
})

test('records a write by a method, with its client, reply and changes', async () => {
  const object = await cluster.create('Lease', lease('a', 'me'), { fieldManager: 'tests' })
  await cluster.clock.advance('2s')
  const revision = Number(object.metadata.resourceVersion)
  expect(cluster.journal.requests()).toEqual([
    {
      sequence: 1,
      time: Date.UTC(2024, 0, 1),
      duration: 0,
      via: 'client',
      method: 'POST',
      path: `${LEASES}?fieldManager=tests`,
      userAgent: 'fakecluster',
      user: 'admin',
      manager: 'tests',
      verb: 'create',
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      resource: 'leases',
      namespace: 'default',
      name: 'a',
      subresource: '',
      dryRun: false,
      body: lease('a', 'me'),
      code: 201,
      reason: '',
      reply: { type: 'object', object },
      revisions: [revision],
      changes: [
        {
          type: 'added',
          revision,
          apiVersion: 'coordination.k8s.io/v1',
          kind: 'Lease',
          namespace: 'default',
          name: 'a',
          before: undefined,
          after: object,
        },
      ],
      hooks: [],
      by: undefined,
    },
  ])
  expect(cluster.journal.requests()[0]!.changes[0]!.after).toBe(object)
})

test('records requests over HTTP, with failed ones and those for documents', async () => {
  const headers = { 'user-agent': 'kubectl/v1.33', 'content-type': 'application/json' }
  for (const [path, init] of [
    [`${LEASES}?limit=5`, {}],
    [`${LEASES}/a`, {}],
    ['/apis', {}],
    ['/nowhere', {}],
    [LEASES, { method: 'POST', body: '{' }],
    [LEASES, { method: 'POST', body: '{"metadata":{"name":"a"}}' }],
    [`${LEASES}/a`, { method: 'DELETE' }],
  ] as const)
    await cluster.fetch(path, { ...init, headers })
  const entries = cluster.journal.requests()
  expect(entries.map(brief)).toEqual([
    [1, 'http', 'GET', `${LEASES}?limit=5`, 200, ''],
    [2, 'http', 'GET', `${LEASES}/a`, 404, 'NotFound'],
    [3, 'http', 'GET', '/apis', 200, ''],
    [4, 'http', 'GET', '/nowhere', 404, ''],
    [5, 'http', 'POST', LEASES, 400, 'BadRequest'],
    [6, 'http', 'POST', LEASES, 201, ''],
    [7, 'http', 'DELETE', `${LEASES}/a`, 200, ''],
  ])
  expect(entries.map(({ reply }) => reply?.type)).toEqual([
    'list',
    'status',
    'document',
    'document',
    'status',
    'object',
    'status',
  ])
  expect(entries.flatMap(({ sequence, changes }) => changes.map(({ type, name }) => [sequence, type, name]))).toEqual([
    [6, 'added', 'a'],
    [7, 'removed', 'a'],
  ])
  expect(entries.every(({ userAgent, user }) => userAgent === 'kubectl/v1.33' && user === 'admin')).toBe(true)
})

test('records an unauthorized request', async () => {
  const guarded = createCluster({ token: 'secret', seed: 1 })
  await guarded.fetch(LEASES)
  expect(guarded.journal.requests().map(({ user, code, verb }) => [user, code, verb])).toEqual([['', 401, undefined]])
})

test('has an unanswered request, and its duration once it is answered', async () => {
  cluster.hooks.before({ client: 'test', verb: 'list', kind: 'Node' }, { delay: '40s' })
  const nodes = cluster.list('Node')
  expect(
    cluster.journal.requests({ answered: false }).map(({ kind, code, duration }) => [kind, code, duration]),
  ).toEqual([['Node', undefined, undefined]])
  await cluster.clock.advance('40s')
  await nodes
  expect(cluster.journal.requests({ kind: 'Node' }).map(({ code, duration }) => [code, duration])).toEqual([
    [200, 40_000],
  ])
})

test('records cut connections and faults of hooks', async () => {
  cluster.hooks.before({ client: 'test', verb: 'list', kind: 'Node' }, { cut: true })
  cluster.hooks.before({ client: ['program', 'test'], verb: 'list', kind: 'Namespace' }, () => {
    throw new TypeError('a fault')
  })
  await expect(cluster.list('Node')).rejects.toThrow('cut')
  await expect(cluster.list('Namespace')).rejects.toThrow('a fault')
  await expect(cluster.fetch('/api/v1/namespaces')).rejects.toThrow('a fault')
  expect(cluster.journal.requests().map(({ code, reply }) => [code, reply])).toEqual([
    [undefined, { type: 'cut' }],
    [undefined, { type: 'fault', message: 'a fault' }],
    [undefined, { type: 'fault', message: 'a fault' }],
  ])
})

describe('a filter', () => {
  const cases = [
    [{ kind: 'Lease' }, [1, 2, 3]],
    [{ kind: 'leases.coordination.k8s.io' }, [1, 2, 3]],
    [{ kind: ['Node', 'Namespace'] }, [4]],
    [{ verb: ['get', 'list'] }, [3, 4]],
    [{ name: 'a?' }, [2]],
    [{ code: 404 }, [3]],
    [{ code: ['2*', 409] }, [1, 2, 4, 5]],
    [{ manager: 'tes*' }, [2]],
    [{ userAgent: 'curl/*' }, [5]],
    [{ via: 'http' }, [5]],
    [{ wrote: true }, [1, 2]],
    [{ path: '*/leases/*', method: 'GET' }, [3]],
    [{ after: 3 }, [4, 5]],
    [{ reason: 'NotFound', kind: 'Node' }, []],
  ] as const
  beforeEach(async () => {
    await cluster.create('Lease', lease('a', 'me'))
    await cluster.create('Lease', lease('ab', 'me'), { fieldManager: 'tests' })
    await cluster.get('Lease', { name: 'gone' }).catch(() => undefined)
    await cluster.list('Node')
    await cluster.fetch('/version', { headers: { 'user-agent': 'curl/8' } })
  })

  test.each(cases)('%j', (filter, sequences) => {
    expect(cluster.journal.requests(filter).map(({ sequence }) => sequence)).toEqual(sequences)
  })

  test('with an unknown member is refused', () => {
    // @ts-expect-error JavaScript callers may pass anything.
    expect(() => cluster.journal.requests({ knd: 'Lease' })).toThrow(
      new TypeError('journal.requests: knd: no such member; did you mean "kind"?'),
    )
  })
})

test('holds up to its limit of requests, and counts those it dropped', async () => {
  const small = createCluster({ seed: 1, journal: 2 })
  for (const name of ['a', 'b', 'c', 'd', 'e']) await small.create('Lease', lease(name, 'me'))
  const { journal } = small
  expect([journal.requests().map(({ name }) => name), journal.limit, journal.last, journal.dropped]).toEqual([
    ['d', 'e'],
    { requests: 2, bytes: 64 * 1024 * 1024 },
    5,
    3,
  ])
  const none = createCluster({ seed: 1, journal: 0 })
  await none.create('Lease', lease('a', 'me'))
  expect([none.journal.requests(), none.journal.last]).toEqual([[], 1])
})

test('a request with many changes pushes others out', async () => {
  const small = createCluster({ seed: 1, journal: 2 })
  for (let i = 0; i < 30; i++) await small.create('Lease', lease(`a${i}`, 'me'))
  await small.list('Node')
  await small.fetch(LEASES, { method: 'DELETE' })
  expect(small.journal.requests().map(({ verb, changes }) => [verb, changes.length])).toEqual([
    ['deletecollection', 30],
  ])
})

test('does not keep a long body', async () => {
  await cluster.create('Lease', { metadata: { name: 'a', annotations: { long: 'x'.repeat(20_000) } } })
  expect(cluster.journal.requests().map(({ name, body }) => [name, body])).toEqual([['a', undefined]])
})

test('begins anew in a fork, and after a restore', async () => {
  await cluster.create('Lease', lease('a', 'me'))
  const saved = cluster.snapshot()
  const fork = cluster.fork()
  await fork.create('Lease', lease('b', 'me'))
  expect(
    [cluster, fork].map(({ journal }) => journal.requests().map(({ sequence, name }) => [sequence, name])),
  ).toEqual([[[1, 'a']], [[1, 'b']]])
  cluster.restore(saved)
  await cluster.create('Lease', lease('c', 'me'))
  expect(cluster.journal.requests().map(({ sequence, name }) => [sequence, name])).toEqual([[2, 'c']])
})

test('records the writes of controllers, with the object each was for', async () => {
  const acting = createCluster({ seed: 1, controllers: ['namespace-end'] })
  await acting.create('Namespace', { metadata: { name: 'shop' } })
  acting.journal.clear()
  await acting.delete('Namespace', { name: 'shop' })
  const entries = acting.journal.requests({ via: 'controller' })
  expect(entries.map(({ verb, subresource, by }) => [verb, subresource, by?.controller, by?.key?.name])).toEqual([
    ['update', 'status', 'namespace-end', 'shop'],
    ['update', 'finalize', 'namespace-end', 'shop'],
  ])
  expect(acting.journal.requests({ controller: 'namespace-*', wrote: true })).toEqual(entries)
})

test('lists the hooks that acted on a request', async () => {
  const passed = cluster.hooks.before({ client: 'test', verb: 'create' }, () => undefined)
  const refusing = cluster.hooks.admit({ client: 'test', kind: 'Node' }, () => {
    throw new StatusError({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'no',
      reason: 'Forbidden',
      code: 403,
    })
  })
  const late = cluster.hooks.after({ client: 'test', kind: 'Node' }, { pass: true })
  await expect(cluster.create('Node', { metadata: { name: 'a' } })).rejects.toThrow('no')
  await cluster.create('Lease', lease('a', 'me'))
  expect([passed.calls, cluster.journal.requests().map(({ hooks }) => hooks)]).toEqual([
    2,
    [
      [
        { phase: 'admit', site: refusing.site },
        { phase: 'after', site: late.site },
      ],
      [],
    ],
  ])
})
