import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'
import { sweep } from '../../../src/cluster/testing/sweep/sweep.js'
import '../../../src/vitest.js'

const LEASES = '/apis/coordination.k8s.io/v1/namespaces/default/leases'

const repeat = async (times: number, run: (index: number) => Promise<unknown>) => {
  for (let index = 0; index < times; index++) await run(index)
}

/** Deletes a Lease, and then has controllers make far more requests than the journal holds. */
async function busy(cluster: Cluster): Promise<void> {
  await cluster.create('Lease', { metadata: { name: 'leader' } })
  await cluster.fetch(`${LEASES}/leader`, { method: 'DELETE' })
  const template = {
    metadata: { labels: { app: 'a' } },
    spec: { containers: [{ name: 'c', image: 'i' }] },
  }
  await cluster.create('Deployment', {
    metadata: { name: 'a' },
    spec: { replicas: 30, selector: { matchLabels: { app: 'a' } }, template },
  })
  await cluster.settled()
}

test('requests of clients are held however much controllers do', async () => {
  const cluster = createCluster({ seed: 1, journal: 20 })
  await busy(cluster)
  expect(cluster.journal.dropped).toBeGreaterThan(0)
  expect(cluster.journal.requests({ via: ['http', 'client'] }).map(({ verb }) => verb)).toEqual([
    'create',
    'delete',
    'create',
  ])
  expect(cluster.journal.requests({ via: 'controller' })).toHaveLength(20)
  expect(cluster.journal.requests().map(({ sequence }) => sequence)).toEqual(
    cluster.journal
      .requests()
      .map(({ sequence }) => sequence)
      .toSorted((a, b) => a - b),
  )
  expect(() => expect(cluster).not.toHaveReceivedRequest({ verb: 'delete', kind: 'Lease' })).toThrow(
    /expected none .*there were 1/,
  )
})

test('bytes are shared, and the work of controllers is dropped first', async () => {
  const cluster = createCluster({ seed: 1, journal: { bytes: 30_000 } })
  await busy(cluster)
  expect(cluster.journal.bytes).toBeLessThanOrEqual(30_000)
  expect(cluster.journal.requests({ via: ['http', 'client'] })).toHaveLength(3)
})

test('an assertion that depends on dropped requests fails, with .not and with a number too', async () => {
  const cluster = createCluster({ seed: 1, journal: 20 })
  await busy(cluster)
  const via = ['http', 'client', 'controller'] as const
  const pods = { verb: 'create', kind: 'Pod', name: 'none-such', via } as const
  const unknown =
    /^cannot tell how many of the requests {"verb":"create","kind":"Pod","name":"none-such",.*} there were: 0 are in the journal, which has dropped up to \d\d more.*Ask before/
  expect(() => expect(cluster).toHaveReceivedRequest(pods)).toThrow(unknown)
  expect(() => expect(cluster).not.toHaveReceivedRequest(pods)).toThrow(unknown)
  expect(() => expect(cluster).toHaveReceivedRequest(pods, 0)).toThrow(unknown)
  expect(() => expect(cluster).not.toHaveReceivedRequest(pods, 3)).toThrow(unknown)

  expect(cluster).not.toHaveReceivedRequest({ ...pods, via: ['http', 'client'] })
  // No dropped request was about a Node, or came after the last one.
  expect(cluster).not.toHaveReceivedRequest({ kind: 'Node' })
  expect(cluster).not.toHaveReceivedRequest({ controller: 'namespace-end' })
  expect(cluster).not.toHaveReceivedRequest({ ...pods, after: cluster.journal.last })
  cluster.journal.clear()
  expect(cluster).not.toHaveReceivedRequest(pods)
})

test('only requests of the program under test count, unless others are named', async () => {
  const cluster = createCluster({ seed: 1 })
  await busy(cluster)
  expect(cluster).toHaveReceivedRequest({ kind: 'Lease' }, 1)
  expect(cluster).not.toHaveReceivedRequest({ verb: 'create' })
  expect(cluster).toHaveReceivedRequest({ verb: 'create', via: 'client' }, 2)
  expect(cluster).toHaveReceivedRequest({ verb: 'create', kind: 'Pod', via: 'controller' }, 30)
  expect(cluster).toHaveReceivedRequest({ verb: 'create', kind: 'Pod', controller: 'replica-sets' }, 30)
  expect(() => expect(cluster).toHaveReceivedRequest({ verb: 'create', kind: 'Lease' })).toThrow(
    /there were 0\nThe nearest [^]*\n#1 .*POST .*\(not its via\)/,
  )
})

test('one that dropped requests cannot change passes or fails as ever', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none', journal: 5 })
  await repeat(9, (index) => cluster.fetch(`${LEASES}/a${index}`))
  expect(cluster).toHaveReceivedRequest({ name: 'a8' })
  expect(cluster).not.toHaveReceivedRequest({ verb: 'get' }, 4)
  expect(() => expect(cluster).toHaveReceivedRequest({ verb: 'get' }, 4)).toThrow(/expected 4 .*there were 5/)
  expect(() => expect(cluster).not.toHaveReceivedRequest({ name: 'a0' })).toThrow(
    /dropped up to 4 more.*journal\.clear\(\)/,
  )
})

test('a journal of nothing knows nothing', async () => {
  const cluster = createCluster({ seed: 1, journal: 0 })
  expect(cluster).not.toHaveReceivedRequest({ kind: 'Lease' })
  await cluster.fetch(LEASES)
  expect(() => expect(cluster).not.toHaveReceivedRequest({ kind: 'Lease' })).toThrow('cannot tell')
})

test('dropped requests are told apart by their kind, also by one that clients defined', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none', journal: 1 })
  const group = (index: number) => `g${index % 40}.example.com`
  const names = (index: number) => ({ plural: `a${index}`, singular: `b${index}`, kind: `C${index}` })
  await repeat(3, (index) =>
    cluster.create('CustomResourceDefinition', {
      metadata: { name: `a${index}.${group(index)}` },
      spec: {
        group: group(index),
        names: names(index),
        scope: 'Cluster',
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    }),
  )
  await repeat(3, (index) => cluster.fetch(`/apis/${group(index)}/v1/a${index}`))
  expect(cluster.journal.lost()).toBe(cluster.journal.last - 1)
  expect(cluster.journal.lost({ kind: 'C0' })).toBe(1)
})

test('a failure prints the twenty nearest requests, nearest first, with what differs', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  await cluster.create('Lease', { metadata: { name: 'leader' } })
  await repeat(100, (index) => cluster.fetch(`/api/v1/namespaces/n${index}`))
  await cluster.fetch(`${LEASES}/leader`)
  await repeat(100, (index) => cluster.fetch(`/api/v1/namespaces/n${index}`))
  const say = (filter: object, times?: number) => {
    try {
      expect(cluster).toHaveReceivedRequest(filter, times)
      return 'passed'
    } catch (error) {
      return (error as Error).message
    }
  }
  const [first, nearest, ...lines] = say({ verb: 'get', kind: 'Lease', name: 'leader', code: 404 }).split('\n')
  expect(first).toBe(
    'expected at least one of the requests {"verb":"get","kind":"Lease","name":"leader","code":404}; there were 0',
  )
  expect(nearest).toBe('The nearest 20 of 202 others:')
  expect(lines).toHaveLength(20)
  expect(lines[0]).toMatch(/^#102 .*GET .*leases\/leader → 200 \(not its code\)$/)
  expect(lines.filter((line) => line.endsWith('(not its kind, name)'))).toHaveLength(19)

  const many = say({ kind: 'Namespace' }, 7).split('\n')
  expect(many[0]).toBe('expected 7 of the requests {"kind":"Namespace"}; there were 200:')
  expect(many.slice(1)).toHaveLength(21)
  expect(many.at(-1)).toBe('… and 180 more')
  expect(say({ name: 'n3' }, 5).split('\n').slice(1)).toHaveLength(2 + 1 + 18)
})

test('a sweep of more requests than the journal holds says so, and needs no room for controllers', async () => {
  const scenario = (fork: Cluster) => repeat(6, (index) => fork.fetch(`${LEASES}/a${index}`))
  await expect(sweep(createCluster({ seed: 1, journal: 4 }), scenario)).rejects.toThrow(
    /makes more requests than the journal of the cluster holds: 2 were dropped.*journal: 10000/,
  )
  const acting = createCluster({ seed: 1, journal: 20 })
  const { requests } = await sweep(acting, busy, { faults: [] })
  expect(requests.map(({ method }) => method)).toEqual(['DELETE'])
})
