import { expect, test } from 'vitest'
import type { ClusterOptions } from '../../../src/cluster/options.js'
import { createScheduling } from './pods.js'

async function createPreempting(
  values: { readonly [name: string]: number } = { low: 1, high: 100, top: 1000 },
  options: ClusterOptions = {},
) {
  const scheduling = createScheduling(options)
  for (const [name, value] of Object.entries(values))
    await scheduling.cluster.create('PriorityClass', { metadata: { name }, value })
  const gone = async () =>
    (await scheduling.cluster.list('Pod')).items.flatMap(({ metadata }) =>
      metadata.deletionTimestamp ? [metadata.name] : [],
    )
  const end = (name: string) => scheduling.cluster.delete('Pod', { name }, { gracePeriodSeconds: 0 })
  return { ...scheduling, gone, end }
}

const low = { priorityClassName: 'low' }
const high = { priorityClassName: 'high' }

test('preempts a pod of lower priority, and nominates its node for the preemptor', async () => {
  const { cluster, node, pod, where, end, events, gone } = await createPreempting()
  await node('n')
  await pod('victim', { ...low, cpu: '3' })
  expect(await pod('important', { ...high, cpu: '3' })).toBe('0/1 nodes are available: 1 Insufficient cpu.')
  expect(await gone()).toEqual(['victim'])
  const { metadata, status } = await cluster.get('Pod', { name: 'important' })
  expect(status?.nominatedNodeName).toBe('n')
  expect((await cluster.get('Pod', { name: 'victim' })).status?.conditions).toContainEqual(
    expect.objectContaining({
      ...{ type: 'DisruptionTarget', status: 'True', reason: 'PreemptionByScheduler' },
      message: 'default-scheduler: preempting to accommodate a higher priority pod',
    }),
  )
  expect(await events()).toContain(`Normal Preempted Preempting victim Preempted by pod ${metadata.uid} on node n`)
  // The node is nominated: no pod of the same priority gets its resources meanwhile.
  expect(await pod('rival', { ...high, cpu: '2' })).toMatch(/Insufficient cpu/)
  await end('victim')
  expect(await where()).toMatchObject({ important: 'n', rival: expect.stringContaining('Insufficient cpu') })
})

test.each([
  ['1.35', true, ''],
  ['1.36', false, ''],
  ['1.37', false, ' preemption: found a potential placement for pod on node n, preempting 1 victims'],
] as const)('what v%s tells of a preemption', async (kubernetesVersion, isRelated, found) => {
  const { cluster, node, pod } = await createPreempting({ low: 1, high: 100 }, { kubernetesVersion })
  await node('n')
  await pod('victim', { ...low, cpu: '3' })
  expect(await pod('important', { ...high, cpu: '3' })).toBe(`0/1 nodes are available: 1 Insufficient cpu.${found}`)
  const told = (await cluster.list('Event')).items.find(({ reason }) => reason === 'Preempted')
  expect(told?.regarding?.name).toBe('victim')
  expect(told?.related?.name).toBe(isRelated ? 'important' : undefined)
})

test('preempts only as many pods as necessary, those of the lowest priority', async () => {
  const { node, pod, gone } = await createPreempting({ low: 1, middle: 10, high: 100 })
  await node('n')
  await pod('a', { ...low, cpu: '1' })
  await pod('b', { priorityClassName: 'middle', cpu: '2' })
  await pod('c', { ...low, cpu: '1' })
  await pod('important', { ...high, cpu: '2' })
  expect(await gone()).toEqual(['a', 'c'])
})

test('chooses the node whose victims have the lowest priority', async () => {
  const { node, pod, gone } = await createPreempting({ low: 1, middle: 10, high: 100 })
  for (const name of ['x', 'y', 'z']) await node(name)
  const on = (name: string) => ({ nodeSelector: { 'kubernetes.io/hostname': name }, cpu: '4' })
  await pod('on-x', { ...on('x'), priorityClassName: 'middle' })
  await pod('on-y', { ...on('y'), ...low })
  await pod('on-z', { ...on('z'), ...high })
  await pod('important', { ...high, cpu: '4' })
  expect(await gone()).toEqual(['on-y'])
})

test('respects a PodDisruptionBudget as long as there is another node', async () => {
  const { cluster, node, pod, gone } = await createPreempting()
  await node('x')
  await node('y')
  const on = (name: string) => ({ ...low, nodeSelector: { 'kubernetes.io/hostname': name }, cpu: '4' })
  await pod('guarded', on('x'), { labels: { app: 'db' } })
  await pod('free', on('y'))
  await cluster.load({
    ...{ apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'db', namespace: 'default' } },
    ...{ spec: { minAvailable: 1, selector: { matchLabels: { app: 'db' } } }, status: { disruptionsAllowed: 0 } },
  })
  await pod('first', { ...high, cpu: '4' })
  expect(await gone()).toEqual(['free'])
  await pod('second', { ...high, cpu: '4' })
  expect(await gone()).toEqual(['free', 'guarded'])
})

test('a pod with preemptionPolicy Never waits, and says so', async () => {
  const { cluster, node, pod, gone } = await createPreempting()
  await cluster.create('PriorityClass', { metadata: { name: 'polite' }, value: 500, preemptionPolicy: 'Never' })
  await node('n')
  await pod('there', { ...low, cpu: '4' })
  expect(await pod('important', { priorityClassName: 'polite', cpu: '4' })).toBe(
    '0/1 nodes are available: 1 Insufficient cpu. preemption: not eligible due to preemptionPolicy=Never.',
  )
  expect(await gone()).toEqual([])
})

test('a preemptor waits for its victims, and loses its nominated node to a pod of higher priority', async () => {
  const { cluster, node, pod, end, where } = await createPreempting()
  await node('n')
  await pod('victim', { ...low, cpu: '4' })
  await pod('tiny', low)
  await pod('important', { ...high, cpu: '4' })
  await end('tiny')
  expect((await where())['important']).toBe(
    '0/1 nodes are available: 1 Insufficient cpu. preemption: not eligible due to a terminating pod on the nominated node.',
  )
  expect((await cluster.get('Pod', { name: 'important' })).status?.nominatedNodeName).toBe('n')
  await pod('top', { priorityClassName: 'top', cpu: '4' })
  await end('victim')
  expect(await where()).toMatchObject({ top: 'n' })
})

test('preempts a pod that conflicts with the anti-affinity of the preemptor', async () => {
  const { node, pod, gone } = await createPreempting()
  await node('n')
  const labels = { app: 'web' }
  await pod('there', low, { labels })
  const topologyKey = 'kubernetes.io/hostname'
  const labelSelector = { matchLabels: labels }
  await pod('alone', {
    ...high,
    affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector, topologyKey }] } },
  })
  expect(await gone()).toEqual(['there'])
})

test('preempts a pod that makes the spread of the preemptor uneven', async () => {
  const { node, pod, gone } = await createPreempting()
  await node('n')
  await node('m')
  const labels = { app: 'web' }
  const on = (name: string) => ({ nodeSelector: { 'kubernetes.io/hostname': name } })
  await pod('there', { ...low, ...on('n') }, { labels })
  await pod('full', { priorityClassName: 'top', ...on('m'), cpu: '4' })
  const spread = { maxSkew: 1, topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'DoNotSchedule' }
  const spec = { ...high, topologySpreadConstraints: [{ ...spread, labelSelector: { matchLabels: labels } }] }
  expect(await pod('spread', { ...spec, cpu: '1' }, { labels })).toBe(
    "0/2 nodes are available: 1 Insufficient cpu, 1 node(s) didn't match pod topology spread constraints.",
  )
  expect(await gone()).toEqual(['there'])
})
