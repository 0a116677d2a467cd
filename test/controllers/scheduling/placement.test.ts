import { describe, expect, test } from 'vitest'
import { createScheduling } from './pods.js'

const ZONE = 'topology.kubernetes.io/zone'
const HOST = 'kubernetes.io/hostname'
const web = { labels: { app: 'web' } }
const labelSelector = { matchLabels: web.labels }
const preemption = (count: number, reason = 'No preemption victims found for incoming pod') =>
  `preemption: 0/${count} nodes are available: ${count} ${reason}.`

describe('topology spread', () => {
  const spread = (whenUnsatisfiable: string, more: object = {}) => ({
    topologySpreadConstraints: [{ maxSkew: 1, topologyKey: ZONE, whenUnsatisfiable, labelSelector, ...more }],
  })

  test('gives no zone more pods than maxSkew allows', async () => {
    const { cluster, node, pod, where } = createScheduling()
    await node('a', { [ZONE]: 'a' })
    await node('b', { [ZONE]: 'b' })
    await node('none')
    const must = spread('DoNotSchedule')
    const first = await pod('1', must, web)
    expect(new Set([first, await pod('2', must, web)])).toEqual(new Set(['a', 'b']))
    await cluster.patch('Node', { name: 'b' }, { spec: { unschedulable: true } })
    await pod('3', must, web)
    expect(await pod('4', must, web)).toBe(
      "0/3 nodes are available: 1 node(s) didn't match pod topology spread constraints, " +
        "1 node(s) didn't match pod topology spread constraints (missing required label), 1 node(s) were unschedulable. " +
        'preemption: 0/3 nodes are available: 1 No preemption victims found for incoming pod, 2 Preemption is not helpful for scheduling.',
    )
    await cluster.patch('Node', { name: 'b' }, { spec: { unschedulable: false } })
    expect((await where())['4']).toBe('b')
  })

  test('with fewer zones than minDomains allows no more than maxSkew pods in a zone', async () => {
    const { node, pod } = createScheduling()
    await node('a', { [ZONE]: 'a' })
    const must = spread('DoNotSchedule', { minDomains: 2 })
    expect(await pod('1', must, web)).toBe('a')
    expect(await pod('2', must, web)).toMatch(/didn't match pod topology spread constraints/)
  })

  test('as ScheduleAnyway decides among equal nodes, as it does for the pods of a Service', async () => {
    const { cluster, node, pod } = createScheduling()
    for (const name of ['a', 'b', 'c']) await node(name, { [ZONE]: name })
    const places = [1, 2, 3].map((name) => pod(`wish-${name}`, spread('ScheduleAnyway'), web))
    expect(new Set(await Promise.all(places)).size).toBe(3)
    await cluster.create('Service', {
      metadata: { name: 's', namespace: 'default' },
      spec: { selector: { app: 'api' }, ports: [{ port: 80 }] },
    })
    const others = []
    for (const name of [1, 2, 3]) others.push(await pod(`api-${name}`, {}, { labels: { app: 'api' } }))
    expect(new Set(others).size).toBe(3)
  })
})

describe('pod affinity and anti-affinity', () => {
  const required = (kind: 'podAffinity' | 'podAntiAffinity', topologyKey = ZONE) => ({
    affinity: { [kind]: { requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector, topologyKey }] } },
  })
  const preferred = (kind: 'podAffinity' | 'podAntiAffinity') => ({
    affinity: {
      [kind]: {
        preferredDuringSchedulingIgnoredDuringExecution: [
          { weight: 100, podAffinityTerm: { labelSelector, topologyKey: HOST } },
        ],
      },
    },
  })

  test('place a pod with those it has affinity to; one that matches itself may be the first', async () => {
    const { node, pod } = createScheduling()
    await node('a', { [ZONE]: 'a' })
    await node('b', { [ZONE]: 'b' })
    expect(await pod('lonely', required('podAffinity'))).toBe(
      `0/2 nodes are available: 2 node(s) didn't match pod affinity rules. ${preemption(2, 'Preemption is not helpful for scheduling')}`,
    )
    const first = await pod('first', required('podAffinity'), web)
    expect(await pod('second', required('podAffinity'), web)).toBe(first)
    expect(await pod('third', required('podAffinity'))).toBe(first)
  })

  test('schedule a waiting pod when a pod it has affinity to is scheduled', async () => {
    const { node, pod, where } = createScheduling()
    await node('a', { [ZONE]: 'a' })
    await pod('waits', required('podAffinity'))
    await pod('comes', {}, web)
    expect(await where()).toEqual({ waits: 'a', comes: 'a' })
  })

  test('keep pods with anti-affinity apart in both directions', async () => {
    const { node, pod } = createScheduling()
    await node('a', { [ZONE]: 'a' })
    expect(await pod('web', {}, web)).toBe('a')
    expect(await pod('far', required('podAntiAffinity'))).toBe(
      `0/1 nodes are available: 1 node(s) didn't match pod anti-affinity rules. ${preemption(1)}`,
    )
    await node('b', { [ZONE]: 'b' })
    expect(await pod('shy', required('podAntiAffinity'))).toBe('b')
    await node('c', { [ZONE]: 'b' })
    expect(await pod('only-c', { nodeSelector: { [HOST]: 'c' } }, web)).toBe(
      "0/3 nodes are available: 1 node(s) didn't satisfy existing pods anti-affinity rules, 2 node(s) didn't match Pod's node affinity/selector. " +
        'preemption: 0/3 nodes are available: 1 No preemption victims found for incoming pod, 2 Preemption is not helpful for scheduling.',
    )
  })

  test('decide among equal nodes when preferred', async () => {
    const { node, pod } = createScheduling()
    for (const name of ['a', 'b', 'c']) await node(name)
    const there = await pod('web', {}, web)
    expect(await pod('near', preferred('podAffinity'))).toBe(there)
    expect(await pod('far', preferred('podAntiAffinity'))).not.toBe(there)
  })
})

describe('scoring', () => {
  test('prefers the emptier node', async () => {
    const { node, pod } = createScheduling()
    await node('small', {}, { allocatable: { cpu: '2' } })
    await node('large', {}, { allocatable: { cpu: '16', memory: '64Gi' } })
    for (const name of ['1', '2', '3']) expect(await pod(name, { cpu: '1' })).toBe('large')
  })

  test('counts PreferNoSchedule taints and preferred node affinity among equal nodes', async () => {
    const { node, pod } = createScheduling()
    await node('a', {}, { spec: { taints: [{ key: 'rather-not', effect: 'PreferNoSchedule' }] } })
    await node('b')
    await node('c', { disk: 'ssd' })
    const preference = { matchExpressions: [{ key: 'disk', operator: 'In', values: ['ssd'] }] }
    const wish = { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 50, preference }] } }
    expect(await pod('wish', { affinity: wish })).toBe('c')
    for (const name of ['1', '2', '3', '4']) expect(await pod(name)).not.toBe('a')
  })

  test('chooses among equal nodes by the seed', async () => {
    const placesWith = async (seed: number) => {
      const { node, pod } = createScheduling({ seed })
      for (const name of ['a', 'b', 'c', 'd']) await node(name)
      const places = []
      for (let i = 0; i < 6; i++) places.push(await pod(`p-${i}`))
      return places.join()
    }
    const all = await Promise.all([1, 1, 2, 3, 4].map(placesWith))
    expect(all[0]).toBe(all[1])
    expect(new Set(all).size).toBeGreaterThan(1)
  })

  test.each([
    ['at all nodes of a cluster of 99', 99, [true]],
    ['only at some nodes of a cluster of 250', 250, [true, false]],
  ])('looks %s', async (_, count, want) => {
    const { cluster, pod } = createScheduling()
    await cluster.load(
      Array.from({ length: count }, (_, i) => ({
        ...{ apiVersion: 'v1', kind: 'Node' },
        metadata: { name: `n-${i}`, labels: i === 7 ? { disk: 'ssd' } : {} },
        status: { allocatable: { cpu: '64', memory: '64Gi', pods: '100' } },
      })),
    )
    const preference = { matchExpressions: [{ key: 'disk', operator: 'In', values: ['ssd'] }] }
    const wish = { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 100, preference }] } }
    const isPreferred = new Set<boolean>()
    for (let i = 0; i < 12; i++) isPreferred.add((await pod(`p-${i}`, { affinity: wish })) === 'n-7')
    expect(isPreferred).toEqual(new Set(want))
  })

  test('spreads pods evenly over many nodes', async () => {
    const { cluster } = createScheduling({ nodes: 250 })
    const spec = { containers: [{ name: 'a', image: 'a', resources: { requests: { cpu: '100m' } } }] }
    await cluster.load(
      Array.from({ length: 250 }, (_, i) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: `p-${i}` }, spec })),
    )
    const counts = new Map<string, number>()
    for (const pod of (await cluster.list('Pod')).items)
      counts.set(pod.spec?.nodeName ?? '', (counts.get(pod.spec?.nodeName ?? '') ?? 0) + 1)
    expect(counts.has('')).toBe(false)
    expect(Math.max(...counts.values())).toBeLessThan(4)
  })
})

describe('declared features', () => {
  const rule = { action: 'RestartAllContainers', exitCodes: { operator: 'In', values: [1] } }
  const all = {
    restartPolicy: 'Never',
    containers: [{ name: 'a', image: 'a', restartPolicy: 'Never', restartPolicyRules: [rule] }],
  }

  test('a pod that needs one waits for a node that declares it', async () => {
    const { cluster, node, pod, where } = createScheduling({ kubernetesVersion: '1.37' })
    await node('old')
    expect(await pod('1', all)).toBe(
      "0/1 nodes are available: 1 node(s) didn't match Pod's required features. preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.",
    )
    expect(await pod('2')).toBe('old')
    const status = { declaredFeatures: ['RestartAllContainersOnContainerExits'] }
    await cluster.patch('Node', { name: 'old' }, { status }, { subresource: 'status' })
    expect((await where())['1']).toBe('old')
  })

  test('simulated nodes declare those of their version', async () => {
    const { cluster, pod } = createScheduling({ kubernetesVersion: '1.36', nodes: 1 })
    expect(await pod('1', all)).toBe('node-1')
    const { status } = await cluster.get('Node', { name: 'node-1' })
    expect(status?.declaredFeatures).toContain('RestartAllContainersOnContainerExits')
  })
})
