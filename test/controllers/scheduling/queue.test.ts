import { expect, test } from 'vitest'
import { createScheduling } from './pods.js'

const placed = (places: object) =>
  Object.entries(places)
    .filter(([, place]) => /^[a-z]+$/.test(String(place)))
    .map(([name]) => name)

const near = (label: string) => ({
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { labelSelector: { matchLabels: { [label]: 'yes' } }, topologyKey: 'kubernetes.io/hostname' },
      ],
    },
  },
})

const spread = {
  maxSkew: 1,
  topologyKey: 'kubernetes.io/hostname',
  whenUnsatisfiable: 'DoNotSchedule',
  labelSelector: { matchLabels: { a: 'b' } },
}

test('pods are tried in the order of their last return to the queue, not of their creation', async () => {
  const { cluster, node, pod, where } = createScheduling()
  await node('n')
  await pod('there', { cpu: '4' })
  await pod('older', { cpu: '3', nodeSelector: { tier: 'a' } })
  await pod('younger', { cpu: '3' })
  await cluster.clock.advance('20s')
  // The label makes the node match the older pod, which is tried again; the younger one is not.
  await cluster.patch('Node', { name: 'n' }, { metadata: { labels: { tier: 'a' } } })
  expect((await where())['older']).toMatch('Insufficient cpu')
  await cluster.clock.advance('20s')
  await cluster.delete('Pod', { name: 'there' }, { gracePeriodSeconds: 0 })
  expect(placed(await where())).toEqual(['younger'])
})

test('a pod in back-off comes after those that have waited, whatever its priority', async () => {
  const { cluster, node, pod, where } = createScheduling()
  await cluster.create('PriorityClass', { metadata: { name: 'high' }, value: 100, preemptionPolicy: 'Never' })
  await pod('waits', { cpu: '3' })
  await cluster.clock.advance('10s')
  await pod('important', { cpu: '3', priorityClassName: 'high' })
  await node('n')
  expect(placed(await where())).toEqual(['waits'])
})

test.each([
  ['an unrelated label', { metadata: { labels: { other: 'b' } } }, '1 node(s) had untolerated taint {own: yes}'],
  ['another taint', { spec: { taints: [{ key: 'new', value: 'b', effect: 'NoSchedule' }] } }, 'taint {own: yes}'],
  ['the taint removed', { spec: { taints: null } }, 'n'],
])('a node update retries a pod only if it concerns its rejection: %s', async (_, change, want) => {
  const { cluster, node, pod, where } = createScheduling()
  await node('n', {}, { spec: { taints: [{ key: 'own', value: 'yes', effect: 'NoSchedule' }] } })
  await pod('waits')
  await cluster.patch('Node', { name: 'n' }, change)
  expect((await where())['waits']).toMatch(want)
})

test('a new node that a pod does not match leaves its condition as it is', async () => {
  const { node, pod, where } = createScheduling()
  await node('n')
  const said = await pod('waits', { nodeSelector: { tier: 'a' } })
  await node('m')
  expect((await where())['waits']).toBe(said)
  await node('o', { tier: 'a' })
  expect((await where())['waits']).toBe('o')
})

test('a change of taints retries a pod that was rejected by its node selector', async () => {
  const { cluster, node, pod, where } = createScheduling({ controllers: ['scheduler'] })
  await node('n')
  await node('m')
  const said = await pod('waits', { nodeSelector: { tier: 'a' } })
  await cluster.patch('Node', { name: 'm' }, { spec: { unschedulable: true } })
  expect((await where())['waits']).toBe(said)
  await cluster.patch('Node', { name: 'm' }, { spec: { taints: [{ key: 'own', value: 'b', effect: 'NoSchedule' }] } })
  expect((await where())['waits']).toMatch('1 node(s) were unschedulable')
})

test('a deleted pod lets those with anti-affinity to it be retried, not those it had anti-affinity to', async () => {
  const { cluster, node, pod, where } = createScheduling({ controllers: ['scheduler'] })
  await node('n')
  await pod('there', near('b'), { labels: { a: 'yes' } })
  await pod('shy', near('a'))
  const said = await pod('unwelcome', {}, { labels: { b: 'yes' } })
  expect(said).toMatch("didn't satisfy existing pods anti-affinity rules")
  await cluster.delete('Pod', { name: 'there' }, { gracePeriodSeconds: 0 })
  expect(await where()).toMatchObject({ shy: 'n', unwelcome: said })
  await cluster.clock.advance('6m')
  expect((await where())['unwelcome']).toBe('n')
})

test.each([
  ['does not retry a waiting pod', {}, "1 node(s) didn't match Pod's node affinity/selector"],
  ['retries a waiting pod that is spread', { topologySpreadConstraints: [spread] }, '1 node(s) were unschedulable'],
])('a changed label %s', async (_, spec, want) => {
  const { cluster, node, pod, where } = createScheduling({ controllers: ['scheduler'] })
  await node('n')
  const said = await pod('waits', { nodeSelector: { tier: 'a' }, ...spec })
  // This change retries no pod, and each later attempt reports it.
  await cluster.patch('Node', { name: 'n' }, { spec: { unschedulable: true } })
  expect((await where())['waits']).toBe(said)
  await cluster.patch('Pod', { name: 'waits' }, { metadata: { labels: { a: 'b' } } })
  expect((await where())['waits']).toMatch(want)
})
