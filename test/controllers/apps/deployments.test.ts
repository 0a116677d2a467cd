import { expect, test } from 'vitest'
import type { Cluster } from '../../../src/cluster/types.js'
import { keysOf } from '../keys.js'
import { eventsOf, open, podNames, setReady, template } from './workloads.js'

const labels = { app: 'web' }
const REF = { name: 'web' }
const START = '2024-01-01T00:00:00Z'

async function start(spec: object = {}, ...controllers: readonly string[]): Promise<Cluster> {
  const cluster = open('deployments', 'replica-sets', ...controllers)
  await cluster.create('Deployment', {
    metadata: REF,
    spec: { replicas: 3, selector: { matchLabels: labels }, template: template(labels), ...spec },
  })
  return cluster
}
const deployment = (cluster: Cluster) => cluster.get('Deployment', REF)
const setImage = (cluster: Cluster, image: string) =>
  cluster.patch('Deployment', REF, { spec: { template: template(labels, image) } })
const conditions = async (cluster: Cluster) =>
  ((await deployment(cluster)).status?.conditions ?? []).map(({ type, status, reason, message }) => [
    type,
    status,
    reason,
    message,
  ])
/** The ReplicaSets, as [image, revision, spec.replicas, status.replicas]. */
const sets = async (cluster: Cluster) =>
  (await cluster.list('ReplicaSet')).items
    .map(({ metadata, spec, status }) => [
      spec?.template?.spec?.containers?.[0]?.image,
      metadata.annotations?.['deployment.kubernetes.io/revision'],
      spec?.replicas,
      status?.replicas,
    ])
    .sort()
const nameOf = async (cluster: Cluster, image: string) =>
  (await cluster.list('ReplicaSet')).items.find((set) => set.spec?.template?.spec?.containers?.[0]?.image === image)
    ?.metadata.name ?? ''
const scalings = async (cluster: Cluster) =>
  (await eventsOf(cluster, 'Deployment')).map(([, reason, message]) => `${String(reason)}: ${String(message)}`).sort()
/** Makes pods ready, one after the other, until all of them are running. */
async function settle(cluster: Cluster): Promise<void> {
  for (;;) {
    const [next] = (await cluster.list('Pod')).items.filter(({ status }) => status?.phase !== 'Running')
    if (!next) return
    await setReady(cluster, [next.metadata.name ?? ''])
  }
}

test('a new Deployment gets a ReplicaSet with the hash of its template, a revision and annotations', async () => {
  const cluster = await start()
  const [set] = (await cluster.list('ReplicaSet')).items
  const hash = set?.metadata.labels?.['pod-template-hash'] ?? ''
  expect(hash).toMatch(/^[456789bcdf]{1,10}$/)
  expect(set).toMatchObject({
    metadata: {
      name: `web-${hash}`,
      labels: { app: 'web', 'pod-template-hash': hash },
      annotations: {
        'deployment.kubernetes.io/revision': '1',
        'deployment.kubernetes.io/desired-replicas': '3',
        'deployment.kubernetes.io/max-replicas': '4',
      },
      ownerReferences: [
        { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', controller: true, blockOwnerDeletion: true },
      ],
    },
    spec: {
      replicas: 3,
      selector: { matchLabels: { app: 'web', 'pod-template-hash': hash } },
      template: { metadata: { labels: { app: 'web', 'pod-template-hash': hash } } },
    },
  })
  const { metadata, status } = await deployment(cluster)
  expect(metadata.annotations).toEqual({ 'deployment.kubernetes.io/revision': '1' })
  expect(metadata.generation).toBe(1)
  expect(status).toEqual({
    observedGeneration: 1,
    replicas: 3,
    updatedReplicas: 3,
    unavailableReplicas: 3,
    conditions: [
      {
        type: 'Available',
        status: 'False',
        reason: 'MinimumReplicasUnavailable',
        message: 'Deployment does not have minimum availability.',
        lastUpdateTime: START,
        lastTransitionTime: START,
      },
      {
        type: 'Progressing',
        status: 'True',
        reason: 'ReplicaSetUpdated',
        message: `ReplicaSet "web-${hash}" is progressing.`,
        lastUpdateTime: START,
        lastTransitionTime: START,
      },
    ],
  })
  expect(await eventsOf(cluster, 'Deployment')).toEqual([
    ['Normal', 'ScalingReplicaSet', `Scaled up replica set web-${hash} from 0 to 3`, 'deployment-controller'],
  ])
  await cluster.clock.advance('2s')
  await settle(cluster)
  expect((await deployment(cluster)).status).toMatchObject({ readyReplicas: 3, availableReplicas: 3 })
  expect(await conditions(cluster)).toEqual([
    ['Available', 'True', 'MinimumReplicasAvailable', 'Deployment has minimum availability.'],
    ['Progressing', 'True', 'NewReplicaSetAvailable', `ReplicaSet "web-${hash}" has successfully progressed.`],
  ])
  expect(keysOf(cluster.snapshot().controllers.due)).toEqual([])
})

test('a rolling update advances with each available pod, within maxSurge and maxUnavailable', async () => {
  const cluster = await start({ replicas: 4, strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } } })
  await settle(cluster)
  await setImage(cluster, 'shop/web:2')
  expect(await sets(cluster)).toEqual([
    ['shop/web:1', '1', 3, 3],
    ['shop/web:2', '2', 2, 2],
  ])
  const [old, young] = [await nameOf(cluster, 'shop/web:1'), await nameOf(cluster, 'shop/web:2')]
  const fresh = (await podNames(cluster)).filter((name) => name.startsWith(young))
  await setReady(cluster, fresh.slice(0, 1))
  expect(await sets(cluster)).toEqual([
    ['shop/web:1', '1', 2, 2],
    ['shop/web:2', '2', 3, 3],
  ])
  await settle(cluster)
  expect(await sets(cluster)).toEqual([
    ['shop/web:1', '1', 0, 0],
    ['shop/web:2', '2', 4, 4],
  ])
  expect(await scalings(cluster)).toEqual(
    [
      `ScalingReplicaSet: Scaled up replica set ${old} from 0 to 4`,
      `ScalingReplicaSet: Scaled up replica set ${young} from 0 to 1`,
      `ScalingReplicaSet: Scaled down replica set ${old} from 4 to 3`,
      `ScalingReplicaSet: Scaled up replica set ${young} from 1 to 2`,
      `ScalingReplicaSet: Scaled down replica set ${old} from 3 to 2`,
      `ScalingReplicaSet: Scaled up replica set ${young} from 2 to 3`,
      `ScalingReplicaSet: Scaled down replica set ${old} from 2 to 1`,
      `ScalingReplicaSet: Scaled up replica set ${young} from 3 to 4`,
      `ScalingReplicaSet: Scaled down replica set ${old} from 1 to 0`,
    ].sort(),
  )
})

test.each([
  ['25%', '25%', 10, 8, 5],
  [0, 1, 10, 9, 1],
  ['100%', 0, 10, 10, 10],
  [2, '50%', 5, 3, 4],
])(
  'maxSurge %s and maxUnavailable %s of %i replicas: %i old ones and %i new ones at first',
  async (maxSurge, maxUnavailable, replicas, old, young) => {
    const cluster = await start({ replicas })
    await settle(cluster)
    await cluster.patch('Deployment', REF, {
      spec: { strategy: { rollingUpdate: { maxSurge, maxUnavailable } }, template: template(labels, 'shop/web:2') },
    })
    expect((await sets(cluster)).map(([, , asked]) => asked)).toEqual([old, young])
  },
)

test('Recreate creates the new pods only after all old ones are gone', async () => {
  const cluster = await start({ replicas: 2, strategy: { type: 'Recreate' } })
  await settle(cluster)
  for (const name of await podNames(cluster))
    await cluster.patch('Pod', { name }, { metadata: { finalizers: ['example.com/hold'] } })
  await setImage(cluster, 'shop/web:2')
  expect(await sets(cluster)).toEqual([['shop/web:1', '1', 0, 0]])
  const [first, second] = (await cluster.list('Pod')).items.map(({ metadata }) => metadata.name ?? '')
  await cluster.patch('Pod', { name: first ?? '' }, { metadata: { finalizers: null } })
  expect(await sets(cluster)).toHaveLength(1)
  await cluster.patch('Pod', { name: second ?? '' }, { metadata: { finalizers: null } })
  expect(await sets(cluster)).toEqual([
    ['shop/web:1', '1', 0, 0],
    ['shop/web:2', '2', 2, 2],
  ])
})

test('scaling in the middle of a rollout is spread proportionally over the ReplicaSets', async () => {
  const cluster = await start({ replicas: 10, strategy: { rollingUpdate: { maxSurge: 3, maxUnavailable: 2 } } })
  await settle(cluster)
  await setImage(cluster, 'shop/web:2')
  expect((await sets(cluster)).map(([, , asked]) => asked)).toEqual([8, 5])
  await cluster.patch('Deployment', REF, { spec: { replicas: 15 } })
  expect((await sets(cluster)).map(([, , asked]) => asked)).toEqual([11, 7])
  await cluster.patch('Deployment', REF, { spec: { replicas: 0 } })
  expect((await sets(cluster)).map(([, , asked]) => asked)).toEqual([0, 0])
})

test('a template that is set again reuses its ReplicaSet, with a new revision and a revision history', async () => {
  const cluster = await start({ replicas: 1 })
  await settle(cluster)
  await setImage(cluster, 'shop/web:2')
  await settle(cluster)
  await setImage(cluster, 'shop/web:1')
  await settle(cluster)
  expect(await sets(cluster)).toEqual([
    ['shop/web:1', '3', 1, 1],
    ['shop/web:2', '2', 0, 0],
  ])
  const again = await cluster.get('ReplicaSet', { name: await nameOf(cluster, 'shop/web:1') })
  expect(again.metadata.annotations?.['deployment.kubernetes.io/revision-history']).toBe('1')
  expect((await deployment(cluster)).metadata.annotations?.['deployment.kubernetes.io/revision']).toBe('3')
})

test('copies annotations to the ReplicaSet, except for last-applied-configuration', async () => {
  const cluster = await start({ replicas: 0 })
  await cluster.patch('Deployment', REF, {
    metadata: {
      annotations: {
        'kubernetes.io/change-cause': 'why not',
        'kubectl.kubernetes.io/last-applied-configuration': '{}',
      },
    },
  })
  const [set] = (await cluster.list('ReplicaSet')).items
  expect(set?.metadata.annotations).toEqual({
    'deployment.kubernetes.io/desired-replicas': '0',
    'deployment.kubernetes.io/max-replicas': '0',
    'deployment.kubernetes.io/revision': '1',
    'kubernetes.io/change-cause': 'why not',
  })
})

test('deletes old ReplicaSets beyond revisionHistoryLimit, the oldest first', async () => {
  const cluster = await start({ replicas: 1, revisionHistoryLimit: 1 })
  for (const image of ['shop/web:2', 'shop/web:3', 'shop/web:4']) {
    await settle(cluster)
    await setImage(cluster, image)
  }
  await settle(cluster)
  expect((await sets(cluster)).map(([image]) => image)).toEqual(['shop/web:3', 'shop/web:4'])
})

test('a paused Deployment is scaled, but rolls out no new template until it is resumed', async () => {
  const cluster = await start({ replicas: 2 })
  await settle(cluster)
  await cluster.patch('Deployment', REF, { spec: { paused: true } })
  expect((await conditions(cluster)).at(-1)).toEqual([
    'Progressing',
    'Unknown',
    'DeploymentPaused',
    'Deployment is paused',
  ])
  await setImage(cluster, 'shop/web:2')
  await cluster.patch('Deployment', REF, { spec: { replicas: 3 } })
  expect(await sets(cluster)).toEqual([['shop/web:1', '1', 3, 3]])
  expect((await deployment(cluster)).status).toMatchObject({ observedGeneration: 4, replicas: 3 })
  const resumed = cluster.patch('Deployment', REF, { spec: { paused: false } })
  await resumed
  expect((await sets(cluster)).map(([image]) => image)).toEqual(['shop/web:1', 'shop/web:2'])
  await settle(cluster)
  expect((await conditions(cluster)).at(-1)?.slice(0, 3)).toEqual(['Progressing', 'True', 'NewReplicaSetAvailable'])
})

test('a rollout without progress fails after progressDeadlineSeconds, and can still complete later', async () => {
  const cluster = await start({ replicas: 1, progressDeadlineSeconds: 30 })
  const [name] = (await cluster.list('ReplicaSet')).items.map(({ metadata }) => metadata.name)
  await cluster.clock.advance('30s')
  expect((await conditions(cluster)).at(-1)?.[2]).toBe('ReplicaSetUpdated')
  await cluster.clock.advance('1s')
  expect((await conditions(cluster)).at(-1)).toEqual([
    'Progressing',
    'False',
    'ProgressDeadlineExceeded',
    `ReplicaSet "${name}" has timed out progressing.`,
  ])
  expect(keysOf(cluster.snapshot().controllers.due)).toEqual([])
  await settle(cluster)
  expect((await conditions(cluster)).at(-1)?.[2]).toBe('NewReplicaSetAvailable')
})

test('copies the ReplicaFailure condition of its ReplicaSet, and removes it once it is resolved', async () => {
  const cluster = open('deployments', 'replica-sets', 'resource-quotas')
  await cluster.create('ResourceQuota', { metadata: { name: 'none' }, spec: { hard: { pods: '0' } } })
  await cluster.create('Deployment', {
    metadata: REF,
    spec: { replicas: 1, selector: { matchLabels: labels }, template: template(labels) },
  })
  const said = async () => (await conditions(cluster)).find(([type]) => type === 'ReplicaFailure')
  expect(await said()).toEqual([
    'ReplicaFailure',
    'True',
    'FailedCreate',
    expect.stringMatching(/is forbidden: exceeded quota: none/) as string,
  ])
  await cluster.delete('ResourceQuota', { name: 'none' })
  await cluster.clock.advance('30s')
  expect(await said()).toBeUndefined()
  expect((await deployment(cluster)).status?.replicas).toBe(1)
})

test('counts a collision when the name of a ReplicaSet is taken, and tries another name', async () => {
  const cluster = await start({ replicas: 1 })
  const [set] = (await cluster.list('ReplicaSet')).items
  const name = set?.metadata.name ?? ''
  const other = open('deployments', 'replica-sets')
  await other.create('ReplicaSet', {
    metadata: { name },
    spec: { replicas: 0, selector: { matchLabels: { app: 'else' } }, template: template({ app: 'else' }) },
  })
  await other.create('Deployment', {
    metadata: REF,
    spec: { replicas: 1, selector: { matchLabels: labels }, template: template(labels) },
  })
  const { status } = await deployment(other)
  expect(status).toMatchObject({ collisionCount: 1, updatedReplicas: 1 })
  const names = (await other.list('ReplicaSet')).items.map(({ metadata }) => metadata.name)
  expect(names).toHaveLength(2)
  expect(names).toContain(name)
})

test('adopts a matching orphan ReplicaSet with its template as the current one, and releases it again', async () => {
  const cluster = await start({ replicas: 2 })
  await settle(cluster)
  await cluster.delete('Deployment', REF, { propagationPolicy: 'Orphan' })
  const [orphan] = (await cluster.list('ReplicaSet')).items
  await cluster.patch('Deployment', REF, { metadata: { finalizers: null } })
  await cluster.patch('ReplicaSet', { name: orphan?.metadata.name ?? '' }, { metadata: { ownerReferences: null } })
  await cluster.create('Deployment', {
    metadata: REF,
    spec: { replicas: 2, selector: { matchLabels: labels }, template: template(labels) },
  })
  const all = (await cluster.list('ReplicaSet')).items
  expect(all).toHaveLength(1)
  expect(all[0]?.metadata).toMatchObject({
    uid: orphan?.metadata.uid,
    ownerReferences: [{ kind: 'Deployment', name: 'web' }],
  })
  expect((await conditions(cluster)).map(([, , reason]) => reason)).toContain('MinimumReplicasAvailable')
  await cluster.patch('ReplicaSet', { name: orphan?.metadata.name ?? '' }, { metadata: { labels: { app: 'other' } } })
  expect(
    (await cluster.get('ReplicaSet', { name: orphan?.metadata.name ?? '' })).metadata.ownerReferences,
  ).toBeUndefined()
})

test('a fork in the middle of a rollout continues independently', async () => {
  const cluster = await start()
  await settle(cluster)
  await setImage(cluster, 'shop/web:2')
  const fork = cluster.fork()
  await settle(fork)
  expect((await sets(fork)).map(([, , asked]) => asked)).toEqual([0, 3])
  expect((await sets(cluster)).map(([, , asked]) => asked)).toEqual([3, 1])
})
