import { expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'

const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'a', image: 'a' }] } }
const spec = (replicas: number) => ({ replicas, selector: { matchLabels: { app: 'a' } }, template })
const APPS = '/apis/apps/v1/namespaces/default'
const JOBS = '/apis/batch/v1/namespaces/default/jobs'
const MOST = 2 ** 31 - 1

const counting = { parallelism: MOST, completions: MOST }
const jobSpec = { ...counting, template: { spec: { ...template.spec, restartPolicy: 'Never' } } }

const post = (cluster: ReturnType<typeof createCluster>, path: string, body: object) =>
  cluster.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ metadata: { name: 'a' }, ...body }),
  })

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

test.each([
  ['Deployment', `${APPS}/deployments`, { spec: spec(MOST) }],
  ['ReplicaSet', `${APPS}/replicasets`, { spec: spec(MOST) }],
  [
    'StatefulSet',
    `${APPS}/statefulsets`,
    { spec: { ...spec(MOST), serviceName: 'a', podManagementPolicy: 'Parallel' } },
  ],
  ['StatefulSet in order', `${APPS}/statefulsets`, { spec: { ...spec(MOST), serviceName: 'a' } }],
  [
    'ReplicationController',
    '/api/v1/namespaces/default/replicationcontrollers',
    { spec: { ...spec(MOST), selector: { app: 'a' } } },
  ],
  ['Job', JOBS, { spec: jobSpec }],
  [
    'indexed Job',
    JOBS,
    { spec: { ...jobSpec, completionMode: 'Indexed', parallelism: 100_000, completions: 100_000 } },
  ],
])('other requests are answered while a %s creates its pods, a few each turn', async (_, path, body) => {
  const cluster = createCluster({ seed: 1, nodes: 1 })
  await cluster.settled()
  const revision = () => Number(cluster.snapshot().state.revision)
  const answered = post(cluster, path, body)
  let most = 0
  let before = revision()
  for (let i = 0; i < 30; i++) {
    await turn()
    const now = revision()
    most = Math.max(most, now - before)
    before = now
  }
  expect(before).toBeGreaterThan(20)
  expect(most).toBeLessThan(60)
  expect((await cluster.fetch('/api/v1/namespaces/default')).status).toBe(200)
  // A closed cluster stops its controllers.
  cluster.close()
  expect((await answered).status).toBe(201)
})

test('controllers are done when a write returns, and when settled() resolves', async () => {
  const cluster = createCluster({ seed: 1, nodes: 3 })
  await cluster.create('apps/v1/ReplicaSet', { metadata: { name: 'a' }, spec: spec(200) } as never)
  expect((await cluster.list('Pod')).items).toHaveLength(200)
  const pending = post(cluster, `${APPS}/replicasets`, { metadata: { name: 'b' }, spec: spec(300) })
  await turn()
  await cluster.settled()
  expect((await pending).status).toBe(201)
  expect((await cluster.list('Pod')).items.filter(({ spec }) => spec?.nodeName !== undefined).length).toBeGreaterThan(
    300,
  )
})

test('the same seed and requests lead to the same state, over many turns', async () => {
  const play = async () => {
    const cluster = createCluster({ seed: 7, nodes: 3 })
    await cluster.create('apps/v1/ReplicaSet', { metadata: { name: 'a' }, spec: spec(150) } as never)
    await cluster.clock.advance('10s')
    return cluster.dump()
  }
  expect(await play()).toBe(await play())
})

test('a fork finishes what the controllers of its cluster had begun', async () => {
  const cluster = createCluster({ seed: 1, nodes: 3 })
  await cluster.settled()
  void post(cluster, `${APPS}/replicasets`, { spec: spec(200) })
  await turn()
  await turn()
  const fork = cluster.fork()
  await fork.settled()
  expect((await fork.list('Pod')).items).toHaveLength(200)
  await cluster.settled()
  expect((await cluster.list('Pod')).items).toHaveLength(200)
})
