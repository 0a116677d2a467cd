import { expect, test } from 'vitest'
import type { Cluster } from '../../../src/cluster/types.js'
import { createCluster } from '../../../src/cluster/cluster.js'

const START = '2024-01-01T00:00:00Z'
const node = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'worker-1' },
  spec: { podCIDR: '10.244.1.0/24' },
  status: {
    addresses: [{ type: 'InternalIP', address: '172.18.0.2' }],
    conditions: [{ type: 'Ready', status: 'True', lastHeartbeatTime: START, lastTransitionTime: START }],
  },
}

const withNode = () => createCluster({ seed: 1, fixtures: [node] })

async function run(cluster: Cluster, name: string, spec: object = {}, metadata: object = {}) {
  await cluster.create('v1/Pod', {
    metadata: { name, ...metadata },
    spec: { nodeName: 'worker-1', containers: [{ name: 'web', image: 'nginx:1.27' }], ...spec },
  })
}

const podOf = (cluster: Cluster, name: string) => cluster.get('Pod', { name })
const conditionsOf = async (cluster: Cluster, name: string) =>
  Object.fromEntries(
    ((await podOf(cluster, name)).status?.conditions ?? []).map(({ type, status, reason }) => [
      type,
      reason ? `${status} ${reason}` : status,
    ]),
  )
const told = async (cluster: Cluster) =>
  (await cluster.list('v1/Event')).items.map(({ reason, message }) => `${String(reason)}: ${String(message)}`)

test('a pod gets its pending status at once, and is ready a second later', async () => {
  const cluster = withNode()
  await run(cluster, 'web')
  expect((await podOf(cluster, 'web')).status).toMatchObject({
    phase: 'Pending',
    startTime: START,
    hostIP: '172.18.0.2',
    hostIPs: [{ ip: '172.18.0.2' }],
    qosClass: 'BestEffort',
    containerStatuses: [{ name: 'web', ready: false, state: { waiting: { reason: 'ContainerCreating' } } }],
  })
  expect(await conditionsOf(cluster, 'web')).toEqual({
    PodReadyToStartContainers: 'False',
    Initialized: 'True',
    Ready: 'False ContainersNotReady',
    ContainersReady: 'False ContainersNotReady',
    PodScheduled: 'True',
  })
  await cluster.clock.advance('1s')
  const startedAt = '2024-01-01T00:00:01Z'
  expect((await podOf(cluster, 'web')).status).toMatchObject({
    phase: 'Running',
    podIP: '10.244.1.2',
    podIPs: [{ ip: '10.244.1.2' }],
    containerStatuses: [
      {
        image: 'nginx:1.27',
        imageID: expect.stringMatching(/^nginx@sha256:[0-9a-f]{64}$/) as string,
        containerID: expect.stringMatching(/^containerd:\/\/[0-9a-f]{64}$/) as string,
        ready: true,
        started: true,
        restartCount: 0,
        state: { running: { startedAt } },
      },
    ],
  })
  expect(await conditionsOf(cluster, 'web')).toEqual({
    PodReadyToStartContainers: 'True',
    Initialized: 'True',
    Ready: 'True',
    ContainersReady: 'True',
    PodScheduled: 'True',
  })
  const { conditions = [] } = (await podOf(cluster, 'web')).status ?? {}
  expect(Object.fromEntries(conditions.map(({ type, lastTransitionTime }) => [type, lastTransitionTime]))).toEqual({
    PodReadyToStartContainers: startedAt,
    Initialized: START,
    Ready: startedAt,
    ContainersReady: startedAt,
    PodScheduled: START,
  })
})

test('reports the Events of a kubelet for containers, and whether the image was pulled or already present', async () => {
  const cluster = withNode()
  await run(cluster, 'web')
  await cluster.clock.advance('1s')
  const { items } = await cluster.list('v1/Event')
  expect(items[0]).toMatchObject({
    involvedObject: { kind: 'Pod', name: 'web', fieldPath: 'spec.containers{web}' },
    source: { component: 'kubelet', host: 'worker-1' },
    reportingInstance: 'worker-1',
  })
  expect((await told(cluster)).sort()).toEqual([
    'Created: Created container: web',
    expect.stringMatching(
      /^Pulled: Successfully pulled image "nginx:1.27" in 1s \(1s including waiting\). Image size: \d+ bytes.$/,
    ),
    'Pulling: Pulling image "nginx:1.27"',
    'Started: Started container web',
  ])
  await run(cluster, 'other')
  await cluster.clock.advance('1s')
  expect(await told(cluster)).toContain('Pulled: Container image "nginx:1.27" already present on machine')
  expect((await podOf(cluster, 'other')).status?.podIP).toBe('10.244.1.3')
})

test('runs init containers one after the other, and keeps a sidecar running', async () => {
  const cluster = withNode()
  const image = 'busybox'
  await run(cluster, 'web', {
    initContainers: [
      { name: 'first', image },
      { name: 'side', image, restartPolicy: 'Always' },
      { name: 'second', image },
    ],
  })
  const states = async () => {
    const { initContainerStatuses = [], containerStatuses = [], phase } = (await podOf(cluster, 'web')).status ?? {}
    const all = [...initContainerStatuses, ...containerStatuses]
    return [phase, ...all.map(({ name, state = {} }) => `${name} ${Object.keys(state).join()}`)]
  }
  const waiting = (await podOf(cluster, 'web')).status?.containerStatuses?.[0]?.state?.waiting?.reason
  expect(waiting).toBe('PodInitializing')
  expect((await conditionsOf(cluster, 'web'))['Initialized']).toBe('False ContainersNotInitialized')
  await cluster.clock.advance('1s')
  expect(await states()).toEqual(['Pending', 'first running', 'side waiting', 'second waiting', 'web waiting'])
  await cluster.clock.advance('1s')
  expect(await states()).toEqual(['Pending', 'first terminated', 'side running', 'second running', 'web waiting'])
  await cluster.clock.advance('1s')
  expect(await states()).toEqual(['Running', 'first terminated', 'side running', 'second terminated', 'web running'])
  expect((await conditionsOf(cluster, 'web'))['Ready']).toBe('True')
})

test('a pod of a Job succeeds after a second; one without an owner, or of the pause image, keeps running', async () => {
  // Without the garbage collector, the Job need not exist.
  const cluster = createCluster({ seed: 1, fixtures: [node], controllers: ['node-agents', 'service-accounts'] })
  const job = { apiVersion: 'batch/v1', kind: 'Job', name: 'work', uid: 'u', controller: true }
  await run(cluster, 'work', { restartPolicy: 'Never' }, { ownerReferences: [job] })
  await run(cluster, 'mine', { restartPolicy: 'Never' })
  const pause = [{ name: 'c', image: 'registry.k8s.io/pause:3.10' }]
  await run(cluster, 'waiting', { restartPolicy: 'Never', containers: pause }, { ownerReferences: [job] })
  await cluster.clock.advance('2s')
  expect((await podOf(cluster, 'work')).status).toMatchObject({
    phase: 'Succeeded',
    containerStatuses: [{ ready: false, started: false, state: { terminated: { exitCode: 0, reason: 'Completed' } } }],
  })
  expect(await conditionsOf(cluster, 'work')).toMatchObject({
    Ready: 'False PodCompleted',
    Initialized: 'True PodCompleted',
  })
  expect((await podOf(cluster, 'mine')).status?.phase).toBe('Running')
  await cluster.clock.advance('1h')
  expect((await podOf(cluster, 'waiting')).status?.phase).toBe('Running')
})

test('the first readiness probe succeeds, and readiness gates wait for their conditions', async () => {
  const cluster = withNode()
  const readinessProbe = { httpGet: { path: '/', port: 80 }, initialDelaySeconds: 5 }
  await run(cluster, 'web', {
    containers: [{ name: 'web', image: 'nginx', readinessProbe }],
    readinessGates: [{ conditionType: 'example.com/served' }],
  })
  await cluster.clock.advance('5s')
  expect(await conditionsOf(cluster, 'web')).toMatchObject({ ContainersReady: 'False ContainersNotReady' })
  await cluster.clock.advance('1s')
  expect(await conditionsOf(cluster, 'web')).toMatchObject({
    ContainersReady: 'True',
    Ready: 'False ReadinessGatesNotReady',
  })
  const conditions = [{ type: 'example.com/served', status: 'True' }]
  await cluster.patch(
    'v1/Pod',
    { name: 'web' },
    { status: { conditions } },
    { subresource: 'status', type: 'strategic' },
  )
  expect(await conditionsOf(cluster, 'web')).toMatchObject({ Ready: 'True', 'example.com/served': 'True' })
})

test('a pod with hostNetwork has the IP address of its node', async () => {
  const cluster = withNode()
  await run(cluster, 'web', { hostNetwork: true })
  await cluster.clock.advance('1s')
  expect((await podOf(cluster, 'web')).status).toMatchObject({ hostIP: '172.18.0.2', podIP: '172.18.0.2' })
})

test('stops the containers of a deleted pod, reports how they terminated, and removes the pod', async () => {
  const cluster = withNode()
  await run(cluster, 'web', {}, { finalizers: ['example.com/last-look'] })
  await cluster.clock.advance('1m')
  await cluster.delete('v1/Pod', { name: 'web' })
  expect(await told(cluster)).toContain('Killing: Stopping container web')
  expect((await podOf(cluster, 'web')).status?.phase).toBe('Running')
  await cluster.clock.advance('1s')
  expect((await podOf(cluster, 'web')).status).toMatchObject({
    phase: 'Succeeded',
    containerStatuses: [{ state: { terminated: { exitCode: 0, reason: 'Completed' } } }],
  })
  await cluster.patch('v1/Pod', { name: 'web' }, { metadata: { finalizers: null } })
  expect((await cluster.list('v1/Pod')).items).toEqual([])
})

test('keeps the pod statuses of fixtures, and starts the pods that have none', async () => {
  const pod = (name: string, status: object = {}) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default' },
    spec: { nodeName: 'worker-1', containers: [{ name: 'c', image: 'i' }] },
    status,
  })
  const waiting = { waiting: { reason: 'ImagePullBackOff' } }
  const stuck = [{ name: 'c', image: 'i', imageID: '', ready: false, restartCount: 0, state: waiting }]
  const cluster = createCluster({
    seed: 1,
    fixtures: [
      pod('new'),
      node,
      pod('runs', { phase: 'Running' }),
      pod('over', { phase: 'Failed' }),
      pod('stuck', { phase: 'Pending', containerStatuses: stuck }),
    ],
  })
  const before = (await cluster.list('Pod')).items.slice(1)
  await cluster.clock.advance('1h')
  const [first, ...after] = (await cluster.list('Pod')).items
  expect(first?.status?.phase).toBe('Running')
  expect(after).toEqual(before)
})

test('a running pod has no timer, and a fork goes on starting a pod', async () => {
  const controllers = ['node-agents', 'service-accounts']
  const cluster = createCluster({ seed: 1, fixtures: [node], controllers })
  await run(cluster, 'web')
  const fork = cluster.fork()
  await fork.clock.advance('1s')
  await cluster.clock.advance('1s')
  const { status } = await podOf(cluster, 'web')
  expect(status?.phase).toBe('Running')
  expect((await podOf(fork, 'web')).status).toEqual(status)
  // The only timer left is that of the heartbeats of the node.
  await cluster.clock.next()
  expect(cluster.clock.now()).toBe(Date.parse(START) + 10_000)
})
