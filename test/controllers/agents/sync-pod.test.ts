import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'

type Amounts = { readonly cpu?: string; readonly memory?: string }
const pod = (name: string, requests: Amounts, more: object = {}, restartPolicy = 'Always') => ({
  metadata: { name, namespace: 'default' },
  spec: { restartPolicy, containers: [{ name: 'c', image: 'i', resources: { requests }, ...more }] },
})
const open = (kubernetesVersion: string) => createCluster({ kubernetesVersion, seed: 1, nodes: 1, clock: 'virtual' })

async function run(cluster: Cluster, ...pods: readonly ReturnType<typeof pod>[]): Promise<void> {
  for (const each of pods) await cluster.create('Pod', each)
  await cluster.clock.advance('5s')
}

/** Asks for other resources of a pod; returns the pod right after. */
async function resize(cluster: Cluster, name: string, requests: Amounts) {
  const body = { spec: { containers: [{ name: 'c', resources: { requests } }] } }
  const reply = await cluster.fetch(`/api/v1/namespaces/default/pods/${name}/resize`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/strategic-merge-patch+json' },
    body: JSON.stringify(body),
  })
  expect(reply.status).toBe(200)
  await cluster.clock.advance(0)
  return seen(cluster, name)
}

async function seen(cluster: Cluster, name: string) {
  const { status } = await cluster.get('Pod', { namespace: 'default', name })
  const [container] = status?.containerStatuses ?? []
  return {
    allocated: container?.allocatedResources,
    resources: container?.resources,
    restarts: container?.restartCount,
    conditions: (status?.conditions ?? [])
      .filter(({ type }) => type.startsWith('PodResize'))
      .map(({ type, reason, message }) => [type, reason, message].filter(Boolean).join(': ')),
  }
}

const events = async (cluster: Cluster, name: string) =>
  (await cluster.list('Event', { namespace: 'default' })).items
    .filter(({ regarding, reason = '' }) => regarding?.name === name && /Resize|Killing/.test(reason))
    .map(({ reason, note }) => `${reason}: ${note}`)

test('a pod gets what it asks for a moment later', async () => {
  const cluster = open('1.37')
  await run(cluster, pod('p', { cpu: '1' }))
  expect(await resize(cluster, 'p', { cpu: '2' })).toEqual({
    allocated: { cpu: '2' },
    resources: { requests: { cpu: '1' } },
    restarts: 0,
    conditions: ['PodResizeInProgress'],
  })
  await cluster.clock.advance('1s')
  expect(await seen(cluster, 'p')).toEqual({
    allocated: { cpu: '2' },
    resources: { requests: { cpu: '2' } },
    restarts: 0,
    conditions: [],
  })
  const summary = '{"containers":[{"name":"c","resources":{"requests":{"cpu":"2"}}}],"generation":2}'
  expect(await events(cluster, 'p')).toEqual([
    `ResizeStarted: Pod resize started: ${summary}`,
    `ResizeCompleted: Pod resize completed: ${summary}`,
  ])
})

test('a container whose policy says so restarts', async () => {
  const cluster = open('1.37')
  const resizePolicy = [{ resourceName: 'memory', restartPolicy: 'RestartContainer' }]
  await run(cluster, pod('p', { cpu: '1', memory: '1Gi' }, { resizePolicy }))
  await resize(cluster, 'p', { cpu: '1', memory: '2Gi' })
  await cluster.clock.advance('1s')
  expect(await seen(cluster, 'p')).toMatchObject({
    resources: { requests: { memory: '1Gi' } },
    conditions: ['PodResizeInProgress'],
  })
  await cluster.clock.advance('10s')
  expect(await seen(cluster, 'p')).toEqual({
    allocated: { cpu: '1', memory: '2Gi' },
    resources: { requests: { cpu: '1', memory: '2Gi' } },
    restarts: 1,
    conditions: [],
  })
  expect(await events(cluster, 'p')).toContain('Killing: Container c resize requires restart')
})

test('what has no room waits for others to go', async () => {
  const cluster = open('1.37')
  await run(cluster, pod('a', { cpu: '5' }), pod('b', { cpu: '2' }))
  const message = "Node didn't have enough resource: cpu, requested: 6000, used: 5000, capacity: 8000"
  expect(await resize(cluster, 'b', { cpu: '6' })).toEqual({
    allocated: { cpu: '2' },
    resources: { requests: { cpu: '2' } },
    restarts: 0,
    conditions: [`PodResizePending: Deferred: ${message}`],
  })
  await cluster.delete('Pod', { namespace: 'default', name: 'a' })
  await cluster.clock.advance('5s')
  expect(await seen(cluster, 'b')).toMatchObject({ allocated: { cpu: '6' }, conditions: [] })
  const told = (more: string) =>
    `{"containers":[{"name":"c","resources":{"requests":{"cpu":"6"}}}],"generation":2${more}}`
  expect(await events(cluster, 'b')).toEqual([
    `ResizeDeferred: Pod resize Deferred: ${told(`,"error":"${message}"`)}`,
    `ResizeStarted: Pod resize started: ${told('')}`,
    `ResizeCompleted: Pod resize completed: ${told('')}`,
  ])
})

test('asking for what was there before ends the wait', async () => {
  const cluster = open('1.37')
  await run(cluster, pod('a', { cpu: '5' }), pod('b', { cpu: '2' }))
  await resize(cluster, 'b', { cpu: '6' })
  expect(await resize(cluster, 'b', { cpu: '2' })).toMatchObject({ allocated: { cpu: '2' }, conditions: [] })
})

test.each([
  [
    '1.33',
    "PodResizePending: Infeasible: Node didn't have enough capacity: cpu, requested: 9000, capacity: 8000",
    [],
    [],
  ],
  [
    '1.34',
    "PodResizePending: Infeasible: Node didn't have enough capacity: cpu, requested: 9000, capacity: 8000",
    [],
    ['ResizeCompleted: Pod resize completed: {"containers":[{"name":"c","resources":{"requests":{"cpu":"3"}}}]}'],
  ],
  [
    '1.35',
    "PodResizePending: Infeasible: Node didn't have enough capacity: cpu, requested: 9000, capacity: 8000",
    ['ResizeInfeasible'],
    ['ResizeInfeasible', 'ResizeStarted', 'ResizeCompleted'],
  ],
  [
    '1.36',
    "PodResizePending: Deferred: Node didn't have enough resource: cpu, requested: 9000, used: 0, capacity: 8000",
    ['ResizeDeferred'],
    ['ResizeDeferred', 'ResizeStarted', 'ResizeCompleted'],
  ],
])('%s tells more than the node has as %s', async (kubernetesVersion, condition, told, later) => {
  // Since v1.36 a plug-in refuses what a kubelet would put off.
  const disableAdmissionPlugins = ['PodResizeValidator'] as const
  const cluster = createCluster({ kubernetesVersion, seed: 1, nodes: 1, clock: 'virtual', disableAdmissionPlugins })
  await run(cluster, pod('p', { cpu: '1' }))
  expect((await resize(cluster, 'p', { cpu: '9' })).conditions).toEqual([condition])
  const begins = (texts: readonly string[]) => texts.map((text): unknown => expect.stringContaining(text))
  expect(await events(cluster, 'p')).toEqual(begins(told))
  await resize(cluster, 'p', { cpu: '3' })
  await cluster.clock.advance('2s')
  expect(await seen(cluster, 'p')).toMatchObject({ resources: { requests: { cpu: '3' } }, conditions: [] })
  expect(await events(cluster, 'p')).toEqual(begins(later))
})

test('a container that fails meanwhile starts with what is allocated', async () => {
  const cluster = open('1.37')
  await run(
    cluster,
    pod('a', { cpu: '5' }),
    pod('b', { cpu: '2' }, { command: ['sh', '-c', 'sleep 20; exit 1'] }, 'OnFailure'),
  )
  await resize(cluster, 'b', { cpu: '6' })
  await cluster.clock.advance('30s')
  expect(await seen(cluster, 'b')).toMatchObject({
    allocated: { cpu: '2' },
    resources: { requests: { cpu: '2' } },
    restarts: 1,
  })
})

test.each([
  ['Never', [{ action: 'Restart', exitCodes: { operator: 'In', values: [42] } }], 'Running'],
  ['Never', [{ action: 'Restart', exitCodes: { operator: 'NotIn', values: [42] } }], 'Failed'],
  ['OnFailure', [], 'Running'],
  ['Never', [], 'Failed'],
])(
  'restart rules: a container with the policy %s and %j exits with 42, and its pod is %s',
  async (restartPolicy, restartPolicyRules, phase) => {
    const cluster = open('1.37')
    const rules = { restartPolicy, ...(restartPolicyRules.length > 0 ? { restartPolicyRules } : {}) }
    await run(cluster, pod('p', {}, { command: ['sh', '-c', 'sleep 3; exit 42'], ...rules }, 'Never'))
    const { status } = await cluster.get('Pod', { namespace: 'default', name: 'p' })
    expect(status?.phase).toBe(phase)
    expect(status?.containerStatuses?.[0]?.restartCount).toBe(phase === 'Running' ? 1 : 0)
  },
)

test('a rule restarts all containers, init containers first, which a condition tells', async () => {
  const cluster = open('1.37')
  const rule = { action: 'RestartAllContainers', exitCodes: { operator: 'In', values: [42] } }
  const fails = { restartPolicy: 'Never', restartPolicyRules: [rule], command: ['sh', '-c', 'sleep 5; exit 42'] }
  const containers = [
    { name: 'fails', image: 'i', ...fails },
    { name: 'serves', image: 'nginx' },
  ]
  const spec = { restartPolicy: 'Never', initContainers: [{ name: 'init', image: 'i' }], containers }
  await cluster.create('Pod', { metadata: { name: 'p' }, spec })
  const told = async () => {
    const { status = {} } = await cluster.get('Pod', { namespace: 'default', name: 'p' })
    const { initContainerStatuses = [], containerStatuses = [], conditions = [] } = status
    const stateOf = ({ name, state = {}, restartCount }: (typeof containerStatuses)[number]) =>
      `${name} ${Object.keys(state).join()} ${restartCount}`
    const { status: restarting, reason } = conditions.find(({ type }) => type === 'AllContainersRestarting') ?? {}
    return [
      status.phase,
      ...[...initContainerStatuses, ...containerStatuses].map(stateOf),
      ...[restarting, reason].filter(Boolean),
    ]
  }
  const step = async (time: string) => {
    await cluster.clock.advance(time)
    return told()
  }
  expect(await step('3s')).toEqual(['Running', 'init terminated 0', 'fails running 0', 'serves running 0', 'False'])
  const ended = ['init terminated 0', 'fails terminated 0', 'serves running 0']
  expect(await step('4s')).toEqual(['Running', ...ended, 'True', 'RestartAllContainersStarted'])
  const { status } = await cluster.get('Pod', { namespace: 'default', name: 'p' })
  expect(status?.conditions?.find(({ type }) => type === 'AllContainersRestarting')).not.toHaveProperty(
    'observedGeneration',
  )
  expect(await step('1s')).toEqual(['Pending', 'init running 1', 'fails waiting 1', 'serves waiting 1', 'False'])
  const removed = { reason: 'RestartingAllContainers', exitCode: 137 }
  const after = await cluster.get('Pod', { namespace: 'default', name: 'p' })
  expect(after.status?.containerStatuses?.map(({ lastState }) => lastState?.terminated)).toMatchObject([
    removed,
    removed,
  ])
  expect(after.status?.conditions?.find(({ type }) => type === 'Initialized')?.status).toBe('True')
  expect(await step('1s')).toEqual(['Running', 'init terminated 1', 'fails running 1', 'serves running 1', 'False'])
  expect(await step('6s')).toEqual(['Pending', 'init running 2', 'fails waiting 2', 'serves waiting 2', 'False'])
  expect(await killings(cluster)).toEqual(['killing'])
})

const killings = async (cluster: Cluster) =>
  (await cluster.list('Event', { namespace: 'default' })).items
    .filter(({ reason, regarding }) => reason === 'Killing' && regarding?.fieldPath?.includes('{serves}'))
    .map(({ note }) => note)
