import { expect, test } from 'vitest'
import { endAll, makeJob, openWith, podsOf } from './batch.js'

test('a Job is deleted with its pods ttlSecondsAfterFinished after it has finished', async () => {
  const cluster = openWith('jobs', 'ttl-after-finished', 'garbage-collection')
  await makeJob(cluster, { ttlSecondsAfterFinished: 60 })
  await cluster.clock.advance('1h')
  expect(await podsOf(cluster)).toHaveLength(1)
  await endAll(cluster, 'Succeeded')
  await cluster.clock.advance('59s')
  expect((await cluster.list('Job')).items).toHaveLength(1)
  await cluster.clock.advance('1s')
  expect((await cluster.list('Job')).items).toEqual([])
  expect(await podsOf(cluster)).toEqual([])
  expect(await cluster.clock.next()).toBe(false)
})

test('the TTL can be changed afterwards; a Job without one is kept', async () => {
  const cluster = openWith('jobs', 'ttl-after-finished', 'garbage-collection')
  await makeJob(cluster)
  await endAll(cluster, 'Failed')
  await cluster.clock.advance('1h')
  await endAll(cluster, 'Succeeded')
  await cluster.clock.advance('1h')
  expect((await cluster.list('Job')).items).toHaveLength(1)
  await cluster.patch('Job', { name: 'j' }, { spec: { ttlSecondsAfterFinished: 7200 } })
  await cluster.clock.advance('30m')
  expect((await cluster.list('Job')).items).toHaveLength(1)
  await cluster.patch('Job', { name: 'j' }, { spec: { ttlSecondsAfterFinished: 10 } })
  expect((await cluster.list('Job')).items).toEqual([])
})
