import { expect, test } from 'vitest'
import type { Cluster } from '../../../../src/cluster/types.js'
import {
  activePods,
  batch,
  becomes,
  conditionsOf,
  endAll,
  ended,
  eventsOf,
  makeJob,
  openWith,
  podsOf,
  statusOf,
} from '../batch.js'

const failed = (reason: string, message: string) =>
  ['FailureTarget', 'Failed'].map((type) => `${type} | True | ${reason} | ${message}`)
const LIMIT = ['BackoffLimitExceeded', 'Job has reached the specified backoff limit'] as const
const newest = async (cluster: Cluster) => (await eventsOf(cluster)).at(-1)

test('failed pods are replaced after 10 s, 20 s, 40 s, up to ten minutes', async () => {
  const cluster = openWith('jobs')
  await makeJob(cluster, { backoffLimit: 9 })
  const waits: number[] = []
  for (let i = 0; i < 8; i++) {
    const from = cluster.clock.now()
    await endAll(cluster, 'Failed')
    expect(await statusOf(cluster)).toMatchObject({ failed: i + 1 })
    await cluster.waitFor('Job', { name: 'j' }, ({ status }) => status?.active === 1, { timeout: '1h' })
    waits.push((cluster.clock.now() - from) / 1000)
  }
  expect(waits).toEqual([10, 20, 40, 80, 160, 320, 600, 600])
})

test('a succeeded pod resets the back-off', async () => {
  const cluster = openWith('jobs')
  await makeJob(cluster, { completions: 2 })
  await endAll(cluster, 'Failed')
  await cluster.clock.advance('10s')
  await endAll(cluster, 'Failed')
  await cluster.clock.advance('20s')
  await endAll(cluster, 'Succeeded')
  expect(await activePods(cluster)).toHaveLength(1)
  await endAll(cluster, 'Failed')
  await cluster.clock.advance('10s')
  expect(await activePods(cluster)).toHaveLength(1)
})

test('exceeding backoffLimit fails the Job; its other pods are deleted and count as failed', async () => {
  const cluster = openWith('jobs')
  await makeJob(cluster, { parallelism: 3, completions: 3, backoffLimit: 0 })
  const [first] = await podsOf(cluster)
  await becomes(cluster, first!, 'Failed', ended(cluster, 1))
  await batch(cluster)
  expect(await conditionsOf(cluster)).toEqual(failed(...LIMIT))
  expect(await statusOf(cluster)).toMatchObject({ failed: 3, ready: 0, terminating: 0, uncountedTerminatedPods: {} })
  expect((await podsOf(cluster)).map(({ metadata }) => metadata.name)).toEqual([first!.metadata.name])
  expect(await newest(cluster)).toBe(`Warning ${LIMIT[0]}: ${LIMIT[1]}`)
})

test('the condition Failed is set only after the last pod has terminated', async () => {
  const cluster = openWith('jobs')
  await makeJob(cluster, { parallelism: 2, completions: 2, backoffLimit: 0 })
  const [first, second] = await podsOf(cluster)
  await cluster.patch(
    'Pod',
    { name: second!.metadata.name! },
    { metadata: { finalizers: ['test/holds', ...(second!.metadata.finalizers ?? [])] } },
  )
  await becomes(cluster, first!, 'Failed', ended(cluster, 1))
  expect(await conditionsOf(cluster)).toEqual(failed(...LIMIT).slice(0, 1))
  expect(await statusOf(cluster)).toMatchObject({ failed: 2, terminating: 1 })
  await cluster.patch('Pod', { name: second!.metadata.name! }, { metadata: { finalizers: null } })
  await batch(cluster)
  expect(await conditionsOf(cluster)).toEqual(failed(...LIMIT))
  expect(await statusOf(cluster)).toMatchObject({ failed: 2, terminating: 0 })
})

test('restarts of containers count against backoffLimit with restartPolicy OnFailure', async () => {
  const cluster = openWith('jobs')
  const template = { spec: { restartPolicy: 'OnFailure', containers: [{ name: 'c', image: 'i' }] } }
  await makeJob(cluster, { template, backoffLimit: 2 })
  const [pod] = await podsOf(cluster)
  const restarts = (restartCount: number) =>
    becomes(cluster, pod!, 'Running', {
      containerStatuses: [{ name: 'c', image: 'i', imageID: '', ready: true, restartCount }],
    })
  await restarts(1)
  expect(await conditionsOf(cluster)).toEqual([])
  await restarts(2)
  await batch(cluster)
  expect(await conditionsOf(cluster)).toEqual(failed(...LIMIT))
})

test('a Job that exceeds activeDeadlineSeconds fails', async () => {
  const cluster = openWith('jobs')
  await makeJob(cluster, { activeDeadlineSeconds: 30, parallelism: 2 })
  await cluster.clock.advance('29s')
  expect(await activePods(cluster)).toHaveLength(2)
  await cluster.clock.advance('1s')
  expect(await podsOf(cluster)).toEqual([])
  await batch(cluster)
  const words = ['DeadlineExceeded', 'Job was active longer than specified deadline'] as const
  expect(await conditionsOf(cluster)).toEqual(failed(...words))
  expect(await statusOf(cluster)).toMatchObject({ failed: 2 })
  expect(await newest(cluster)).toBe(`Warning ${words[0]}: ${words[1]}`)
})

const onCode = (action: string, operator: string, ...values: number[]) => ({
  action,
  onExitCodes: { operator, values },
})
const policy = (...rules: object[]) => ({ podFailurePolicy: { rules: rules as never } })

test('a pod failure policy ignores a failure, counts it, or fails the Job, by the exit code', async () => {
  const cluster = openWith('jobs')
  await makeJob(cluster, {
    backoffLimit: 1,
    ...policy(onCode('Ignore', 'In', 3), onCode('Count', 'In', 4), onCode('FailJob', 'NotIn', 3, 4)),
  })
  const failWith = async (code: number) => {
    await endAll(cluster, 'Failed', code)
    await cluster.clock.advance('1h')
    return (await statusOf(cluster)).failed
  }
  expect(await failWith(3)).toBeUndefined()
  expect(await failWith(4)).toBe(1)
  expect(await failWith(3)).toBe(1)
  const [pod] = await activePods(cluster)
  expect(await failWith(42)).toBe(2)
  const words = `Container c for pod default/${pod?.metadata.name} failed with exit code 42 matching FailJob rule at index 2`
  expect(await conditionsOf(cluster)).toEqual(failed('PodFailurePolicy', words))
  expect(await newest(cluster)).toBe(`Warning PodFailurePolicy: ${words}`)
})

test('a pod failure policy matches the conditions of a pod', async () => {
  const cluster = openWith('jobs')
  const onPodConditions = [{ type: 'DisruptionTarget', status: 'True' }]
  await makeJob(cluster, {
    backoffLimit: 0,
    ...policy(
      { action: 'Ignore', onPodConditions },
      { action: 'FailJob', onPodConditions: [{ type: 'Bad', status: 'True' }] },
    ),
  })
  const [pod] = await podsOf(cluster)
  await becomes(cluster, pod!, 'Failed', { conditions: onPodConditions })
  await cluster.clock.advance('10s')
  const [second] = await activePods(cluster)
  await becomes(cluster, second!, 'Failed', { conditions: [{ type: 'Bad', status: 'True' }] })
  expect(await conditionsOf(cluster)).toEqual(
    failed(
      'PodFailurePolicy',
      `Pod default/${second?.metadata.name} has condition Bad matching FailJob rule at index 1`,
    ),
  )
})

test('with backoffLimitPerIndex each index has its own retries; the Job fails after the others are done', async () => {
  const cluster = openWith('jobs')
  await makeJob(cluster, { parallelism: 2, completions: 2, completionMode: 'Indexed', backoffLimitPerIndex: 1 })
  const [first, second] = await podsOf(cluster)
  const countOf = (pod = first) => pod?.metadata.annotations?.['batch.kubernetes.io/job-index-failure-count']
  expect(countOf()).toBe('0')
  await becomes(cluster, first!, 'Failed', ended(cluster, 1))
  // It keeps its finalizer until its replacement exists.
  expect((await cluster.get('Pod', { name: first!.metadata.name! })).metadata.finalizers).toHaveLength(1)
  await cluster.clock.advance('10s')
  expect((await cluster.get('Pod', { name: first!.metadata.name! })).metadata.finalizers).toBeUndefined()
  const again = (await activePods(cluster)).find(({ metadata }) => metadata.name !== second?.metadata.name)
  expect(countOf(again)).toBe('1')
  await becomes(cluster, again!, 'Failed', ended(cluster, 1))
  expect(await statusOf(cluster)).toMatchObject({ active: 1, failed: 2, failedIndexes: '0' })
  expect(await conditionsOf(cluster)).toEqual([])
  await becomes(cluster, second!, 'Succeeded')
  expect(await conditionsOf(cluster)).toEqual(failed('FailedIndexes', 'Job has failed indexes'))
  expect(await statusOf(cluster)).toMatchObject({ succeeded: 1, failed: 2, completedIndexes: '1', failedIndexes: '0' })
})

test('FailIndex fails an index at once, and exceeding maxFailedIndexes fails the Job', async () => {
  const cluster = openWith('jobs')
  await makeJob(cluster, {
    parallelism: 3,
    completions: 3,
    completionMode: 'Indexed',
    backoffLimitPerIndex: 5,
    maxFailedIndexes: 1,
    ...policy(onCode('FailIndex', 'In', 7)),
  })
  const [first, second] = await podsOf(cluster)
  await becomes(cluster, first!, 'Failed', ended(cluster, 7))
  expect(await statusOf(cluster)).toMatchObject({ failedIndexes: '0', active: 2 })
  await becomes(cluster, second!, 'Failed', ended(cluster, 7))
  await batch(cluster)
  expect(await conditionsOf(cluster)).toEqual(
    failed('MaxFailedIndexesExceeded', 'Job has exceeded the specified maximal number of failed indexes'),
  )
  expect(await statusOf(cluster)).toMatchObject({ failedIndexes: '0,1', failed: 3 })
})

test('refused pods are retried after a second, with a back-off that doubles', async () => {
  const cluster = openWith('jobs')
  await cluster.create('ResourceQuota', { metadata: { name: 'q' }, spec: { hard: { pods: '0' } } })
  await cluster.patch(
    'ResourceQuota',
    { name: 'q' },
    { status: { hard: { pods: '0' }, used: { pods: '0' } } },
    { subresource: 'status' },
  )
  await makeJob(cluster, { parallelism: 5, completions: 5 })
  await cluster.clock.advance('1m')
  const events = await eventsOf(cluster)
  // Each time only one pod is tried: at once, and after 1, 3, 7, 15, 31 seconds.
  expect(events).toHaveLength(6)
  for (const event of events)
    expect(event).toMatch(/^Warning FailedCreate: Error creating: pods "j-.*" is forbidden: exceeded quota: q, /)
  expect(await statusOf(cluster)).toEqual({
    startTime: '2024-01-01T00:00:00Z',
    ready: 0,
    terminating: 0,
    uncountedTerminatedPods: {},
  })
  await cluster.delete('ResourceQuota', { name: 'q' })
  await cluster.clock.advance('1m')
  expect(await statusOf(cluster)).toMatchObject({ active: 5 })
})
