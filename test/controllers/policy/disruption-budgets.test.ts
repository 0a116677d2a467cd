import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'

const labels = { app: 'a' }
const selector = { matchLabels: labels }
const open = (profile: 'example' | 'kubernetes' = 'kubernetes') =>
  createCluster({ profile, seed: 1, controllers: ['disruption-budgets'], disableAdmissionPlugins: ['ServiceAccount'] })
const budgetOf = async (cluster: Cluster) => (await cluster.get('PodDisruptionBudget', { name: 'b' })).status
const budget = (cluster: Cluster, spec: object) =>
  cluster.create('PodDisruptionBudget', { metadata: { name: 'b' }, spec: { selector, ...spec } })

async function pod(cluster: Cluster, name: string, ready = true, metadata: object = {}) {
  await cluster.create('v1/Pod', {
    metadata: { name, labels, ...metadata },
    spec: { containers: [{ name: 'c', image: 'i' }] },
  })
  const conditions = [{ type: 'Ready', status: ready ? 'True' : 'False' }]
  await cluster.patch('v1/Pod', { name }, { status: { phase: 'Running', conditions } }, { subresource: 'status' })
}

async function evict(cluster: Cluster, name: string) {
  const body = JSON.stringify({ apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name } })
  const reply = await cluster.fetch(`http://local/api/v1/namespaces/default/pods/${name}/eviction`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
  const { details } = (await reply.json()) as { details?: { causes: { message: string }[] } }
  return details?.causes[0]?.message ?? reply.status
}

const status = (
  allowed: number,
  healthy: number,
  desired: number,
  expected: number,
  seconds = '00',
  generation = 1,
) => ({
  observedGeneration: generation,
  disruptionsAllowed: allowed,
  currentHealthy: healthy,
  desiredHealthy: desired,
  expectedPods: expected,
  conditions: [
    {
      lastTransitionTime: `2024-01-01T00:00:${seconds}Z`,
      type: 'DisruptionAllowed',
      status: allowed > 0 ? 'True' : 'False',
      reason: allowed > 0 ? 'SufficientPods' : 'InsufficientPods',
      message: '',
      observedGeneration: generation,
    },
  ],
})
const events = async (cluster: Cluster) =>
  (await cluster.list('v1/Event')).items.map((e) => [e['type'], e['reason'], e['message'], e['count']])

test.each(['example', 'kubernetes'] as const)(
  'counts healthy pods as they are created, change and are deleted (profile %s)',
  async (profile) => {
    const cluster = open(profile)
    await budget(cluster, { minAvailable: 1 })
    expect(await budgetOf(cluster)).toEqual(status(0, 0, 1, 0))
    await pod(cluster, 'p1')
    await pod(cluster, 'p2', false)
    expect(await budgetOf(cluster)).toEqual(status(0, 1, 1, 2))
    await cluster.clock.advance('5s')
    await pod(cluster, 'p3')
    expect(await budgetOf(cluster)).toEqual(status(1, 2, 1, 3, '05'))
    await cluster.clock.advance('5s')
    await cluster.patch('v1/Pod', { name: 'p3' }, { metadata: { labels: { app: 'other' } } })
    // A pod that no longer matches does not trigger a sync of the budget.
    expect(await budgetOf(cluster)).toEqual(status(1, 2, 1, 3, '05'))
    await cluster.delete('v1/Pod', { name: 'p1' })
    expect(await budgetOf(cluster)).toEqual(status(0, 0, 1, 1, '10'))
    await cluster.patch('PodDisruptionBudget', { name: 'b' }, { spec: { minAvailable: 0 } })
    expect(await budgetOf(cluster)).toEqual(status(0, 0, 0, 1, '10', 2))
  },
)

test('reports a budget without pods in an Event at each sync', async () => {
  const cluster = open()
  await budget(cluster, { maxUnavailable: '50%' })
  expect(await budgetOf(cluster)).toEqual(status(0, 0, 0, 0))
  expect(await events(cluster)).toEqual([['Normal', 'NoPods', 'No matching pods found', 2]])
})

const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } }
const controlledBy = (apiVersion: string, kind: string, name: string, uid: string) => ({
  ownerReferences: [{ apiVersion, kind, name, uid, controller: true }],
})

test('computes percentages of the replicas of the owners, when a pod or the budget changes', async () => {
  const cluster = open()
  const { metadata } = await cluster.create('apps/v1/Deployment', {
    metadata: { name: 'd' },
    spec: { replicas: 4, selector, template },
  })
  for (const name of ['p1', 'p2', 'p3'])
    await pod(cluster, name, true, controlledBy('apps/v1', 'Deployment', 'd', metadata.uid!))
  await budget(cluster, { maxUnavailable: '30%' })
  expect(await budgetOf(cluster)).toEqual(status(1, 3, 2, 4))
  await cluster.patch('apps/v1/Deployment', { name: 'd' }, { spec: { replicas: 10 } })
  expect(await budgetOf(cluster)).toEqual(status(1, 3, 2, 4))
  await cluster.patch('Pod', { name: 'p1' }, { metadata: { labels: { other: 'a' } } })
  expect(await budgetOf(cluster)).toEqual(status(0, 3, 7, 10))
  await cluster.patch('PodDisruptionBudget', { name: 'b' }, { spec: { maxUnavailable: null, minAvailable: '15%' } })
  expect(await budgetOf(cluster)).toEqual(status(1, 3, 2, 10, '00', 2))
})

test('counts pods themselves if the kind of their owner is not served', async () => {
  const cluster = open()
  for (const name of ['p1', 'p2', 'p3'])
    await pod(cluster, name, true, controlledBy('example.com/v1', 'Crew', 'r', 'u'))
  await budget(cluster, { maxUnavailable: 1 })
  expect(await budgetOf(cluster)).toEqual(status(1, 3, 2, 3))
})

test('allows no disruption if an owner is missing, and reports unmanaged pods', async () => {
  const cluster = open()
  await budget(cluster, { maxUnavailable: 1 })
  await pod(cluster, 'p1', true, controlledBy('apps/v1', 'Deployment', 'gone', 'u'))
  const message = 'found no controllers for pod "p1"'
  expect(await budgetOf(cluster)).toEqual({
    ...status(0, 0, 0, 0),
    conditions: [{ ...status(0, 0, 0, 0).conditions[0], reason: 'SyncFailed', message }],
  })
  await cluster.delete('v1/Pod', { name: 'p1' })
  await pod(cluster, 'p2')
  expect(await budgetOf(cluster)).toEqual(status(0, 1, 0, 0))
  expect(
    (await events(cluster)).map(([type, reason, text]) => [type, reason, String(text).slice(0, 155)]).sort(),
  ).toEqual([
    ['Normal', 'NoPods', 'No matching pods found'],
    ['Warning', 'CalculateExpectedPodCountFailed', `Failed to calculate the number of expected pods: ${message}`],
    [
      'Warning',
      'UnmanagedPods',
      'Pods selected by this PodDisruptionBudget (selector: &LabelSelector{MatchLabels:map[string]string{app: a,},MatchExpressions:[]LabelSelectorRequirement{},})',
    ],
  ])
})

test('evictions use up the budget, and are refused when it is used up', async () => {
  const cluster = open()
  for (const name of ['p1', 'p2', 'p3']) await pod(cluster, name)
  await budget(cluster, { minAvailable: 2 })
  expect(await evict(cluster, 'p1')).toBe(201)
  expect(await budgetOf(cluster)).toEqual(status(0, 2, 2, 2))
  expect(await evict(cluster, 'p2')).toBe('The disruption budget b needs 2 healthy pods and has 2 currently')
  await pod(cluster, 'p4')
  expect([await evict(cluster, 'p2'), await evict(cluster, 'p3')]).toEqual([
    201,
    'The disruption budget b needs 2 healthy pods and has 2 currently',
  ])
})

test('drops a disrupted pod that is not deleted within two minutes, in a fork too', async () => {
  const cluster = open()
  for (const name of ['p1', 'p2']) await pod(cluster, name)
  await budget(cluster, { minAvailable: 1 })
  const disruptedPods = { p1: '2024-01-01T00:00:00Z' }
  await cluster.patch('PodDisruptionBudget', { name: 'b' }, { status: { disruptedPods } }, { subresource: 'status' })
  expect(await budgetOf(cluster)).toEqual({ ...status(0, 1, 1, 2), disruptedPods })
  await cluster.clock.advance('119s')
  const fork = cluster.fork()
  expect(await budgetOf(fork)).toEqual({ ...status(0, 1, 1, 2), disruptedPods })
  await fork.clock.advance('1s')
  const { conditions, ...counts } = status(1, 2, 1, 2)
  expect(await budgetOf(fork)).toEqual({
    ...counts,
    conditions: [{ ...conditions[0], lastTransitionTime: '2024-01-01T00:02:00Z' }],
  })
  expect(await events(fork)).toEqual([
    ['Warning', 'NotDeleted', "Pod was expected by PDB default/default to be deleted but it wasn't", 1],
  ])
  expect(await budgetOf(cluster)).toEqual({ ...status(0, 1, 1, 2), disruptedPods })
})

const owned = (apiVersion: string, kind: string, name: string, uid = 'of nobody') => ({
  ownerReferences: [{ apiVersion, kind, name, uid, controller: true }],
})
const faultOf = async (cluster: Cluster) => (await budgetOf(cluster))?.conditions?.[0]?.message

test('reports an owner without a scale subresource', async () => {
  const cluster = open()
  const job = await cluster.create('Job', {
    metadata: { name: 'work' },
    spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } },
  })
  await budget(cluster, { maxUnavailable: 1 })
  await pod(cluster, 'a', true, owned('batch/v1', 'Job', 'work', job.metadata.uid))
  expect(await faultOf(cluster)).toBe('jobs.batch does not implement the scale subresource')
  await cluster.delete('v1/Pod', { name: 'a' }, { gracePeriodSeconds: 0 })
  await pod(cluster, 'b', true, owned('apps/v1', 'ReplicaSet', 'gone'))
  expect(await faultOf(cluster)).toBe('found no controllers for pod "b"')
})

test('of several budgets the oldest counts a pod, with an Event about the pod each time', async () => {
  const cluster = open()
  await budget(cluster, { minAvailable: 1 })
  await cluster.clock.advance('1s')
  await cluster.create('PodDisruptionBudget', { metadata: { name: 'a' }, spec: { selector, minAvailable: 1 } })
  await cluster.create('v1/Pod', { metadata: { name: 'a', labels }, spec: { containers: [{ name: 'c', image: 'i' }] } })
  const all = async () =>
    (await cluster.list('PodDisruptionBudget')).items.map(({ metadata, status }) => [
      metadata.name,
      status?.expectedPods,
    ])
  const told = async () =>
    (await cluster.list('v1/Event')).items
      .filter(({ reason }) => reason === 'MultiplePodDisruptionBudgets')
      .map((event) => [event['message'], event['count']])
  const message = 'Pod "default"/"a" matches multiple PodDisruptionBudgets.  Chose "b" arbitrarily.'
  expect(await told()).toEqual([[message, 1]])
  expect(await all()).toEqual([
    ['a', 0],
    ['b', 1],
  ])
  // One update when it starts to terminate, and one when it is removed.
  await cluster.delete('v1/Pod', { name: 'a' })
  expect(await told()).toEqual([[message, 3]])
})
