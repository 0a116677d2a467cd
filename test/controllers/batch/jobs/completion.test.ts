import { expect, test } from 'vitest'
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

const COMPLETE = [
  'SuccessCriteriaMet | True | CompletionsReached | Reached expected number of succeeded pods',
  'Complete | True | CompletionsReached | Reached expected number of succeeded pods',
]
const indexesOf = (pods: Awaited<ReturnType<typeof podsOf>>) =>
  pods.map(({ metadata }) => metadata.annotations?.['batch.kubernetes.io/job-completion-index'])

test('a Job keeps parallelism pods active until enough have succeeded', async () => {
  const cluster = openWith('jobs')
  await makeJob(cluster, { parallelism: 2, completions: 3 })
  expect(await statusOf(cluster)).toEqual({
    startTime: '2024-01-01T00:00:00Z',
    active: 2,
    ready: 0,
    terminating: 0,
    uncountedTerminatedPods: {},
  })
  const [first, second] = await podsOf(cluster)
  expect(first?.metadata).toMatchObject({
    name: expect.stringMatching(/^j-[b-z2-9]{5}$/),
    finalizers: ['batch.kubernetes.io/job-tracking'],
    ownerReferences: [{ kind: 'Job', name: 'j', controller: true, blockOwnerDeletion: true }],
  })
  await becomes(cluster, first!, 'Running', { conditions: [{ type: 'Ready', status: 'True' }] })
  expect(await statusOf(cluster)).toMatchObject({ active: 2, ready: 1 })
  await becomes(cluster, second!, 'Succeeded')
  // A third pod replaces it; the counted one has lost its finalizer.
  expect(await statusOf(cluster)).toMatchObject({ active: 2, ready: 1, succeeded: 1, uncountedTerminatedPods: {} })
  expect((await cluster.get('Pod', { name: second!.metadata.name! })).metadata.finalizers).toBeUndefined()
  await becomes(cluster, first!, 'Succeeded')
  expect(await statusOf(cluster)).toMatchObject({ active: 1, succeeded: 2 })
  await cluster.clock.advance('7s')
  await endAll(cluster, 'Succeeded')
  expect(await conditionsOf(cluster)).toEqual(COMPLETE)
  const { active, ...status } = await statusOf(cluster)
  expect(active).toBeUndefined()
  expect(status).toMatchObject({ succeeded: 3, ready: 0, terminating: 0, completionTime: '2024-01-01T00:00:11Z' })
  const created = expect.stringMatching(/^Normal SuccessfulCreate: Created pod: j-[a-z0-9]{5}$/)
  expect(await eventsOf(cluster)).toEqual([created, created, created, 'Normal Completed: Job completed'])
})

test('a Job without completions is complete when one pod has succeeded and none is active', async () => {
  const cluster = openWith('jobs')
  await makeJob(cluster, { parallelism: 3 })
  await cluster.patch('Job', { name: 'j' }, { spec: { parallelism: 2 } })
  expect(await activePods(cluster)).toHaveLength(2)
  const [first, second] = await activePods(cluster)
  await becomes(cluster, first!, 'Succeeded')
  // No new pod is created, and the active one continues.
  expect(await statusOf(cluster)).toMatchObject({ active: 1, succeeded: 1 })
  await becomes(cluster, second!, 'Failed', ended(cluster, 1))
  expect(await conditionsOf(cluster)).toEqual(COMPLETE)
  expect(await statusOf(cluster)).toMatchObject({ succeeded: 1, failed: 1 })
})

test('reduced parallelism deletes the least advanced pods first, and does not count them as failed', async () => {
  const cluster = openWith('jobs')
  await makeJob(cluster, { parallelism: 3, completions: 9 })
  const [first, second, third] = await podsOf(cluster)
  await becomes(cluster, first!, 'Running')
  await becomes(cluster, third!, 'Running', { conditions: [{ type: 'Ready', status: 'True' }] })
  await cluster.patch('Job', { name: 'j' }, { spec: { parallelism: 1 } })
  await batch(cluster)
  expect((await podsOf(cluster)).map(({ metadata }) => metadata.name)).toEqual([third!.metadata.name])
  expect(await statusOf(cluster)).toMatchObject({ active: 1, ready: 1, terminating: 0 })
  expect((await statusOf(cluster)).failed).toBeUndefined()
  expect((await eventsOf(cluster)).slice(3)).toEqual(
    [second!, first!].map(({ metadata }) => `Normal SuccessfulDelete: Deleted pod: ${metadata.name}`),
  )
})

test('the pods of an indexed Job have their index in name, hostname, annotation, label and environment', async () => {
  const cluster = openWith('jobs')
  await makeJob(cluster, { parallelism: 2, completions: 4, completionMode: 'Indexed' })
  const [first, second] = await podsOf(cluster)
  expect(second).toMatchObject({
    metadata: {
      name: expect.stringMatching(/^j-1-[b-z2-9]{5}$/),
      annotations: { 'batch.kubernetes.io/job-completion-index': '1' },
      labels: { 'batch.kubernetes.io/job-completion-index': '1', 'job-name': 'j' },
    },
    spec: {
      hostname: 'j-1',
      containers: [
        {
          env: [
            {
              name: 'JOB_COMPLETION_INDEX',
              valueFrom: { fieldRef: { fieldPath: "metadata.labels['batch.kubernetes.io/job-completion-index']" } },
            },
          ],
        },
      ],
    },
  })
  await becomes(cluster, second!, 'Succeeded')
  expect(await statusOf(cluster)).toMatchObject({ succeeded: 1, completedIndexes: '1', active: 2 })
  expect(indexesOf(await activePods(cluster))).toEqual(['0', '2'])
  await becomes(cluster, first!, 'Succeeded')
  await endAll(cluster, 'Succeeded')
  expect(await statusOf(cluster)).toMatchObject({ succeeded: 4, completedIndexes: '0-3' })
  expect(await conditionsOf(cluster)).toEqual(COMPLETE)
})

test('a failed index gets another pod after a back-off, and completes once a pod has succeeded', async () => {
  const cluster = openWith('jobs')
  await makeJob(cluster, { parallelism: 2, completions: 2, completionMode: 'Indexed' })
  const [first, second] = await podsOf(cluster)
  await becomes(cluster, second!, 'Succeeded')
  await becomes(cluster, first!, 'Failed', ended(cluster, 1))
  await cluster.clock.advance('8s')
  expect(await activePods(cluster)).toEqual([])
  await cluster.clock.advance('1s')
  expect(indexesOf(await activePods(cluster))).toEqual(['0'])
  await endAll(cluster, 'Succeeded')
  expect(await statusOf(cluster)).toMatchObject({ succeeded: 2, failed: 1, completedIndexes: '0,1' })
})

test('an indexed Job forgets succeeded indexes beyond reduced completions, and runs them again when it grows', async () => {
  const cluster = openWith('jobs')
  await makeJob(cluster, { parallelism: 3, completions: 3, completionMode: 'Indexed' })
  await becomes(cluster, (await podsOf(cluster))[2]!, 'Succeeded')
  expect(await statusOf(cluster)).toMatchObject({ completedIndexes: '2' })
  await cluster.patch('Job', { name: 'j' }, { spec: { parallelism: 1, completions: 1 } })
  expect(indexesOf(await activePods(cluster))).toEqual(['0'])
  const { succeeded, completedIndexes } = await statusOf(cluster)
  expect([succeeded, completedIndexes]).toEqual([undefined, undefined])
  await cluster.patch('Job', { name: 'j' }, { spec: { parallelism: 3, completions: 3 } })
  expect(indexesOf(await activePods(cluster)).sort()).toEqual(['0', '1', '2'])
})

test.each([
  [{ succeededIndexes: '0,2' }, ['0'], ['2']],
  [{ succeededIndexes: '1-3', succeededCount: 2 }, ['3'], ['1']],
  [{ succeededCount: 2 }, ['1'], ['3']],
])('completes a Job when its success policy %o is met', async (rule, before, last) => {
  const cluster = openWith('jobs')
  const rules = [{ succeededIndexes: '0-3', succeededCount: 4 }, rule]
  await makeJob(cluster, { parallelism: 4, completions: 4, completionMode: 'Indexed', successPolicy: { rules } })
  const succeed = async (indexes: readonly string[]) => {
    for (const pod of await podsOf(cluster))
      if (indexes.includes(indexesOf([pod])[0]!)) await becomes(cluster, pod, 'Succeeded')
  }
  await succeed(before)
  expect(await conditionsOf(cluster)).toEqual([])
  await succeed(last)
  // The pods that were still active have to be deleted first.
  await batch(cluster)
  expect(await conditionsOf(cluster)).toEqual([
    'SuccessCriteriaMet | True | SuccessPolicy | Matched rules at index 1',
    'Complete | True | SuccessPolicy | Matched rules at index 1',
  ])
  // The other pods are deleted, and count neither as succeeded nor as failed.
  expect(await activePods(cluster)).toEqual([])
  expect(await statusOf(cluster)).toMatchObject({ succeeded: 2, terminating: 0 })
  expect((await statusOf(cluster)).failed).toBeUndefined()
})

test('warns of pods that succeed beyond completions', async () => {
  const cluster = openWith('jobs')
  await makeJob(cluster, { parallelism: 2, completions: 2 })
  const [first] = await podsOf(cluster)
  const labels = first!.metadata.labels ?? {}
  const ownerReferences = first!.metadata.ownerReferences ?? []
  const finalizers = ['batch.kubernetes.io/job-tracking']
  const spec = { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] }
  const status = { phase: 'Succeeded' }
  await cluster.load([
    { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', labels, ownerReferences, finalizers }, spec, status },
    { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'q', labels, ownerReferences, finalizers }, spec, status },
    { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'r', labels, ownerReferences, finalizers }, spec, status },
  ])
  await batch(cluster)
  expect(await statusOf(cluster)).toMatchObject({ succeeded: 3, terminating: 0 })
  expect(await activePods(cluster)).toEqual([])
  expect((await eventsOf(cluster)).slice(-2)).toEqual([
    'Warning TooManySucceededPods: Too many succeeded pods running after completion count reached',
    'Normal Completed: Job completed',
  ])
})
