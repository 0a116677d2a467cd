import { expect, onTestFinished, test, vi } from 'vitest'
import type { Cluster } from '../../../src/cluster/types.js'
import { createCluster } from '../../../src/cluster/cluster.js'

const START = '2024-01-01T00:00:00Z'
const at = (cluster: Cluster) => (cluster.clock.now() - Date.parse(START)) / 1000

const stated = (name: string, ready = 'True', annotations = {}) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, annotations },
  status: {
    conditions: [
      { type: 'Ready', status: ready, reason: 'AgentReady', lastHeartbeatTime: START, lastTransitionTime: START },
    ],
  },
})

async function withNodes(...names: string[]) {
  const cluster = createCluster({ seed: 1 })
  if (names.length > 0) await cluster.load(names.map((name) => stated(name)))
  return cluster
}

const readyOf = async (cluster: Cluster, name: string) =>
  (await cluster.get('Node', { name })).status?.conditions?.find(({ type }) => type === 'Ready')
const leaseOf = (cluster: Cluster, name: string) => cluster.get('Lease', { namespace: 'kube-node-lease', name })
const say = (cluster: Cluster, name: string, agent: string | null) =>
  cluster.patch('Node', { name }, { metadata: { annotations: { 'fakecluster/agent': agent } } })

test('renews the Lease and the heartbeat of a node that a fixture declares Ready', async () => {
  const cluster = await withNodes('worker-1')
  const { uid } = (await cluster.get('Node', { name: 'worker-1' })).metadata
  await cluster.clock.advance('10s')
  expect(await leaseOf(cluster, 'worker-1')).toMatchObject({
    metadata: {
      ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'worker-1', uid }],
      managedFields: [{ manager: 'kubelet', time: '2024-01-01T00:00:10Z' }],
    },
    spec: { holderIdentity: 'worker-1', leaseDurationSeconds: 40, renewTime: '2024-01-01T00:00:10.000000Z' },
  })
  await cluster.clock.advance('1h')
  const { metadata, spec } = await leaseOf(cluster, 'worker-1')
  expect(spec?.renewTime).toBe('2024-01-01T01:00:10.000000Z')
  expect(metadata.managedFields).toMatchObject([{ manager: 'kubelet', time: '2024-01-01T01:00:10Z' }])
  expect(await readyOf(cluster, 'worker-1')).toMatchObject({
    status: 'True',
    lastHeartbeatTime: '2024-01-01T01:00:10Z',
    lastTransitionTime: START,
  })
})

test('a node with Ready=False keeps its condition and gets a Lease; one with Ready=Unknown has no agent', async () => {
  const cluster = createCluster({ seed: 1 })
  await cluster.load([stated('worker-1', 'False'), stated('worker-2', 'Unknown')])
  await cluster.clock.advance('1h')
  expect(await readyOf(cluster, 'worker-1')).toMatchObject({ status: 'False', reason: 'AgentReady' })
  expect(await readyOf(cluster, 'worker-2')).toMatchObject({ status: 'Unknown', lastHeartbeatTime: START })
  expect((await cluster.list('Lease')).items.map(({ metadata }) => metadata.name)).toEqual(['worker-1'])
})

test('a node created by a request has no agent, and becomes Ready=Unknown', async () => {
  const cluster = await withNodes()
  const { apiVersion: _, kind: __, ...node } = stated('worker-1')
  await cluster.create('Node', node)
  await cluster.patch('Node', { name: 'worker-1' }, { status: node.status }, { subresource: 'status' })
  await cluster.clock.advance('1h')
  expect(await readyOf(cluster, 'worker-1')).toMatchObject({ status: 'Unknown', reason: 'NodeStatusUnknown' })
  expect((await cluster.list('Lease')).items).toEqual([])
})

test('a node is tainted unreachable within a minute of its agent going silent, and recovers with it', async () => {
  const cluster = await withNodes('worker-1', 'worker-2')
  await cluster.clock.advance('1h')
  await say(cluster, 'worker-1', 'silent')
  await cluster.clock.advance('49s')
  expect((await readyOf(cluster, 'worker-1'))?.status).toBe('True')
  await cluster.clock.advance('11s')
  expect(await readyOf(cluster, 'worker-1')).toMatchObject({ status: 'Unknown', reason: 'NodeStatusUnknown' })
  expect((await readyOf(cluster, 'worker-2'))?.status).toBe('True')
  const { taints = [] } = (await cluster.get('Node', { name: 'worker-1' })).spec ?? {}
  expect(taints.map(({ key, effect }) => `${key}:${effect}`)).toEqual([
    'node.kubernetes.io/unreachable:NoSchedule',
    'node.kubernetes.io/unreachable:NoExecute',
  ])
  await say(cluster, 'worker-1', null)
  expect(await readyOf(cluster, 'worker-1')).toMatchObject({ status: 'True', reason: 'AgentReady' })
  await cluster.clock.advance('1h')
  expect((await readyOf(cluster, 'worker-1'))?.status).toBe('True')
  expect((await cluster.get('Node', { name: 'worker-1' })).spec?.taints).toBeUndefined()
})

test('a script stops the agent of a node, and starts the agent of a new node', async () => {
  const cluster = await withNodes('worker-1')
  await cluster.hooks.script({
    name: 'agents.yaml',
    text: `- when: { kind: Node, name: worker-1 }
  after: 5m
  then: [{ patch: { metadata: { annotations: { fakecluster/agent: silent } } } }]
- when: { kind: Node, labels: { fake: 'true' } }
  then: [{ patch: { metadata: { annotations: { fakecluster/agent: running } } } }]
`,
  })
  await cluster.create('Node', { metadata: { name: 'worker-2', labels: { fake: 'true' } } })
  await cluster.clock.advance('1h')
  expect((await readyOf(cluster, 'worker-1'))?.status).toBe('Unknown')
  expect(await readyOf(cluster, 'worker-2')).toMatchObject({ status: 'True', reason: 'KubeletReady' })
})

test('the agent ends when its node is deleted, and a new node of that name has none', async () => {
  const cluster = await withNodes('worker-1')
  await cluster.clock.advance('1m')
  await cluster.delete('Node', { name: 'worker-1' })
  await cluster.clock.advance('1m')
  expect((await cluster.list('Lease')).items).toEqual([])
  await cluster.create('Node', { metadata: { name: 'worker-1' } })
  await cluster.clock.advance('1h')
  expect((await cluster.list('Lease')).items).toEqual([])
})

test('leaves heartbeats out of the journal and of changes(), unless they are asked for', async () => {
  const cluster = await withNodes('worker-1')
  await cluster.clock.advance('1m')
  const before = cluster.journal.last
  const later = () => cluster.clock.advance('10m')
  expect(await cluster.changes(later)).toEqual([])
  expect(cluster.journal.last).toBe(before)
  expect((await cluster.changes(later, { heartbeats: true })).map(({ kind, name }) => [kind, name])).toEqual([
    ['Node', 'worker-1'],
    ['Lease', 'worker-1'],
  ])
  // More than a heartbeat is a change.
  await say(cluster, 'worker-1', 'silent')
  expect((await cluster.changes(later)).map(({ kind }) => kind)).toContain('Node')
})

test('schedules no timer while no node has a running agent', async () => {
  const cluster = createCluster({ seed: 1, controllers: ['node-agents'] })
  expect(await cluster.clock.next()).toBe(false)
  await cluster.load([stated('worker-1')])
  expect([await cluster.clock.next(), at(cluster)]).toEqual([true, 10])
  await say(cluster, 'worker-1', 'silent')
  await cluster.clock.next()
  expect(await cluster.clock.next()).toBe(false)
})

test('a thousand nodes renew their Leases at the same time', async () => {
  const cluster = createCluster({ seed: 1, controllers: ['node-agents'] })
  await cluster.load(Array.from({ length: 1000 }, (_, i) => stated(`worker-${i}`)))
  await cluster.clock.advance('15s')
  const { items } = await cluster.list('Lease', { namespace: 'kube-node-lease' })
  expect(items).toHaveLength(1000)
  // One timer for all nodes, every ten seconds.
  for (const wanted of [20, 30]) expect([await cluster.clock.next(), at(cluster)]).toEqual([true, wanted])
  const renewals = (await cluster.list('Lease')).items.map(({ spec }) => spec?.renewTime)
  expect(new Set(renewals)).toEqual(new Set(['2024-01-01T00:00:30.000000Z']))
})

test('a fork and a restored snapshot have the agents of the time of the snapshot', async () => {
  const cluster = await withNodes('worker-1', 'worker-2')
  await say(cluster, 'worker-2', 'silent')
  const saved = cluster.snapshot()
  await say(cluster, 'worker-1', 'silent')
  await cluster.clock.advance('1h')
  const fork = cluster.fork(saved)
  cluster.restore(saved)
  for (const each of [fork, cluster]) await each.clock.advance('1h')
  for (const each of [fork, cluster]) {
    expect((await readyOf(each, 'worker-1'))?.status).toBe('True')
    expect((await readyOf(each, 'worker-2'))?.status).toBe('Unknown')
  }
  const essence = async (each: Cluster) => (await each.dump()).replaceAll(/resourceVersion: .*/g, '')
  expect(await essence(fork)).toBe(await essence(cluster))
})

test('an agent works on the system clock, keeps no process alive, and stops when the cluster is closed', async () => {
  const set = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => set.mockRestore())
  const cluster = createCluster()
  await cluster.load([stated('worker-1')])
  await cluster.settled()
  expect((await readyOf(cluster, 'worker-1'))?.status).toBe('True')
  const timers = set.mock.results.map(({ value }) => value as NodeJS.Timeout)
  expect(new Set(timers.map((timer) => timer.hasRef()))).toEqual(new Set([false]))
  const clear = vi.spyOn(globalThis, 'clearTimeout')
  onTestFinished(() => clear.mockRestore())
  cluster.close()
  expect(clear.mock.calls).toContainEqual([timers.at(-1)])
})

async function onNode(cluster: Cluster, nodeName: string, wait: string) {
  const containers = [{ name: 'c', image: 'i' }]
  await cluster.create('v1/Pod', { metadata: { name: 'p' }, spec: { containers, nodeName } })
  await cluster.clock.advance(wait)
  return async () => (await cluster.list('v1/Pod')).items.length
}

test('an agent terminates a running pod after one second, and one that is not running at once', async () => {
  for (const [wait, after] of [
    ['1s', [1, 1, 0]],
    ['0s', [0, 0, 0]],
  ] as const) {
    const cluster = await withNodes('worker-1')
    const left = await onNode(cluster, 'worker-1', wait)
    await cluster.delete('v1/Pod', { name: 'p' })
    const seen = [await left()]
    for (const time of ['900ms', '100ms']) {
      await cluster.clock.advance(time)
      seen.push(await left())
    }
    expect(seen).toEqual(after)
  }
})

test('an agent terminates an evicted pod after one second', async () => {
  const cluster = await withNodes('worker-1')
  const left = await onNode(cluster, 'worker-1', '1s')
  const reply = await cluster.fetch('/api/v1/namespaces/default/pods/p/eviction', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } }),
  })
  expect(reply.status).toBe(201)
  const { metadata } = await cluster.get('Pod', { name: 'p' })
  expect([metadata.deletionTimestamp, metadata.deletionGracePeriodSeconds]).toEqual(['2024-01-01T00:00:31Z', 30])
  await cluster.clock.advance('999ms')
  expect(await left()).toBe(1)
  await cluster.clock.advance('1ms')
  expect(await left()).toBe(0)
})

test('an agent that returns terminates a pod deleted meanwhile; a forced deletion takes effect at once', async () => {
  const cluster = await withNodes('worker-1')
  const left = await onNode(cluster, 'worker-1', '1s')
  await say(cluster, 'worker-1', 'silent')
  await cluster.delete('v1/Pod', { name: 'p' }, { gracePeriodSeconds: 5 })
  await cluster.clock.advance('1m')
  expect(await left()).toBe(1)
  await say(cluster, 'worker-1', null)
  expect(await left()).toBe(0)
  const told = cluster.journal.requests({ via: 'controller', controller: 'node-agents', kind: 'Pod' })
  expect(told.slice(-2).map(({ verb, kind }) => [verb, kind])).toEqual([
    ['update', 'Pod'],
    ['delete', 'Pod'],
  ])
  const again = await onNode(cluster, 'worker-1', '1s')
  await cluster.delete('v1/Pod', { name: 'p' }, { gracePeriodSeconds: 0 })
  expect(await again()).toBe(0)
})

test('terminates a pod with phase Running and no container statuses like a running one', async () => {
  const cluster = await withNodes('worker-1')
  const pod = {
    metadata: { name: 'p', namespace: 'default' },
    spec: { nodeName: 'worker-1', containers: [{ name: 'c', image: 'i' }] },
  }
  await cluster.load([{ apiVersion: 'v1', kind: 'Pod', ...pod, status: { phase: 'Running' } }])
  await cluster.delete('v1/Pod', { name: 'p' })
  await cluster.clock.advance('999ms')
  expect((await cluster.list('v1/Pod')).items).toHaveLength(1)
  await cluster.clock.advance('1ms')
  expect((await cluster.list('v1/Pod')).items).toEqual([])
})

test('the option agents gives agents to created nodes: to all of them, or to those that match a selector', async () => {
  for (const [nodes, ready] of [
    ['*', ['True', 'True']],
    ['type=kwok', ['True', undefined]],
    [{ type: 'kwok' }, ['True', undefined]],
  ] as const) {
    const cluster = createCluster({ seed: 1, agents: { nodes } })
    await cluster.create('Node', { metadata: { name: 'worker-1', labels: { type: 'kwok' } } })
    await cluster.create('Node', { metadata: { name: 'worker-2' } })
    await cluster.clock.advance('1h')
    expect([(await readyOf(cluster, 'worker-1'))?.status, (await readyOf(cluster, 'worker-2'))?.status]).toEqual(
      ready.map((status) => status ?? 'Unknown'),
    )
  }
})

test('an agent fills in the status and labels of its node like a kubelet, and keeps what is set already', async () => {
  const cluster = createCluster({ seed: 1, agents: { nodes: '*' } })
  await cluster.create('Node', { metadata: { name: 'worker-1', labels: { 'kubernetes.io/arch': 'arm64' } } })
  await cluster.create('Node', {
    metadata: { name: 'worker-2' },
    status: { capacity: { cpu: '2' }, allocatable: { cpu: '1' } },
  })
  const [first, second] = (await cluster.list('Node')).items
  expect(first).toMatchObject({
    metadata: { labels: { 'kubernetes.io/arch': 'arm64', 'kubernetes.io/hostname': 'worker-1' } },
    spec: { podCIDR: '10.244.0.0/24', podCIDRs: ['10.244.0.0/24'] },
    status: {
      allocatable: { cpu: '8', pods: '110' },
      addresses: [
        { type: 'InternalIP', address: '172.18.0.2' },
        { type: 'Hostname', address: 'worker-1' },
      ],
      nodeInfo: { kubeletVersion: 'v1.33.0', bootID: expect.stringMatching(/^[0-9a-f-]{36}$/) as string },
    },
  })
  expect(second).toMatchObject({
    spec: { podCIDR: '10.244.1.0/24' },
    status: { capacity: { cpu: '2' }, allocatable: { cpu: '1' }, addresses: [{ address: '172.18.0.3' }, {}] },
  })
})

test('an extended resource that a request adds to the capacity of a node becomes allocatable, until it is removed', async () => {
  const cluster = createCluster({ seed: 1, nodes: 1 })
  const [node] = (await cluster.list('Node')).items
  const name = node?.metadata.name ?? ''
  const allocatable = async () => (await cluster.get('Node', { name })).status?.allocatable ?? {}
  const before = await allocatable()
  const give = (dongles: string | null) =>
    cluster.patch('Node', { name }, { status: { capacity: { 'example.com/dongle': dongles, cpu: '16' } } } as object, {
      subresource: 'status',
    })
  await give('4')
  await cluster.idle()
  expect(await allocatable()).toEqual({ ...before, 'example.com/dongle': '4' })
  const spec = {
    containers: [{ name: 'c', image: 'i', resources: { limits: { 'example.com/dongle': '3' } } }],
  }
  for (const pod of ['a', 'b']) await cluster.create('Pod', { metadata: { name: pod }, spec })
  await cluster.idle()
  expect((await cluster.list('Pod')).items.map(({ spec }) => spec?.nodeName)).toEqual([name, undefined])
  await give(null)
  await cluster.idle()
  expect(await allocatable()).toEqual(before)
})

test('a node keeps the allocatable resources of its fixture', async () => {
  const cluster = createCluster({ seed: 1 })
  const { status, ...node } = stated('worker-1')
  const capacity = { 'example.com/dongle': '4', cpu: '4' }
  await cluster.load([{ ...node, status: { ...status, capacity, allocatable: { cpu: '4' } } }])
  await cluster.clock.advance('10m')
  expect((await cluster.get('Node', { name: 'worker-1' })).status?.allocatable).toEqual({ cpu: '4' })
})

test('rejects invalid values of the option agents', () => {
  const make = (agents: object) => () => createCluster({ agents })
  expect(make({ nodes: 3 })).toThrow(
    'createCluster: agents.nodes: must be a label selector such as "team=shop", or a map of labels, not 3',
  )
  expect(make({ node: '*' })).toThrow('createCluster: agents.node: no such member; did you mean "nodes"?')
})
