import { expect, test } from 'vitest'
import { createCluster } from '../../../../src/cluster/cluster.js'
import type { ObjectOf } from '../../../../src/kinds/object-types.js'
import {
  activePods,
  batch,
  becomes,
  conditionsOf,
  endAll,
  ended,
  eventsOf,
  jobSpec,
  makeJob,
  openWith,
  type Pod,
  podsOf,
  statusOf,
} from '../batch.js'

type Job = ObjectOf<'Job'>

const TRACKING = 'batch.kubernetes.io/job-tracking'

test('a suspended Job has neither pods nor startTime, and gets both when it is resumed', async () => {
  const cluster = openWith('jobs')
  await makeJob(cluster, { parallelism: 2, suspend: true, activeDeadlineSeconds: 60 })
  expect(await conditionsOf(cluster)).toEqual(['Suspended | True | JobSuspended | Job suspended'])
  expect((await statusOf(cluster)).startTime).toBeUndefined()
  await cluster.clock.advance('5m')
  await cluster.patch('Job', { name: 'j' }, { spec: { suspend: false } })
  expect(await conditionsOf(cluster)).toEqual(['Suspended | False | JobResumed | Job resumed'])
  expect(await statusOf(cluster)).toMatchObject({ active: 2, startTime: '2024-01-01T00:05:00Z' })
  await cluster.clock.advance('30s')
  await cluster.patch('Job', { name: 'j' }, { spec: { suspend: true } })
  // Its pods are deleted, and do not count as failed.
  expect(await podsOf(cluster)).toEqual([])
  expect((await statusOf(cluster)).failed).toBeUndefined()
  await cluster.clock.advance('5m')
  expect(await conditionsOf(cluster)).toEqual(['Suspended | True | JobSuspended | Job suspended'])
  expect((await eventsOf(cluster)).filter((event) => !event.includes('pod'))).toEqual([
    'Normal Resumed: Job resumed',
    'Normal Suspended: Job suspended x2',
  ])
})

test('a terminating pod is replaced at once, or with podReplacementPolicy Failed only when it has failed', async () => {
  const open = async (podReplacementPolicy?: string) => {
    const cluster = openWith('jobs')
    await cluster.create('Node', { metadata: { name: 'n' } })
    const template = { spec: { nodeName: 'n', restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } }
    await makeJob(cluster, { template, ...(podReplacementPolicy ? { podReplacementPolicy } : {}) })
    const [pod] = await podsOf(cluster)
    await cluster.delete('Pod', { name: pod!.metadata.name! })
    await batch(cluster)
    return { cluster, pod: pod! }
  }
  const first = await open()
  expect(await statusOf(first.cluster)).toMatchObject({ failed: 1, terminating: 1 })
  await first.cluster.clock.advance('10s')
  expect(await activePods(first.cluster)).toHaveLength(1)
  const { cluster, pod } = await open('Failed')
  await cluster.clock.advance('1m')
  expect(await activePods(cluster)).toHaveLength(0)
  expect(await statusOf(cluster)).toMatchObject({ terminating: 1 })
  expect((await statusOf(cluster)).failed).toBeUndefined()
  await becomes(cluster, pod, 'Failed', ended(cluster, 1))
  expect(await statusOf(cluster)).toMatchObject({ failed: 1, terminating: 0 })
  await cluster.clock.advance('10s')
  expect(await activePods(cluster)).toHaveLength(1)
})

test('a Job adopts a matching orphan pod, and releases a pod that no longer matches', async () => {
  const cluster = openWith('jobs')
  const labels = { app: 'a' }
  const pod = { metadata: { name: 'p', labels }, spec: { containers: [{ name: 'c', image: 'i' }] } }
  await cluster.create('Pod', pod)
  await makeJob(cluster, {
    parallelism: 2,
    manualSelector: true,
    selector: { matchLabels: labels },
    template: { ...jobSpec().template, metadata: { labels } },
  })
  expect((await cluster.get('Pod', { name: 'p' })).metadata).toMatchObject({
    finalizers: [TRACKING],
    ownerReferences: [{ kind: 'Job', name: 'j', controller: true }],
  })
  expect(await podsOf(cluster)).toHaveLength(2)
  await cluster.patch('Pod', { name: 'p' }, { metadata: { labels: { app: 'b' } } })
  await batch(cluster)
  const { finalizers, ownerReferences } = (await cluster.get('Pod', { name: 'p' })).metadata
  expect([finalizers, ownerReferences]).toEqual([undefined, undefined])
  expect(await podsOf(cluster)).toHaveLength(3)
})

test('orphaned pods of a deleted Job lose their finalizer and owner reference', async () => {
  const cluster = openWith('jobs', 'garbage-collection')
  await makeJob(cluster, { parallelism: 2 })
  await cluster.delete('Job', { name: 'j' }, { propagationPolicy: 'Orphan' })
  for (const { metadata } of await podsOf(cluster))
    expect([metadata.finalizers, metadata.ownerReferences]).toEqual([undefined, undefined])
  expect(await podsOf(cluster)).toHaveLength(2)
})

test.each(['Background', 'Foreground'] as const)(
  'deletes the pods of a deleted Job (%s)',
  async (propagationPolicy) => {
    const cluster = openWith('jobs', 'garbage-collection')
    await makeJob(cluster, { parallelism: 2 })
    await becomes(cluster, (await podsOf(cluster))[0]!, 'Running')
    await cluster.delete('Job', { name: 'j' }, { propagationPolicy })
    await cluster.settled()
    expect(await podsOf(cluster)).toEqual([])
    expect((await cluster.list('Job')).items).toEqual([])
  },
)

test('leaves a Job alone that another controller manages (managedBy)', async () => {
  const cluster = openWith('jobs')
  await makeJob(cluster, { managedBy: 'example.com/mine' })
  expect(await podsOf(cluster)).toEqual([])
  expect(await statusOf(cluster)).toEqual({})
})

test('a finished Job stays unchanged', async () => {
  const cluster = openWith('jobs')
  await makeJob(cluster)
  await endAll(cluster, 'Succeeded')
  const status = await statusOf(cluster)
  await cluster.delete('Pod', { name: (await podsOf(cluster))[0]!.metadata.name! })
  await cluster.patch('Job', { name: 'j' }, { spec: { parallelism: 3 } })
  await cluster.clock.advance('1h')
  expect(await podsOf(cluster)).toEqual([])
  expect(await statusOf(cluster)).toEqual(status)
})

test('a fork in the middle of a back-off continues as the cluster does', async () => {
  const cluster = openWith('jobs')
  await makeJob(cluster, { backoffLimit: 3 })
  await endAll(cluster, 'Failed')
  await cluster.clock.advance('4s')
  const fork = cluster.fork()
  for (const each of [fork, cluster]) {
    await each.clock.advance('4s')
    expect(await activePods(each)).toHaveLength(0)
    await each.clock.advance('1s')
    expect(await activePods(each)).toHaveLength(1)
  }
  expect(await podsOf(fork)).toEqual(await podsOf(cluster))
})

test('a Job fixture that is complete stays so; one without a status runs', async () => {
  const cluster = createCluster({ seed: 1 })
  const conditions = [{ type: 'Complete', status: 'True' }]
  await cluster.load([
    {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'done' },
      spec: jobSpec(),
      status: { succeeded: 1, conditions },
    },
    { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'j' }, spec: jobSpec() },
  ])
  expect(await statusOf(cluster, 'done')).toMatchObject({ succeeded: 1, conditions })
  expect((await podsOf(cluster)).map(({ metadata }) => metadata.labels?.['job-name'])).toEqual(['j'])
  expect(await statusOf(cluster)).toMatchObject({ active: 1 })
})

test('a Job fixture with a status gets the pods that the status states', async () => {
  const cluster = openWith('jobs')
  const status = { active: 2, ready: 1, succeeded: 1, completedIndexes: '1', startTime: '2023-12-31T00:00:00Z' }
  const spec = jobSpec({ parallelism: 2, completions: 4, completionMode: 'Indexed' })
  await cluster.load([
    {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'n' },
      status: { conditions: [{ type: 'Ready', status: 'True' }] },
    },
    { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'j' }, spec, status },
  ])
  const pods = await podsOf(cluster)
  const indexOf = 'batch.kubernetes.io/job-completion-index'
  expect(
    pods.map(({ metadata, spec: { nodeName } = {}, status: { phase } = {} }) => [
      metadata.labels?.[indexOf],
      nodeName,
      phase,
    ]),
  ).toEqual([
    ['0', 'n', 'Running'],
    ['2', undefined, 'Pending'],
  ])
  expect(await statusOf(cluster)).toMatchObject(status)
  // There are no Events of their creation, as they count as existing before.
  expect(await eventsOf(cluster)).toEqual([])
  await endAll(cluster, 'Succeeded')
  expect(await statusOf(cluster)).toMatchObject({ active: 1, succeeded: 3, completedIndexes: '0-2' })
})

test('schedules no timer without a Job, or where none has to wait', async () => {
  const cluster = openWith('jobs')
  expect(await cluster.clock.next()).toBe(false)
  await makeJob(cluster, { parallelism: 2 })
  // It syncs once more for the pods it has created.
  await batch(cluster)
  expect(await cluster.clock.next()).toBe(false)
})

test('batches pod changes for a second into one sync; a change of the Job syncs at once', async () => {
  const cluster = openWith('jobs')
  await makeJob(cluster, { parallelism: 3, completions: 6 })
  await batch(cluster)
  const { resourceVersion = '' } = (await cluster.list('Job')).metadata
  const writes = cluster.watch('Job', { resourceVersion })
  const [first, second, third] = await podsOf(cluster)
  const succeed = (pod: Pod) =>
    cluster.patch(
      'Pod',
      { name: pod.metadata.name ?? '' },
      { status: { phase: 'Succeeded' } },
      { subresource: 'status' },
    )
  await succeed(first!)
  await cluster.clock.advance('600ms')
  await succeed(second!)
  await cluster.clock.advance('300ms')
  await succeed(third!)
  expect(await statusOf(cluster)).toMatchObject({ active: 3 })
  await cluster.clock.advance('100ms')
  expect(await statusOf(cluster)).toMatchObject({ active: 3, succeeded: 3 })
  await batch(cluster)
  await cluster.patch('Job', { name: 'j' }, { spec: { parallelism: 1 } })
  expect(await activePods(cluster)).toHaveLength(1)
  await cluster.clock.advance('3s')
  const seen: unknown[] = []
  for await (const { object } of writes) if (seen.push((object as Job).status?.succeeded) >= 2) break
  // The finished pods are first listed as uncounted, then counted all three at once, never one or two of them.
  expect(seen).toEqual([undefined, 3])
  // No timer is scheduled when nothing has changed for a second.
  expect(await cluster.clock.next()).toBe(false)
})
