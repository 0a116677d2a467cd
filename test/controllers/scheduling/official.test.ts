import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'

/** A cluster for the official specs named `[sig-scheduling]`, in process: all controllers, and nodes with agents. */
async function createServed(nodes: number) {
  const cluster = createCluster({ seed: 1, nodes })
  await cluster.create('Namespace', { metadata: { name: 'test' } })
  const FAKE = 'example.com/fakecpu'
  const container = (requests?: object) => ({
    name: 'main',
    image: 'registry.k8s.io/pause:3.10',
    ...(requests ? { resources: { requests, limits: requests } } : {}),
  })
  const pod = (
    name: string,
    { fake, namespace = 'test', ...spec }: { fake?: string; namespace?: string; [member: string]: unknown } = {},
  ) =>
    cluster.create('Pod', {
      metadata: { name, namespace },
      spec: { containers: [container(fake ? { [FAKE]: fake } : undefined)], ...spec },
    } as never)
  return {
    cluster,
    pod,
    container,
    FAKE,
    phase: async (name: string, namespace = 'test') => (await cluster.get('Pod', { name, namespace })).status?.phase,
    give: async (amount: string) => {
      for (const { metadata } of (await cluster.list('Node')).items)
        await cluster.patch(
          'Node',
          { name: metadata.name ?? '' },
          { status: { capacity: { [FAKE]: amount }, allocatable: { [FAKE]: amount } } },
          { subresource: 'status' },
        )
    },
    pass: () => cluster.clock.advance('1m'),
  }
}

describe('[sig-scheduling] SchedulerPredicates [Serial]', () => {
  test('validates that NodeSelector is respected if not matching', async () => {
    const { cluster, pod, pass } = await createServed(2)
    await pod('restricted-pod', { nodeSelector: { label: 'nonempty' } })
    await pass()
    const { spec, status } = await cluster.get('Pod', { name: 'restricted-pod', namespace: 'test' })
    expect([spec?.nodeName, status?.phase]).toEqual([undefined, 'Pending'])
    const events = (await cluster.list('Event', { namespace: 'test' })).items
    expect(events.map(({ reason }) => reason)).toEqual(['FailedScheduling'])
  })

  test('validates that there exists conflict between pods with same hostPort and protocol but one using 0.0.0.0 hostIP', async () => {
    const { pod, phase, pass, container } = await createServed(1)
    const withPort = (hostIP?: string) => ({
      containers: [{ ...container(), ports: [{ containerPort: 80, hostPort: 54322, protocol: 'TCP', hostIP }] }],
    })
    await pod('pod4', withPort('0.0.0.0'))
    await pass()
    await pod('pod5', withPort('127.0.0.1'))
    await pass()
    expect([await phase('pod4'), await phase('pod5')]).toEqual(['Running', 'Pending'])
  })
})

describe('[sig-scheduling] SchedulerPreemption [Serial]', () => {
  const createPreempting = async () => {
    const served = await createServed(2)
    for (const [name, value] of [
      ['p-low', 1],
      ['p-medium', 100],
      ['p-high', 1000],
    ] as const)
      await served.cluster.create('PriorityClass', { metadata: { name }, value })
    await served.give('10')
    return served
  }

  test('validates basic preemption works', async () => {
    const { cluster, pod, phase, pass } = await createPreempting()
    await pod('pod0', { fake: '6', priorityClassName: 'p-low' })
    await pod('pod1', { fake: '6', priorityClassName: 'p-medium' })
    await pass()
    expect([await phase('pod0'), await phase('pod1')]).toEqual(['Running', 'Running'])
    await pod('preemptor-pod', { fake: '6', priorityClassName: 'p-high' })
    await pass()
    expect(await phase('preemptor-pod')).toBe('Running')
    expect((await cluster.list('Pod', { namespace: 'test' })).items.map(({ metadata }) => metadata.name)).toEqual([
      'pod1',
      'preemptor-pod',
    ])
  })

  test('validates lower priority pod preemption by critical pod', async () => {
    const { cluster, pod, phase, pass } = await createPreempting()
    await pod('pod0', { fake: '6', priorityClassName: 'p-low' })
    await pod('pod1', { fake: '6', priorityClassName: 'p-medium' })
    await pass()
    await pod('critical-pod', { fake: '6', namespace: 'kube-system', priorityClassName: 'system-cluster-critical' })
    await pass()
    expect(await phase('critical-pod', 'kube-system')).toBe('Running')
    expect((await cluster.list('Pod', { namespace: 'test' })).items.map(({ metadata }) => metadata.name)).toEqual([
      'pod1',
    ])
  })

  test('PreemptionExecutionPath runs ReplicaSets to verify preemption running path', async () => {
    const { cluster, pod, phase, pass, container, FAKE } = await createPreempting()
    const nodeSelector = { 'kubernetes.io/hostname': 'node-1' }
    const replicaSet = async (name: string, replicas: number, fake: string, priorityClassName: string) => {
      const labels = { name }
      await cluster.create('ReplicaSet', {
        metadata: { name, namespace: 'test' },
        spec: {
          ...{ replicas, selector: { matchLabels: labels } },
          template: {
            metadata: { labels },
            spec: { nodeSelector, priorityClassName, containers: [container({ [FAKE]: fake })] },
          },
        },
      } as never)
      await pass()
    }
    const running = async (name: string) =>
      (await cluster.list('Pod', { namespace: 'test', labelSelector: `name=${name}` })).items.filter(
        ({ status }) => status?.phase === 'Running',
      ).length
    await replicaSet('rs-pod1', 3, '2', 'p-low')
    await replicaSet('rs-pod2', 1, '4', 'p-medium')
    expect([await running('rs-pod1'), await running('rs-pod2')]).toEqual([3, 1])
    await pod('pod4', { fake: '6', nodeSelector, priorityClassName: 'p-high' })
    await pass()
    expect(await phase('pod4')).toBe('Running')
    expect([await running('rs-pod1'), await running('rs-pod2')]).toEqual([0, 1])
  })
})
