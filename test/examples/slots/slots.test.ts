import { expect, test } from 'vitest'
import type { Cluster } from '../../../src/cluster/types.js'
import { createCluster } from '../../../src/cluster/cluster.js'
import { startCluster } from '../../../src/node.js'
import { explore } from '../../../src/cluster/testing/sweep/explore.js'
import { sweep } from '../../../src/cluster/testing/sweep/sweep.js'
import { careless } from './careless.js'
import { clientIn, clientOf } from './client.js'
import { type Reconcile, startOperator } from './operator.js'
import { POOL, SLOT, reconcile } from './reconcile.js'

const pool = { [POOL]: 'batch' }

/** Node `new` has no slot yet, `old` is being deleted and has one. */
async function seed(cluster: Cluster): Promise<Cluster> {
  await cluster.create('Node', { metadata: { name: 'new', labels: pool } })
  await cluster.create('Lease', { metadata: { name: 'slot-old' }, spec: { holderIdentity: 'old' } })
  await cluster.create('Node', {
    metadata: { name: 'old', labels: { ...pool, [SLOT]: 'slot-old' }, finalizers: [SLOT] },
  })
  await cluster.delete('Node', { name: 'old' })
  return cluster
}

const seeded = () => seed(createCluster({ seed: 1, controllers: 'none' }))

/** Lets an operator run until it has nothing left to do. */
const runs = (reconcile: Reconcile) => async (cluster: Cluster) => {
  const operator = startOperator(clientIn(cluster), reconcile)
  await operator.idle()
  await cluster.settled()
  await operator.idle()
  await operator.stop()
}

test.each([
  ['careless', careless],
  ['careful', reconcile],
] as const)('undisturbed, both do what they should: %s', async (_name, chosen) => {
  const cluster = await seeded()
  await runs(chosen)(cluster)
  expect((await cluster.list('Node')).items.map(({ metadata }) => metadata.name)).toEqual(['new'])
  expect((await cluster.list('Lease')).items.map(({ spec }) => spec?.holderIdentity)).toEqual(['new'])
})

test.each([
  ['careless', careless, ['/metadata/resourceVersion', '/spec/renewTime']],
  ['careful', reconcile, []],
] as const)('a second run changes nothing: %s', async (_name, chosen, expected) => {
  const cluster = await seeded()
  expect((await cluster.changes(() => runs(chosen)(cluster))).map(({ type, kind }) => `${type} ${kind}`)).toEqual(
    expect.arrayContaining(['changed Node', 'removed Node']),
  )
  const again = await cluster.changes(() => runs(chosen)(cluster))
  expect(
    [...new Set(again.flatMap(({ patch }) => patch.map(({ path }) => path.split('/').slice(0, 3).join('/'))))].sort(),
  ).toEqual(expected)
})

test.each([
  ['careless', careless, undefined],
  ['careful', reconcile, 'kept'],
] as const)('somebody else writes just before: %s', async (_name, chosen, expected) => {
  const cluster = await seeded()
  for (const verb of ['update', 'patch'] as const)
    cluster.hooks.before(
      { verb, kind: 'Node', name: 'new' },
      { rival: { patch: { metadata: { labels: { rival: 'kept' } } } } },
      { times: 1 },
    )
  await runs(chosen)(cluster)
  const { metadata } = await cluster.get('Node', { name: 'new' })
  expect(metadata.labels?.['rival']).toBe(expected)
  expect(metadata.labels?.[SLOT]).toMatch(/^slot-new/)
})

/** While somebody else cordons the Node, as a person would: until it is done. */
const whileCordoned = (reconcile: Reconcile) => async (cluster: Cluster) => {
  const cordon = (): Promise<unknown> =>
    cluster.patch('Node', { name: 'new' }, { spec: { unschedulable: true } }).catch(cordon)
  await cordon()
  await runs(reconcile)(cluster)
}

test('a sweep finds what failures, lost replies and stale reads do to the careless one', async () => {
  const { findings } = await sweep(await seeded(), whileCordoned(careless))
  const lines = findings.map(({ fault, outcome, differences }) => {
    const [, name, request] = /^(\S+) at .*?: (.+)$/.exec(fault)!
    return `${name}, ${request}: ${outcome}, ${differences.map(({ object }) => object).join(' and ')}`
  })
  expect(lines).toEqual([
    'stale-read, GET /api/v1/nodes: differs, Node new',
    'cut-after-commit, POST /apis/coordination.k8s.io/v1/namespaces/default/leases: differs, Lease default/slot-new-*',
    'conflict, PUT /api/v1/nodes/new: differs, Lease default/slot-new-*',
    'too-many-requests, PUT /api/v1/nodes/new: differs, Lease default/slot-new-*',
    'internal-error, PUT /api/v1/nodes/new: differs, Lease default/slot-new-*',
    'timeout-before-commit, PUT /api/v1/nodes/new: differs, Lease default/slot-new-*',
    'cut-after-commit, DELETE /apis/coordination.k8s.io/v1/namespaces/default/leases/slot-old: differs, Node old',
    'conflict, PUT /api/v1/nodes/old: differs, Node old',
    'too-many-requests, PUT /api/v1/nodes/old: differs, Node old',
    'internal-error, PUT /api/v1/nodes/old: differs, Node old',
    'timeout-before-commit, PUT /api/v1/nodes/old: differs, Node old',
  ])
  const stale = findings.find(({ fault }) => fault.startsWith('stale-read'))!
  expect(stale.differences[0]).toMatchObject({ expected: { spec: { unschedulable: true } }, actual: { spec: {} } })
})

test('a sweep finds nothing in the careful one, and neither does exploring', async () => {
  const cluster = await seeded()
  const { findings, runs: made } = await sweep(cluster, whileCordoned(reconcile))
  expect(findings).toEqual([])
  expect(made).toBeGreaterThan(20)
  expect(await explore(cluster, whileCordoned(reconcile), { seed: 1, runs: 50, most: 2 })).toEqual({
    runs: 50,
    finding: undefined,
  })
})

test('over a socket, a Node that comes as the watch breaks gets its slot', async ({ onTestFinished: atEnd }) => {
  const server = await startCluster({ controllers: 'none' })
  atEnd(server.close)
  const { cluster, kubeconfig } = server
  await seed(cluster)
  const operator = startOperator(clientOf(kubeconfig), reconcile)
  atEnd(operator.stop)
  await operator.idle()
  const cut = cluster.hooks.watch({ kind: 'Node', name: 'late' }, { cut: true }, { times: 1 })
  await cluster.create('Node', { metadata: { name: 'late', labels: pool } })
  const node = await cluster.waitFor('Node', { name: 'late' }, ({ metadata }) => metadata.labels?.[SLOT] !== undefined)
  expect(node.metadata.labels?.[SLOT]).toBe('slot-late')
  expect(cut.pending).toBe(false)
  expect((await cluster.list('Lease')).items.map(({ metadata }) => metadata.name)).toEqual(['slot-late', 'slot-new'])
})
