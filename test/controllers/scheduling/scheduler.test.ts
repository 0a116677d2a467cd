import { expect, test } from 'vitest'
import { createScheduling } from './pods.js'

test('binds a pod to a node, and reports it in an Event', async () => {
  const { cluster, node, pod, events } = createScheduling()
  await node('n')
  expect(await pod('p')).toBe('n')
  expect(await events()).toEqual(['Normal Scheduled Binding p Successfully assigned default/p to n'])
  const { status } = await cluster.get('Pod', { name: 'p' })
  expect(status?.conditions).toMatchObject([{ type: 'PodScheduled', status: 'True' }])
})

test('reports that there are no nodes, and schedules the pod when the first node is created', async () => {
  const { cluster, node, pod, where, events } = createScheduling()
  expect(await pod('p')).toBe('no nodes available to schedule pods')
  expect(await events()).toEqual(['Warning FailedScheduling Scheduling p no nodes available to schedule pods'])
  const { status } = await cluster.get('Pod', { name: 'p' })
  expect(status?.conditions).toMatchObject([{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable' }])
  await node('n')
  expect(await where()).toEqual({ p: 'n' })
})

test('sums up why no node fits in the words and the order of the real scheduler', async () => {
  const { node, pod } = createScheduling()
  await node('small', {}, { allocatable: { cpu: '1' } })
  await node('full', {}, { allocatable: { pods: '0', cpu: '1', memory: '1Ki' } })
  await node('cordoned', {}, { spec: { unschedulable: true } })
  await node('tainted', {}, { spec: { taints: [{ key: 'only', value: 'gpu', effect: 'NoSchedule' }] } })
  await node('also-tainted', {}, { spec: { taints: [{ key: 'only', value: 'gpu', effect: 'NoExecute' }] } })
  expect(await pod('p', { cpu: '2' })).toBe(
    '0/5 nodes are available: 1 Too many pods, 1 node(s) were unschedulable, 2 Insufficient cpu, ' +
      '2 node(s) had untolerated taint {only: gpu}. preemption: 0/5 nodes are available: ' +
      '2 No preemption victims found for incoming pod, 3 Preemption is not helpful for scheduling.',
  )
})

test.each([
  [{ nodeSelector: { disk: 'ssd' } }, "1 node(s) didn't match Pod's node affinity/selector"],
  [{ affinity: named('other') }, "1 node(s) didn't satisfy plugin(s) [NodeAffinity]"],
  [{ affinity: named('n', 'other') }, "1 node(s) didn't match Pod's node affinity/selector"],
])('rejects nodes that do not match %j', async (spec, reason) => {
  const { node, pod } = createScheduling()
  await node('n')
  expect(await pod('p', spec)).toBe(
    `0/1 nodes are available: ${reason}. preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.`,
  )
})

/** Required affinity to a node by name, and to the hostname label of another. */
function named(name: string, label?: string) {
  const matchFields = [{ key: 'metadata.name', operator: 'In', values: [name] }]
  const matchExpressions = label ? [{ key: 'kubernetes.io/hostname', operator: 'In', values: [label] }] : undefined
  return {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchFields, ...(matchExpressions ? { matchExpressions } : {}) }],
      },
    },
  }
}

test('a host port is used once per address and protocol, or once for all addresses', async () => {
  const { node, pod } = createScheduling()
  await node('n')
  const ports = (hostIP?: string, protocol = 'TCP') => [{ containerPort: 80, hostPort: 8080, protocol, hostIP }]
  const taken =
    "0/1 nodes are available: 1 node(s) didn't have free ports for the requested pod ports. preemption: 0/1 nodes are available: 1 No preemption victims found for incoming pod."
  expect(await pod('a', { ports: ports('127.0.0.1') })).toBe('n')
  expect(await pod('b', { ports: ports('127.0.0.2') })).toBe('n')
  expect(await pod('c', { ports: ports('127.0.0.1', 'UDP') })).toBe('n')
  expect(await pod('d', { ports: ports('127.0.0.1') })).toBe(taken)
  expect(await pod('e', { ports: ports() })).toBe(taken)
})

test('counts the requests of init containers, sidecars and the overhead of the RuntimeClass', async () => {
  const { cluster, node, pod } = createScheduling()
  await cluster.load({
    apiVersion: 'node.k8s.io/v1',
    kind: 'RuntimeClass',
    metadata: { name: 'vm' },
    handler: 'vm',
    overhead: { podFixed: { cpu: '1' } },
  })
  await node('n', {}, { allocatable: { cpu: '3' } })
  const init = (name: string, cpu: string, restartPolicy?: string) => ({
    name,
    image: 'i',
    restartPolicy,
    resources: { requests: { cpu } },
  })
  const isTooMuch = (place: unknown) => String(place).includes('Insufficient cpu')
  expect(isTooMuch(await pod('init', { cpu: '1', initContainers: [init('a', '4')] }))).toBe(true)
  expect(isTooMuch(await pod('stays', { cpu: '2', initContainers: [init('a', '1500m', 'Always')] }))).toBe(true)
  expect(isTooMuch(await pod('vm', { cpu: '2500m', runtimeClassName: 'vm' }))).toBe(true)
  expect(await pod('fits', { cpu: '1', runtimeClassName: 'vm', initContainers: [init('a', '2')] })).toBe('n')
  expect(isTooMuch(await pod('no-more', { cpu: '1' }))).toBe(true)
})

test('schedules a waiting pod when another is deleted or finishes', async () => {
  const { cluster, node, pod, where } = createScheduling()
  await node('n', {}, { allocatable: { cpu: '1' } })
  await pod('a', { cpu: '1' })
  await pod('b', { cpu: '1' })
  await pod('c', { cpu: '1' })
  await cluster.delete('Pod', { name: 'a' }, { gracePeriodSeconds: 0 })
  expect(await where()).toMatchObject({ b: 'n', c: expect.stringContaining('Insufficient cpu') })
  await cluster.patch('Pod', { name: 'b' }, { status: { phase: 'Succeeded' } }, { subresource: 'status' })
  expect(await where()).toMatchObject({ c: 'n' })
})

test('schedules waiting pods by priority, then by waiting time', async () => {
  const { cluster, node, pod, where } = createScheduling()
  for (const [name, value] of [
    ['low', 1],
    ['high', 100],
  ] as const)
    await cluster.create('PriorityClass', { metadata: { name }, value, preemptionPolicy: 'Never' })
  await pod('a', { cpu: '3', priorityClassName: 'low' })
  await cluster.clock.advance('1s')
  await pod('z', { cpu: '3', priorityClassName: 'high' })
  await cluster.clock.advance('1s')
  await pod('b', { cpu: '3', priorityClassName: 'high' })
  await cluster.clock.advance('5s')
  await node('n')
  expect(Object.entries(await where()).filter(([, place]) => place === 'n')).toEqual([['z', 'n']])
  await node('m')
  expect(await where()).toMatchObject({ z: 'n', b: 'm' })
})

test('holds a pod back until its scheduling gates are removed, and ignores pods of other schedulers', async () => {
  const { cluster, node, pod, events } = createScheduling()
  await node('n')
  expect(await pod('gated', { schedulingGates: [{ name: 'example.com/a' }] })).toBe(
    'Scheduling is blocked due to non-empty scheduling gates',
  )
  expect(await pod('theirs', { schedulerName: 'mine' })).toBeUndefined()
  expect(await events()).toEqual([])
  await cluster.patch('Pod', { name: 'gated' }, { spec: { schedulingGates: [] } })
  expect((await cluster.get('Pod', { name: 'gated' })).spec?.nodeName).toBe('n')
})

test('retries an unschedulable pod after five minutes, with another Event; a deleted pod needs no timer', async () => {
  const { cluster, pod } = createScheduling()
  await pod('p')
  await cluster.clock.advance('4m')
  const series = async () =>
    (await cluster.list('Event')).items
      .filter(({ reason }) => reason === 'FailedScheduling')
      .map((event) => event['series'])
  expect(await series()).toEqual([undefined])
  await cluster.clock.advance('7m')
  expect(await series()).toHaveLength(2)
  await cluster.delete('Pod', { name: 'p' })
  const before = cluster.snapshot().controllers.due.size
  await cluster.clock.advance('6m')
  expect([before, cluster.snapshot().controllers.due.size]).toEqual([1, 0])
})

test('keeps pod fixtures with a status unscheduled until they change, and schedules one without a status', async () => {
  const { cluster, node, where } = createScheduling()
  await node('n')
  const conditions = [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: 'stated' }]
  const stated = (name: string, status?: object) => ({
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'default' } },
    spec: { containers: [{ name: 'a', image: 'a' }] },
    ...(status ? { status } : {}),
  })
  await cluster.load([
    stated('new'),
    stated('waits', { phase: 'Pending', conditions }),
    stated('runs', { phase: 'Running' }),
  ])
  await node('m')
  expect(await where()).toEqual({ new: 'n', waits: 'stated', runs: undefined })
  await cluster.patch('Pod', { name: 'waits' }, { spec: { tolerations: [{ key: 'a', operator: 'Exists' }] } })
  expect(await where()).toMatchObject({ waits: expect.stringMatching(/^[mn]$/) })
})

test('a fork schedules like its cluster, independently; a restored cluster starts afresh', async () => {
  const { cluster, node, pod, where } = createScheduling()
  for (const name of ['a', 'b', 'c']) await node(name)
  await pod('first', { cpu: '4' })
  const make = (name: string) => ({
    metadata: { name, namespace: 'default' },
    spec: { containers: [{ name: 'a', image: 'a', resources: { requests: { cpu: '4' } } }] },
  })
  const fork = cluster.fork()
  for (const each of [cluster, fork]) for (const name of ['x', 'y', 'z']) await each.create('Pod', make(name))
  const places = async (each: typeof cluster) => (await each.list('Pod')).items.map(({ spec }) => spec?.nodeName)
  expect(await places(fork)).toEqual(await places(cluster))
  expect(new Set(await places(cluster)).size).toBe(4)
  cluster.restore(cluster.start())
  expect(await where()).toEqual({})
  await node('a')
  expect(await pod('again', { cpu: '4' })).toBe('a')
})

test('works in profile example', async () => {
  const { node, pod, events } = createScheduling({ profile: 'example' })
  await node('n')
  expect(await pod('p')).toBe('n')
  expect(await pod('q', { cpu: '100' })).toMatch(/^0\/1 nodes are available: 1 Insufficient cpu\. preemption: /)
  expect((await events()).map((event) => event.split(' ')[1])).toEqual(['Scheduled', 'FailedScheduling'])
})
