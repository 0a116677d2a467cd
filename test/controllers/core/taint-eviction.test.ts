import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'

const taint = { key: 'fire', value: 'yes', effect: 'NoExecute' as const }

async function createTainting(options: { readonly agents?: boolean } = {}) {
  const controllers = ['taint-eviction', ...(options.agents ? ['node-agents', 'node-lifecycle'] : [])]
  const cluster = createCluster({
    seed: 1,
    nodes: options.agents ? 3 : 1,
    controllers,
    disableAdmissionPlugins: ['ServiceAccount'],
  })
  const events = async () =>
    (await cluster.list('v1/Event')).items
      .filter(({ reason }) => reason === 'TaintManagerEviction')
      .map((event) => `${String(event['message'])} x${String(event['count'])}`)
  const gone = async () =>
    (await cluster.list('Pod')).items.flatMap(({ metadata }) => (metadata.deletionTimestamp ? [metadata.name] : []))
  return {
    cluster,
    events,
    gone,
    pod: (name: string, tolerations: readonly object[] = []) =>
      cluster.create('Pod', {
        metadata: { name, namespace: 'default' },
        spec: { nodeName: 'node-1', tolerations, containers: [{ name: 'a', image: 'a' }] },
      } as never),
    taint: (...taints: readonly object[]) =>
      cluster.patch('Node', { name: 'node-1' }, { spec: { taints: taints.length > 0 ? taints : null } } as never),
    left: async () =>
      (await cluster.list('Pod')).items.map(({ metadata, status }) => [
        metadata.name,
        metadata.deletionTimestamp !== undefined,
        status?.conditions?.find(({ type }) => type === 'DisruptionTarget')?.reason,
      ]),
  }
}

const tolerates = (tolerationSeconds?: number) => ({
  key: 'fire',
  operator: 'Exists',
  effect: 'NoExecute',
  tolerationSeconds,
})

test('evicts pods at once, after tolerationSeconds, or never, by their tolerations', async () => {
  const { cluster, pod, taint: put, left, events } = await createTainting()
  await pod('none')
  await pod('short', [tolerates(10)])
  await pod('ever', [tolerates()])
  await put(taint)
  expect(await left()).toEqual([
    ['ever', false, undefined],
    ['none', true, 'DeletionByTaintManager'],
    ['short', false, undefined],
  ])
  await cluster.clock.advance('9s')
  expect((await left())[2]).toEqual(['short', false, undefined])
  await cluster.clock.advance('1s')
  expect((await left())[2]).toEqual(['short', true, 'DeletionByTaintManager'])
  expect(await events()).toEqual([
    'Marking for deletion Pod default/none x1',
    'Marking for deletion Pod default/short x1',
  ])
})

test('evicts pods that are created on a tainted node, and cancels evictions when the taint is removed', async () => {
  const { cluster, pod, taint: put, left, gone, events } = await createTainting()
  await put(taint)
  await pod('late', [tolerates(60)])
  await pod('none')
  expect(await gone()).toEqual(['none'])
  await cluster.clock.advance('30s')
  await put()
  expect(await events()).toEqual([
    'Cancelling deletion of Pod default/late x1',
    'Marking for deletion Pod default/none x1',
  ])
  const { due } = cluster.snapshot().controllers
  expect(due.size).toBe(0)
  await cluster.clock.advance('1h')
  expect((await left())[0]).toEqual(['late', false, undefined])
})

test('another taint does not restart the time; the shortest toleration counts', async () => {
  const { cluster, pod, taint: put, gone } = await createTainting()
  await pod('p', [tolerates(60), { key: 'water', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 100 }])
  await put(taint)
  await cluster.clock.advance('50s')
  await put(taint, { key: 'water', effect: 'NoExecute' })
  await cluster.clock.advance('9s')
  expect(await gone()).toEqual([])
  await cluster.clock.advance('1s')
  expect(await gone()).toEqual(['p'])
})

test('evicts pods five minutes after their node becomes unreachable, in forks too', async () => {
  const { cluster, pod, gone } = await createTainting({ agents: true })
  await pod('p')
  await cluster.patch('Node', { name: 'node-1' }, { metadata: { annotations: { 'fakecluster/agent': 'silent' } } })
  await cluster.clock.advance('3m')
  const fork = cluster.fork()
  await cluster.clock.advance('2m')
  expect(await gone()).toEqual([])
  await cluster.clock.advance('2m')
  expect(await gone()).toEqual(['p'])
  await fork.clock.advance('4m')
  expect((await fork.list('Pod')).items[0]?.metadata.deletionTimestamp).toBeDefined()
})

test('does not evict a pod fixture from a tainted node fixture', async () => {
  const { cluster, left } = await createTainting()
  await cluster.load([
    { apiVersion: 'v1', kind: 'Node', metadata: { name: 'hot' }, spec: { taints: [taint] } },
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p' },
      spec: { nodeName: 'hot', containers: [{ name: 'a', image: 'a' }] },
    },
  ])
  await cluster.clock.advance('1h')
  expect(await left()).toEqual([['p', false, undefined]])
})

test('pods with tolerationSeconds 0 are replaced one after the other until the taint is removed', async () => {
  const cluster = createCluster({ seed: 1, nodes: 1 })
  const labels = { app: 'web' }
  await cluster.create('ReplicaSet', {
    metadata: { name: 'web' },
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          containers: [{ name: 'a', image: 'a' }],
          tolerations: [{ key: 'fire', operator: 'Exists', tolerationSeconds: 0, effect: 'NoExecute' }],
        },
      },
    },
  })
  const taints = (list: readonly object[] | null) =>
    cluster.patch('Node', { name: 'node-1' }, { spec: { taints: list } } as never)
  await taints([taint])
  await cluster.clock.advance('10s')
  await taints(null)
  await cluster.clock.advance('10s')
  expect((await cluster.get('ReplicaSet', { name: 'web' })).status).toMatchObject({ replicas: 2, readyReplicas: 2 })
  const made = (await cluster.list('v1/Event')).items.filter(({ reason }) => reason === 'Scheduled').length
  // One after the other, not all at the same time.
  expect(made).toBeGreaterThan(4)
  expect(made).toBeLessThan(60)
})

test('a scheduled eviction keeps its time when a taint is added that the pod tolerates for less', async () => {
  const { cluster, pod, taint: put, gone, events } = await createTainting()
  await put(taint)
  const operator = 'Exists'
  await pod('late', [tolerates(8), { key: 'water', operator, effect: 'NoExecute', tolerationSeconds: 0 }])
  await cluster.clock.advance('5s')
  await put(taint, { key: 'water', effect: 'NoExecute' })
  await cluster.clock.advance('2s')
  expect(await gone()).toEqual([])
  await cluster.clock.advance('1s')
  expect(await gone()).toEqual(['late'])
  expect(await events()).toEqual(['Marking for deletion Pod default/late x1'])
})

test('tells that an eviction is cancelled when its pod is deleted, even after its node', async () => {
  const { cluster, pod, taint: put, events } = await createTainting()
  await pod('web', [tolerates(300)])
  await put(taint)
  await cluster.delete('Node', { name: 'node-1' })
  expect(await events()).toEqual([])
  await cluster.delete('Pod', { name: 'web' }, { gracePeriodSeconds: 0 })
  expect(await events()).toEqual(['Cancelling deletion of Pod default/web x1'])
})
