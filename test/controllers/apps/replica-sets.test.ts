import { describe, expect, test } from 'vitest'
import type { Cluster } from '../../../src/cluster/types.js'
import type { Replicas } from '../../../src/controllers/apps/replica-sets/replicas.js'
import { keysOf } from '../keys.js'
import { eventsOf, open, podNames, setReady, syncsOf, template } from './workloads.js'

const labels = { app: 'web' }
const SORTS = [
  ['ReplicaSet', 'replica-sets', 'apps/v1', { matchLabels: labels }, 'replicaset-controller'],
  ['ReplicationController', 'replication-controllers', 'v1', labels, 'replication-controller'],
] as const

describe.each(SORTS)('%s', (kind, controller, apiVersion, selector, component) => {
  const start = async (spec: object, cluster = open(controller)) => {
    await cluster.create<Replicas>(kind, {
      metadata: { name: 'web' },
      spec: { selector, template: template(labels), ...spec },
    })
    return cluster
  }
  const statusOf = async (cluster: Cluster) => (await cluster.get(kind, { name: 'web' })).status
  const scale = (cluster: Cluster, replicas: number) => cluster.patch(kind, { name: 'web' }, { spec: { replicas } })

  test('creates its replicas from the template, with owner references and Events', async () => {
    const cluster = await start({ replicas: 2 })
    const { items } = await cluster.list('Pod')
    const owner = await cluster.get(kind, { name: 'web' })
    expect(items).toHaveLength(2)
    for (const { metadata, spec } of items) {
      expect(metadata).toMatchObject({
        name: expect.stringMatching(/^web-[bcdfghjklmnpqrstvwxz2456789]{5}$/) as string,
        generateName: 'web-',
        labels,
        ownerReferences: [
          { apiVersion, kind, name: 'web', uid: owner.metadata.uid, controller: true, blockOwnerDeletion: true },
        ],
      })
      expect(spec?.containers?.[0]?.image).toBe('shop/web:1')
    }
    expect(await eventsOf(cluster, kind)).toEqual(
      expect.arrayContaining(
        items.map(({ metadata }) => ['Normal', 'SuccessfulCreate', `Created pod: ${metadata.name}`, component]),
      ),
    )
    expect(owner.status).toEqual({ replicas: 2, fullyLabeledReplicas: 2, observedGeneration: 1 })
  })

  test('counts ready pods, and available ones after minReadySeconds', async () => {
    const cluster = await start({ replicas: 3, minReadySeconds: 10 })
    const [first, ...rest] = await podNames(cluster)
    await setReady(cluster, [first ?? ''])
    const counts = { replicas: 3, fullyLabeledReplicas: 3, observedGeneration: 1 }
    expect(await statusOf(cluster)).toEqual({ ...counts, readyReplicas: 1 })
    await cluster.clock.advance('4s')
    await setReady(cluster, rest)
    await cluster.clock.advance('7s')
    expect(await statusOf(cluster)).toEqual({ ...counts, readyReplicas: 3, availableReplicas: 1 })
    await cluster.clock.advance('4s')
    expect(await statusOf(cluster)).toEqual({ ...counts, readyReplicas: 3, availableReplicas: 3 })
    await setReady(cluster, rest, false)
    expect(await statusOf(cluster)).toEqual({ ...counts, readyReplicas: 1, availableReplicas: 1 })
  })

  test('replaces pods that are deleted, failed or no longer match, and releases the latter', async () => {
    const cluster = await start({ replicas: 3 })
    const [deleted = '', ended = '', strayed = ''] = await podNames(cluster)
    await cluster.delete('Pod', { name: deleted })
    await cluster.patch('Pod', { name: ended }, { status: { phase: 'Failed' } }, { subresource: 'status' })
    await cluster.patch('Pod', { name: strayed }, { metadata: { labels: { app: 'other' } } })
    expect((await cluster.get('Pod', { name: strayed })).metadata.ownerReferences).toBeUndefined()
    expect(await podNames(cluster)).toHaveLength(5)
    expect(await statusOf(cluster)).toMatchObject({ replicas: 3 })
    await cluster.patch('Pod', { name: strayed }, { metadata: { labels } })
    // The pod is adopted again, which makes one too many; which one is deleted is left open.
    expect(await statusOf(cluster)).toMatchObject({ replicas: 3 })
    expect(await podNames(cluster)).toHaveLength(4)
  })

  test('adopts matching orphans before it creates pods, and deletes those beyond its replicas', async () => {
    const cluster = open(controller)
    for (const name of ['a', 'b', 'c'])
      await cluster.create('Pod', { metadata: { name, labels }, spec: template(labels).spec })
    await cluster.create('Pod', { metadata: { name: 'other', labels: { app: 'o' } }, spec: template(labels).spec })
    await setReady(cluster, ['b'])
    await start({ replicas: 1 }, cluster)
    expect(await podNames(cluster)).toEqual(['b', 'other'])
    expect((await cluster.get('Pod', { name: 'b' })).metadata.ownerReferences).toMatchObject([{ name: 'web' }])
    expect(await eventsOf(cluster, kind)).toEqual(
      expect.arrayContaining(
        ['a', 'c'].map((name) => ['Normal', 'SuccessfulDelete', `Deleted pod: ${name}`, component]),
      ),
    )
  })

  test('creates and deletes at most 500 pods in one sync, and the others in the next', async () => {
    const cluster = await start({ replicas: 501 })
    expect(await statusOf(cluster)).toMatchObject({ replicas: 501 })
    const none = { created: 0, refused: 0, deleted: 0 }
    expect(syncsOf(cluster, kind)).toEqual([{ ...none, created: 500 }, { ...none, created: 1 }, none])
    const grown = cluster.journal.requests().at(-1)?.sequence
    await scale(cluster, 0)
    expect(syncsOf(cluster, kind, grown)).toEqual([{ ...none, deleted: 500 }, { ...none, deleted: 1 }, none])
    expect(await podNames(cluster)).toEqual([])
    expect(await statusOf(cluster)).toEqual({ replicas: 0, observedGeneration: 2 })
  })

  test('reports ReplicaFailure when a quota is exceeded, and creates the rest once there is room', async () => {
    const cluster = open(controller, 'resource-quotas')
    await cluster.create('ResourceQuota', { metadata: { name: 'few' }, spec: { hard: { pods: '2' } } })
    await start({ replicas: 9 }, cluster)
    expect(await podNames(cluster)).toHaveLength(2)
    // Pods are created in batches of 1, 2, 4 …: the third one is refused, and the batch of four is not tried.
    expect(syncsOf(cluster, kind)[0]).toEqual({ created: 2, refused: 1, deleted: 0 })
    const [condition] = (await statusOf(cluster))?.conditions ?? []
    expect(condition).toEqual({
      type: 'ReplicaFailure',
      status: 'True',
      reason: 'FailedCreate',
      lastTransitionTime: '2024-01-01T00:00:00Z',
      message: expect.stringMatching(
        /^pods "web-\w{5}" is forbidden: exceeded quota: few, requested: pods=1, used: pods=2, limited: pods=2$/,
      ) as string,
    })
    expect(await eventsOf(cluster, kind)).toContainEqual([
      'Warning',
      'FailedCreate',
      `Error creating: ${condition?.message}`,
      component,
    ])
    await cluster.clock.advance('10s')
    expect((await statusOf(cluster))?.conditions).toEqual([condition])
    await cluster.patch('ResourceQuota', { name: 'few' }, { spec: { hard: { pods: '20' } } })
    await cluster.clock.advance('30s')
    expect(await statusOf(cluster)).toEqual({ replicas: 9, fullyLabeledReplicas: 9, observedGeneration: 1 })
  })

  test('neither creates nor adopts pods while it is being deleted', async () => {
    const cluster = await start({ replicas: 1 })
    await cluster.patch(kind, { name: 'web' }, { metadata: { finalizers: ['example.com/hold'] } })
    await cluster.delete(kind, { name: 'web' }, { propagationPolicy: 'Background' })
    const [pod = ''] = await podNames(cluster)
    await cluster.create('Pod', { metadata: { name: 'orphan', labels }, spec: template(labels).spec })
    await cluster.delete('Pod', { name: pod })
    expect(await podNames(cluster)).toEqual(['orphan'])
    expect((await cluster.get('Pod', { name: 'orphan' })).metadata.ownerReferences).toBeUndefined()
    expect(await statusOf(cluster)).toEqual({ replicas: 0, observedGeneration: 2 })
  })

  test('continues in a fork as in the original cluster', async () => {
    const cluster = await start({ replicas: 2, minReadySeconds: 10 })
    await setReady(cluster)
    const fork = cluster.fork()
    for (const each of [cluster, fork]) {
      await each.clock.advance('11s')
      expect(await statusOf(each)).toMatchObject({ availableReplicas: 2 })
    }
  })
})

test('scaling down deletes the pod on the node with the most pods of related ReplicaSets', async () => {
  const cluster = open('replica-sets')
  const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'u', controller: true }
  const set = (name: string, replicas: number, extra: Readonly<Record<string, string>>) =>
    cluster.create('ReplicaSet', {
      metadata: { name, ownerReferences: [deployment] },
      spec: { replicas, selector: { matchLabels: extra }, template: template(extra) },
    })
  await set('old', 1, { app: 'old' })
  await set('new', 2, { app: 'new' })
  const [first = '', second = '', other = ''] = await podNames(cluster)
  for (const [name, node] of [
    [first, 'one'],
    [second, 'two'],
    [other, 'two'],
  ] as const)
    await cluster.fetch(`http://local/api/v1/namespaces/default/pods/${name}/binding`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        apiVersion: 'v1',
        kind: 'Binding',
        metadata: { name },
        target: { kind: 'Node', name: node },
      }),
    })
  await setReady(cluster)
  await cluster.patch('ReplicaSet', { name: 'new' }, { spec: { replicas: 1 } })
  expect(await podNames(cluster)).toEqual([first, other])
})

test('schedules no requeue while no pod waits for minReadySeconds', async () => {
  const cluster = open('replica-sets', 'replication-controllers')
  const planned = () => keysOf(cluster.snapshot().controllers.due)
  await cluster.create('ReplicaSet', {
    metadata: { name: 'web' },
    spec: { replicas: 3, minReadySeconds: 5, selector: { matchLabels: labels }, template: template(labels) },
  })
  expect(planned()).toEqual([])
  await setReady(cluster)
  expect(planned()).toHaveLength(1)
  await cluster.clock.advance('6s')
  expect(planned()).toEqual([])
})
