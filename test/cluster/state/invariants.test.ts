import { beforeEach, expect, test } from 'vitest'
import type { Cluster } from '../../../src/cluster/types.js'
import { createCluster } from '../../../src/cluster/cluster.js'
import { InvariantError } from '../../../src/cluster/state/invariant-error.js'

let cluster: Cluster
beforeEach(async () => {
  cluster = createCluster({ seed: 1, controllers: 'none' })
  await cluster.create('Lease', { metadata: { name: 'a' }, spec: { leaseTransitions: 1 } })
})

const falls = (target: Cluster) =>
  target.invariant(
    'transitions never fall',
    (prev, next) =>
      (next?.spec?.leaseTransitions ?? 0) >= (prev?.spec?.leaseTransitions ?? 0) ||
      `fell to ${next?.spec?.leaseTransitions}`,
    { kind: 'Lease' },
  )
const fall = (target: Cluster) =>
  target.patch('Lease', { name: 'a' }, { spec: { leaseTransitions: 0 } }, { fieldManager: 'tests' })
const MESSAGE =
  'the invariant "transitions never fall" does not hold: fell to 0; Lease default/a was to be changed by fakecluster: PATCH /apis/coordination.k8s.io/v1/namespaces/default/leases/a?fieldManager=tests: [{"op":"replace","path":"/spec/leaseTransitions","value":0}]'

test('a write that violates an invariant rejects with an InvariantError', async () => {
  falls(cluster)
  const before = cluster.snapshot()
  const error = await fall(cluster).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(InvariantError)
  expect(error).toMatchObject({
    message: MESSAGE,
    code: 500,
    reason: 'InternalError',
    invariant: 'transitions never fall',
    why: 'fell to 0',
    request: { sequence: 2, verb: 'patch', manager: 'tests' },
  })
  expect(cluster.diff(before)).toEqual([])
  expect(cluster.invariant.violations).toEqual([error])
  expect(cluster.journal.requests({ code: 500 }).map(({ revisions }) => revisions)).toEqual([[]])
})

test('a violation over HTTP is a 500', async () => {
  falls(cluster)
  const reply = await cluster.fetch('/apis/coordination.k8s.io/v1/namespaces/default/leases/a', {
    method: 'PATCH',
    headers: { 'content-type': 'application/merge-patch+json', 'user-agent': 'operator/1' },
    body: '{"spec":{"leaseTransitions":0}}',
  })
  expect(reply.status).toBe(500)
  expect(await reply.json()).toMatchObject({
    reason: 'InternalError',
    message: MESSAGE.replace('fakecluster: ', 'operator/1: ').replace('?fieldManager=tests', ''),
  })
  expect(cluster.invariant.violations.length).toBe(1)
})

test.each([
  ['its check returned false', () => false],
  ['a reason', () => 'a reason'],
  [
    'thrown',
    () => {
      throw new Error('thrown')
    },
  ],
])('a check that fails has the reason: %s', async (why, check) => {
  cluster.invariant('never', check)
  await expect(fall(cluster)).rejects.toMatchObject({ invariant: 'never', why })
})

test('no violation: a check that holds, another kind, a dry run, a disposed invariant', async () => {
  cluster.invariant('always', () => undefined)
  cluster.invariant('nodes', () => false, { kind: 'Node' })
  const own = falls(cluster)
  await cluster.patch('Lease', { name: 'a' }, { spec: { leaseTransitions: 0 } }, { dryRun: true })
  own[Symbol.dispose]()
  await fall(cluster)
  expect(cluster.invariant.violations).toEqual([])
})

test('a check gets the states before and after, and the request; a load is refused too', async () => {
  const seen: unknown[] = []
  cluster.invariant('one node', (_prev, _next, { before, after, manager, request }) => {
    seen.push([before.list('Node').length, after.list('Node').length, manager, request?.verb])
    return after.list('Node').length <= 1
  })
  await cluster.load([{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' } }])
  await expect(cluster.load([{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'b' } }])).rejects.toThrow(
    'was to be added by load',
  )
  await expect(cluster.create('Node', { metadata: { name: 'c' } })).rejects.toThrow(InvariantError)
  expect(seen).toEqual([
    [0, 1, 'fixtures', undefined],
    [1, 2, 'fixtures', undefined],
    [1, 2, 'fakecluster', 'create'],
  ])
  expect((await cluster.list('Node')).items.length).toBe(1)
})

test('a fork keeps the invariants; a restore brings back those of the snapshot', async () => {
  const saved = cluster.snapshot()
  falls(cluster)
  const fork = cluster.fork()
  await expect(fall(fork)).rejects.toThrow(InvariantError)
  expect([fork.invariant.violations.length, cluster.invariant.violations.length]).toEqual([1, 0])
  await expect(fall(cluster)).rejects.toThrow(InvariantError)
  cluster.restore(saved)
  expect(cluster.invariant.violations).toEqual([])
  await fall(cluster)
})

test('a check may write; one that returns a promise is refused', async () => {
  cluster.invariant('writes', () => void fall(cluster).catch(() => undefined))
  await fall(cluster)
  expect((await cluster.get('Lease', { name: 'a' })).spec?.leaseTransitions).toBe(0)
  // @ts-expect-error JavaScript callers may pass anything.
  cluster.invariant('later', async () => undefined)
  await expect(cluster.create('Node', { metadata: { name: 'c' } })).rejects.toThrow(
    'the invariant "later" returned a promise; it has to answer at once',
  )
})
