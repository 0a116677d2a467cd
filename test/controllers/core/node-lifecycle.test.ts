import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'
import { keysOf } from '../keys.js'

const open = (profile: 'example' | 'kubernetes' = 'kubernetes') =>
  createCluster({ profile, seed: 1, controllers: ['node-lifecycle'], disableAdmissionPlugins: ['ServiceAccount'] })
const at = (seconds: number) => new Date(Date.UTC(2024, 0, 1) + seconds * 1000).toISOString().replace('.000', '')
const now = (cluster: Cluster) => at((cluster.clock.now() - Date.UTC(2024, 0, 1)) / 1000)

async function report(cluster: Cluster, name: string, ready = 'True', more: readonly object[] = []) {
  const conditions = [
    {
      type: 'Ready',
      status: ready,
      reason: 'Agent',
      message: 'ok',
      lastHeartbeatTime: now(cluster),
      lastTransitionTime: at(0),
    },
    ...more,
  ]
  await cluster.patch('Node', { name }, { status: { conditions } }, { subresource: 'status', type: 'strategic' })
}
async function node(cluster: Cluster, name: string, labels: { [label: string]: string } = {}) {
  await cluster.create('Node', { metadata: { name, labels } })
  await report(cluster, name)
}
const taints = async (cluster: Cluster, name: string) =>
  ((await cluster.get('Node', { name })).spec?.taints ?? []).map(
    ({ key, effect, timeAdded }) => `${key!.split('/')[1]}:${effect}${timeAdded ? ` ${timeAdded.slice(14, -1)}` : ''}`,
  )
const conditions = async (cluster: Cluster, name: string) =>
  ((await cluster.get('Node', { name })).status?.conditions ?? []).map(
    ({ type, status, reason, message, lastTransitionTime }) =>
      [type, status, reason, message, lastTransitionTime?.slice(14, -1)].join(' '),
  )
const events = async (cluster: Cluster) =>
  (await cluster.list('Event', { namespace: 'default' })).items
    .map((event) =>
      [
        event.deprecatedFirstTimestamp ?? event.eventTime?.replace('.000000', ''),
        event.type,
        event.reason,
        event.note,
      ].join(' '),
    )
    .sort()

const UNKNOWN = 'Unknown NodeStatusUnknown Kubelet stopped posting node status.'
const NEVER = 'Unknown NodeStatusNeverUpdated Kubelet never posted node status.'

test.each(['example', 'kubernetes'] as const)(
  'a node is Ready, becomes Unknown, recovers and is removed (profile %s)',
  async (profile) => {
    const cluster = open(profile)
    await cluster.create('Node', { metadata: { name: 'n' } })
    expect(await taints(cluster, 'n')).toEqual([])
    await cluster.clock.advance('12s')
    const enough = {
      type: 'MemoryPressure',
      status: 'False',
      reason: 'Enough',
      message: 'ok',
      lastHeartbeatTime: at(12),
      lastTransitionTime: at(12),
    }
    await report(cluster, 'n', 'True', [enough])
    // The controller observes the report at 15 s, and gives the node up 50 s later.
    await cluster.clock.advance('52s')
    expect(await conditions(cluster, 'n')).toEqual([
      'Ready True Agent ok 00:00',
      'MemoryPressure False Enough ok 00:12',
    ])
    const fork = cluster.fork()
    for (const each of [cluster, fork]) {
      await each.clock.advance('1s')
      expect(await conditions(each, 'n')).toEqual([
        `Ready ${UNKNOWN} 01:05`,
        `MemoryPressure ${UNKNOWN} 01:05`,
        `DiskPressure ${NEVER} 01:05`,
        `PIDPressure ${NEVER} 01:05`,
      ])
      expect(await taints(each, 'n')).toEqual(['unreachable:NoSchedule 01:05'])
    }
    await cluster.clock.advance('1h')
    expect(await taints(cluster, 'n')).toEqual(['unreachable:NoSchedule 01:05'])
    await report(cluster, 'n', 'True', [enough])
    expect([await taints(cluster, 'n'), await conditions(cluster, 'n')]).toEqual([
      [],
      [
        'Ready True Agent ok 00:00',
        'MemoryPressure False Enough ok 00:12',
        `DiskPressure ${NEVER} 01:05`,
        `PIDPressure ${NEVER} 01:05`,
      ],
    ])
    await cluster.delete('Node', { name: 'n' })
    await cluster.clock.advance('1m')
    expect(await events(cluster)).toEqual([
      '2024-01-01T00:00:05Z Normal RegisteredNode Node n event: Registered Node n in Controller',
      '2024-01-01T00:01:05Z Normal NodeNotReady Node n status is now: NodeNotReady',
      '2024-01-01T01:01:10Z Normal RemovingNode Node n event: Removing Node n from Controller',
    ])
    expect(keysOf(cluster.snapshot().controllers.entries)).toEqual([])
  },
)

test('a node that never reports becomes Unknown after a minute', async () => {
  const cluster = open()
  await cluster.create('Node', { metadata: { name: 'n' } })
  await cluster.clock.advance('59s')
  expect(await conditions(cluster, 'n')).toEqual([])
  await cluster.clock.advance('1s')
  expect(await conditions(cluster, 'n')).toEqual(
    ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'].map((type) => `${type} ${NEVER} 01:00`),
  )
  expect(await taints(cluster, 'n')).toEqual(['unreachable:NoSchedule 01:00'])
})

test('a renewed Lease counts as a heartbeat of its node', async () => {
  const cluster = open()
  await node(cluster, 'n')
  const renewTime = () => now(cluster).replace('Z', '.000000Z')
  await cluster.create('Lease', {
    metadata: { name: 'n', namespace: 'kube-node-lease' },
    spec: { holderIdentity: 'n', renewTime: renewTime() },
  })
  for (let i = 0; i < 12; i++) {
    await cluster.clock.advance('10s')
    await cluster.patch('Lease', { name: 'n', namespace: 'kube-node-lease' }, { spec: { renewTime: renewTime() } })
  }
  expect(await conditions(cluster, 'n')).toEqual(['Ready True Agent ok 00:00'])
  await cluster.clock.advance('54s')
  expect(await taints(cluster, 'n')).toEqual([])
  await cluster.clock.advance('1s')
  expect(await taints(cluster, 'n')).toEqual(['unreachable:NoSchedule 02:55'])
})

test('conditions and cordoning become taints, and other taints are kept', async () => {
  const cluster = open()
  await cluster.create('Node', {
    metadata: { name: 'n' },
    spec: { taints: [{ key: 'example.com/mine', value: 'x', effect: 'NoSchedule' }] },
  })
  await report(cluster, 'n', 'False', [
    { type: 'MemoryPressure', status: 'True' },
    { type: 'DiskPressure', status: 'True' },
    { type: 'PIDPressure', status: 'True' },
    { type: 'NetworkUnavailable', status: 'True' },
  ])
  await cluster.patch('Node', { name: 'n' }, { spec: { unschedulable: true } })
  expect(await taints(cluster, 'n')).toEqual([
    'mine:NoSchedule',
    'not-ready:NoSchedule 00:00',
    'memory-pressure:NoSchedule 00:00',
    'disk-pressure:NoSchedule 00:00',
    'pid-pressure:NoSchedule 00:00',
    'network-unavailable:NoSchedule 00:00',
    'unschedulable:NoSchedule 00:00',
  ])
  await report(cluster, 'n', 'Unknown', [
    { type: 'MemoryPressure', status: 'False' },
    { type: 'DiskPressure', status: 'False' },
    { type: 'PIDPressure', status: 'False' },
    { type: 'NetworkUnavailable', status: 'False' },
  ])
  await cluster.patch('Node', { name: 'n' }, { spec: { unschedulable: null } })
  expect(await taints(cluster, 'n')).toEqual(['mine:NoSchedule', 'unreachable:NoSchedule 00:00'])
  await report(cluster, 'n')
  expect(await taints(cluster, 'n')).toEqual(['mine:NoSchedule'])
})

test('taints an unhealthy node NoExecute at the next check while others are healthy, until it recovers', async () => {
  const cluster = open()
  for (const name of ['a', 'b', 'c']) await node(cluster, name)
  const keep = async (seconds: number, ...names: readonly string[]) => {
    for (let i = 0; i < seconds; i += 10) {
      await cluster.clock.advance('10s')
      for (const name of names) await report(cluster, name)
    }
  }
  await keep(50, 'b', 'c')
  await cluster.clock.advance('5s')
  expect(await taints(cluster, 'a')).toEqual(['unreachable:NoSchedule 00:55'])
  await cluster.clock.advance('5s')
  expect(await taints(cluster, 'a')).toEqual(['unreachable:NoSchedule 00:55', 'unreachable:NoExecute 01:00'])
  await report(cluster, 'a', 'False')
  await cluster.clock.advance('5s')
  expect(await taints(cluster, 'a')).toEqual(['not-ready:NoSchedule 01:00', 'not-ready:NoExecute 01:05'])
  await report(cluster, 'a')
  expect(await taints(cluster, 'a')).toEqual(['not-ready:NoExecute 01:05'])
  await cluster.clock.advance('5s')
  expect([await taints(cluster, 'a'), await taints(cluster, 'b')]).toEqual([[], []])
})

test('taints no node NoExecute while all are unhealthy; when one recovers, the others are tainted again', async () => {
  const cluster = open()
  for (const name of ['a', 'b']) await node(cluster, name)
  await cluster.clock.advance('10s')
  await report(cluster, 'a', 'False')
  await cluster.clock.advance('5s')
  expect(await taints(cluster, 'a')).toEqual(['not-ready:NoSchedule 00:10', 'not-ready:NoExecute 00:15'])
  await report(cluster, 'b', 'False')
  await cluster.clock.advance('10s')
  expect([await taints(cluster, 'a'), await taints(cluster, 'b')]).toEqual([
    ['not-ready:NoSchedule 00:10'],
    ['not-ready:NoSchedule 00:15'],
  ])
  await report(cluster, 'b')
  await cluster.clock.advance('10s')
  expect([await taints(cluster, 'a'), await taints(cluster, 'b')]).toEqual([
    ['not-ready:NoSchedule 00:10', 'not-ready:NoExecute 00:30'],
    [],
  ])
})

test('does not taint nodes NoExecute in a small zone that is mostly unhealthy', async () => {
  const cluster = open()
  const zone = (name: string) => ({ 'topology.kubernetes.io/zone': name })
  for (const name of ['a1', 'a2', 'a3', 'a4']) await node(cluster, name, zone('a'))
  await node(cluster, 'b1', zone('b'))
  await node(cluster, 'b2', zone('b'))
  for (const name of ['a1', 'a2', 'a3', 'b1']) await report(cluster, name, 'False')
  await cluster.clock.advance('20s')
  expect(await Promise.all(['a1', 'a4', 'b1', 'b2'].map((name) => taints(cluster, name)))).toEqual([
    ['not-ready:NoSchedule 00:00'],
    [],
    ['not-ready:NoSchedule 00:00', 'not-ready:NoExecute 00:05'],
    [],
  ])
})

test('pods on a node that becomes Unknown become not ready', async () => {
  const cluster = open()
  await node(cluster, 'n')
  for (const [name, nodeName] of [
    ['here', 'n'],
    ['there', 'm'],
  ] as const) {
    await cluster.create('v1/Pod', { metadata: { name }, spec: { nodeName, containers: [{ name: 'c', image: 'i' }] } })
    const status = {
      phase: 'Running',
      conditions: [{ type: 'Ready', status: 'True', lastProbeTime: null, lastTransitionTime: at(0) }],
    }
    await cluster.patch('v1/Pod', { name }, { status }, { subresource: 'status' })
  }
  await cluster.clock.advance('1m')
  const pods = (await cluster.list('v1/Pod')).items as unknown as { status: { conditions: readonly object[] } }[]
  expect(pods.map(({ status }) => status.conditions)).toEqual([
    [{ type: 'Ready', status: 'False', lastProbeTime: null, lastTransitionTime: at(55) }],
    [{ type: 'Ready', status: 'True', lastProbeTime: null, lastTransitionTime: at(0) }],
  ])
  expect((await events(cluster)).filter((event) => event.includes('Warning'))).toEqual([
    '2024-01-01T00:00:55Z Warning NodeNotReady Node is not ready',
  ])
})

test('schedules checks only for nodes that can still time out', async () => {
  const cluster = open()
  await node(cluster, 'n')
  await cluster.clock.advance('5s')
  const due = () =>
    keysOf(cluster.snapshot().controllers.due).map((place) => Number(place.slice(0, 16)) - Date.UTC(2024, 0, 1))
  expect(due()).toEqual([55_000])
  await cluster.clock.advance('2m')
  expect(due()).toEqual([])
})

test('checks each node every five seconds from its creation', async () => {
  const cluster = open()
  await cluster.clock.advance('2300ms')
  await node(cluster, 'n')
  const registered = async () => (await events(cluster)).length
  await cluster.clock.advance('4999ms')
  expect(await registered()).toBe(0)
  await cluster.clock.advance(1)
  expect(await registered()).toBe(1)
  await cluster.clock.advance('49999ms')
  expect(await taints(cluster, 'n')).toEqual([])
  await cluster.clock.advance(1)
  expect(await taints(cluster, 'n')).toEqual(['unreachable:NoSchedule 00:57'])
})
