import { expect, test } from 'vitest'
import type { Cluster } from '../../../../src/cluster/types.js'
import type { Draft } from '../../../../src/kinds/object-types.js'
import { becomes, eventsOf, jobSpec, openWith, podsOf } from '../batch.js'

type CronJobSpec = NonNullable<Draft<'CronJob'>['spec']>

const makeCron = (cluster: Cluster, spec: Partial<CronJobSpec> = {}) =>
  cluster.create('CronJob', {
    metadata: { name: 'c' },
    spec: { schedule: '* * * * *', jobTemplate: { metadata: { labels: { of: 'c' } }, spec: jobSpec() }, ...spec },
  })
const open = (...more: string[]) => openWith('cron-jobs', ...more)
const jobsOf = async (cluster: Cluster) => (await cluster.list('Job')).items.map(({ metadata }) => metadata.name)
const statusOf = async (cluster: Cluster) => (await cluster.get('CronJob', { name: 'c' })).status ?? {}
const activeOf = async (cluster: Cluster) => (await statusOf(cluster)).active?.map(({ name }) => name)
const said = async (cluster: Cluster, reason: string) =>
  (await eventsOf(cluster, 'CronJob')).filter((event) => event.includes(` ${reason}: `))
const finish = (cluster: Cluster, name: string, type: 'Complete' | 'Failed', completionTime?: string) =>
  cluster.patch(
    'Job',
    { name },
    {
      status: {
        startTime: '2024-01-01T00:00:00Z',
        ...(completionTime ? { completionTime } : {}),
        conditions: [
          { type: type === 'Complete' ? 'SuccessCriteriaMet' : 'FailureTarget', status: 'True' },
          { type, status: 'True', lastTransitionTime: completionTime ?? '2024-01-01T00:00:00Z' },
        ],
      },
    },
    { subresource: 'status' },
  )
// The start time of seeded clusters, in minutes since 1970.
const FIRST = 28_401_120

test('creates a Job each minute, 100 ms after it as a real cluster does, and records it in the status', async () => {
  const cluster = open()
  await makeCron(cluster)
  await cluster.clock.advance('1m')
  expect(await jobsOf(cluster)).toEqual([])
  await cluster.clock.advance('100ms')
  const name = `c-${FIRST + 1}`
  const { uid } = (await cluster.get('CronJob', { name: 'c' })).metadata
  const job = await cluster.get('Job', { name })
  expect(job.metadata).toMatchObject({
    labels: { of: 'c' },
    annotations: { 'batch.kubernetes.io/cronjob-scheduled-timestamp': '2024-01-01T00:01:00Z' },
    ownerReferences: [
      { apiVersion: 'batch/v1', kind: 'CronJob', name: 'c', uid, controller: true, blockOwnerDeletion: true },
    ],
  })
  expect(await statusOf(cluster)).toEqual({
    active: [
      {
        kind: 'Job',
        namespace: 'default',
        name,
        uid: job.metadata.uid,
        apiVersion: 'batch/v1',
        resourceVersion: job.metadata.resourceVersion,
      },
    ],
    lastScheduleTime: '2024-01-01T00:01:00Z',
  })
  await cluster.clock.advance('2m')
  expect(await activeOf(cluster)).toEqual([1, 2, 3].map((minute) => `c-${FIRST + minute}`))
  expect(await eventsOf(cluster, 'CronJob')).toEqual(
    [1, 2, 3].map((minute) => `Normal SuccessfulCreate: Created job c-${FIRST + minute}`),
  )
})

test('schedules in the time zone of the CronJob; the annotation has its offset', async () => {
  const cluster = open()
  await makeCron(cluster, { schedule: '30 9 * * *', timeZone: 'Asia/Kolkata' })
  await cluster.clock.advance('24h')
  const [job] = (await cluster.list('Job')).items
  expect(job?.metadata.name).toBe(`c-${FIRST + 240}`)
  expect(job?.metadata.annotations).toEqual({
    'batch.kubernetes.io/cronjob-scheduled-timestamp': '2024-01-01T09:30:00+05:30',
  })
})

test('records finished Jobs, and keeps only as many as the history limits say', async () => {
  const cluster = open('garbage-collection')
  await makeCron(cluster, { successfulJobsHistoryLimit: 1, failedJobsHistoryLimit: 0 })
  await cluster.clock.advance('61s')
  await finish(cluster, `c-${FIRST + 1}`, 'Complete', '2024-01-01T00:01:01Z')
  expect(await statusOf(cluster)).toMatchObject({ lastSuccessfulTime: '2024-01-01T00:01:01Z' })
  expect(await activeOf(cluster)).toBeUndefined()
  await cluster.clock.advance('1m')
  await finish(cluster, `c-${FIRST + 2}`, 'Complete', '2024-01-01T00:02:01Z')
  expect(await jobsOf(cluster)).toEqual([`c-${FIRST + 2}`])
  await cluster.clock.advance('1m')
  await finish(cluster, `c-${FIRST + 3}`, 'Failed')
  expect(await jobsOf(cluster)).toEqual([`c-${FIRST + 2}`])
  expect(await said(cluster, 'SawCompletedJob')).toEqual([
    `Normal SawCompletedJob: Saw completed job: c-${FIRST + 1}, condition: Complete`,
    `Normal SawCompletedJob: Saw completed job: c-${FIRST + 2}, condition: Complete`,
  ])
  expect(await said(cluster, 'SuccessfulDelete')).toEqual([
    `Normal SuccessfulDelete: Deleted job c-${FIRST + 1}`,
    `Normal SuccessfulDelete: Deleted job c-${FIRST + 3}`,
  ])
})

test('concurrencyPolicy Forbid delays the next Job, and Replace deletes the running one', async () => {
  const forbid = open()
  await makeCron(forbid, { concurrencyPolicy: 'Forbid' })
  await forbid.clock.advance('150s')
  expect(await jobsOf(forbid)).toEqual([`c-${FIRST + 1}`])
  expect(await said(forbid, 'JobAlreadyActive')).toEqual([
    'Normal JobAlreadyActive: Not starting job because prior execution is running and concurrency policy is Forbid',
  ])
  // The missed start is made up for.
  await finish(forbid, `c-${FIRST + 1}`, 'Complete', '2024-01-01T00:02:30Z')
  expect(await activeOf(forbid)).toEqual([`c-${FIRST + 2}`])
  const replace = open('garbage-collection')
  await makeCron(replace, { concurrencyPolicy: 'Replace' })
  await replace.clock.advance('121s')
  expect(await jobsOf(replace)).toEqual([`c-${FIRST + 2}`])
  expect(await activeOf(replace)).toEqual([`c-${FIRST + 2}`])
  expect(await said(replace, 'SuccessfulDelete')).toEqual([`Normal SuccessfulDelete: Deleted job c-${FIRST + 1}`])
})

test('makes up for the last start missed while suspended, unless startingDeadlineSeconds has passed', async () => {
  const cluster = open()
  await makeCron(cluster, { suspend: true, schedule: '*/10 * * * *' })
  await cluster.clock.advance('25m')
  expect(await jobsOf(cluster)).toEqual([])
  await cluster.patch('CronJob', { name: 'c' }, { spec: { suspend: false } })
  expect(await jobsOf(cluster)).toEqual([`c-${FIRST + 20}`])
  const late = open()
  await makeCron(late, { suspend: true, schedule: '*/10 * * * *', startingDeadlineSeconds: 60 })
  await late.clock.advance('25m')
  await late.patch('CronJob', { name: 'c' }, { spec: { suspend: false } })
  expect(await jobsOf(late)).toEqual([])
  await late.clock.advance('6m')
  expect(await jobsOf(late)).toEqual([`c-${FIRST + 30}`])
})

test('warns of more than a hundred missed starts', async () => {
  const cluster = open()
  await makeCron(cluster, { suspend: true })
  await cluster.clock.advance('102m')
  await cluster.patch('CronJob', { name: 'c' }, { spec: { suspend: false } })
  expect(await jobsOf(cluster)).toEqual([`c-${FIRST + 102}`])
  expect(await said(cluster, 'TooManyMissedTimes')).toEqual([
    'Warning TooManyMissedTimes: too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew',
  ])
})

test('a changed schedule takes effect at its next time', async () => {
  const cluster = open()
  await makeCron(cluster, { schedule: '0 * * * *' })
  await cluster.clock.advance('25m')
  await cluster.patch('CronJob', { name: 'c' }, { spec: { schedule: '*/10 * * * *' } })
  expect(await jobsOf(cluster)).toEqual([])
  await cluster.clock.advance('5m')
  await cluster.clock.advance('1s')
  expect(await jobsOf(cluster)).toEqual([`c-${FIRST + 30}`])
})

test('a schedule without a valid day is reported, and creates no Job', async () => {
  const cluster = open()
  await makeCron(cluster, { schedule: '0 0 31 2 *' })
  expect(await said(cluster, 'InvalidSchedule')).toEqual([
    'Warning InvalidSchedule: invalid schedule: 0 0 31 2 * : time difference between two schedules is less than 1 second',
  ])
  expect(await cluster.clock.next()).toBe(false)
})

test('a schedule without a valid day is reported again when its time zone changes', async () => {
  const cluster = open()
  await makeCron(cluster, { schedule: '0 0 31 2 *' })
  await cluster.patch('CronJob', { name: 'c' }, { spec: { timeZone: 'Asia/Kolkata' } })
  await cluster.clock.advance('1s')
  const told = (await cluster.list('v1/Event')).items.filter(({ reason }) => reason === 'InvalidSchedule')
  expect(told.map((event) => event['count'])).toEqual([2])
})

test('drops a deleted Job from the active ones, and warns of a Job that it did not create', async () => {
  const cluster = open('garbage-collection')
  await makeCron(cluster)
  await cluster.clock.advance('61s')
  await cluster.delete('Job', { name: `c-${FIRST + 1}` }, { propagationPolicy: 'Background' })
  expect(await activeOf(cluster)).toBeUndefined()
  expect(await said(cluster, 'MissingJob')).toEqual([`Normal MissingJob: Active job went missing: c-${FIRST + 1}`])
  const { uid = '' } = (await cluster.get('CronJob', { name: 'c' })).metadata
  const ownerReferences = [{ apiVersion: 'batch/v1', kind: 'CronJob', name: 'c', uid, controller: true }]
  await cluster.create('Job', { metadata: { name: 'mine', ownerReferences }, spec: jobSpec() })
  expect(await said(cluster, 'UnexpectedJob')).toEqual([
    'Warning UnexpectedJob: Saw a job that the controller did not create or forgot: mine',
  ])
})

test('keeps the status of a CronJob fixture until its next time', async () => {
  const cluster = open()
  const status = { lastScheduleTime: '2023-12-31T12:00:00Z' }
  const spec = { schedule: '0 * * * *', jobTemplate: { spec: jobSpec() } }
  await cluster.load([{ apiVersion: 'batch/v1', kind: 'CronJob', metadata: { name: 'c' }, spec, status }])
  expect(await statusOf(cluster)).toEqual(status)
  expect(await jobsOf(cluster)).toEqual([])
  await cluster.clock.advance('61m')
  expect(await jobsOf(cluster)).toEqual([`c-${FIRST + 60}`])
})

test('schedules no timer without a CronJob; a fork continues as the cluster does', async () => {
  const cluster = open('jobs')
  expect(await cluster.clock.next()).toBe(false)
  await makeCron(cluster)
  await cluster.clock.advance('30s')
  const fork = cluster.fork()
  for (const each of [cluster, fork]) {
    await each.clock.advance('31s')
    for (const pod of await podsOf(each)) await becomes(each, pod, 'Succeeded')
    expect(await said(each, 'SawCompletedJob')).toHaveLength(1)
  }
  await cluster.delete('CronJob', { name: 'c' })
  expect(await cluster.clock.next()).toBe(false)
})
