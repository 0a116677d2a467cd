import { expect, test } from 'vitest'
import { createCluster } from '../../../../src/cluster/cluster.js'
import { conditionsOf, jobSpec, makeJob, statusOf } from '../batch.js'

test('a Job completes on nodes with agents, and fails if its container fails', async () => {
  const cluster = createCluster({ seed: 1, nodes: 1, containers: { image: 'bad', exit: { code: 3, after: '2s' } } })
  await makeJob(cluster, { completions: 2, ttlSecondsAfterFinished: 60 })
  await cluster.waitFor('Job', { name: 'j' }, ({ status }) => status?.completionTime !== undefined)
  expect(await statusOf(cluster)).toMatchObject({ succeeded: 2, ready: 0, terminating: 0, uncountedTerminatedPods: {} })
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'bad' }] } }
  await cluster.create('Job', { metadata: { name: 'k' }, spec: jobSpec({ template, backoffLimit: 1 }) })
  await cluster.waitFor('Job', { name: 'k' }, ({ status }) => status?.conditions?.length === 2)
  expect((await conditionsOf(cluster, 'k'))[1]).toBe(
    'Failed | True | BackoffLimitExceeded | Job has reached the specified backoff limit',
  )
  await cluster.clock.advance('2m')
  expect((await cluster.list('Job')).items.map(({ metadata }) => metadata.name)).toEqual(['k'])
})
