import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'

const open = (gate = true, profile: 'example' | 'kubernetes' = 'kubernetes') =>
  createCluster({
    profile,
    seed: 1,
    controllers: ['elections'],
    runtimeConfig: { 'api/beta': true },
    featureGates: { CoordinatedLeaderElection: gate },
  })

const micro = (seconds: number) => new Date(Date.UTC(2024, 0, 1) + seconds * 1000).toISOString().replace('Z', '000Z')

const candidate = (cluster: Cluster, name: string, spec: object = {}) =>
  cluster.create('LeaseCandidate', {
    metadata: { name },
    spec: {
      leaseName: 'leader',
      binaryVersion: '1.33.0',
      emulationVersion: '1.33.0',
      strategy: 'OldestEmulationVersion',
      renewTime: micro((cluster.clock.now() - Date.UTC(2024, 0, 1)) / 1000),
      ...spec,
    },
  })
const renew = (cluster: Cluster, name: string) =>
  cluster.patch(
    'LeaseCandidate',
    { name },
    { spec: { renewTime: micro((cluster.clock.now() - Date.UTC(2024, 0, 1)) / 1000) } },
  )
const lease = async (cluster: Cluster) => (await cluster.get('Lease', { name: 'leader' })).spec
const pings = async (cluster: Cluster) =>
  Object.fromEntries(
    (await cluster.list('LeaseCandidate')).items.map(({ metadata, spec }) => [metadata.name, spec?.pingTime]),
  )
const held = (holderIdentity: string, seconds: number) => ({
  holderIdentity,
  leaseDurationSeconds: 5,
  renewTime: micro(seconds),
  strategy: 'OldestEmulationVersion',
})

test.each(['example', 'kubernetes'] as const)(
  'the only candidate leads at once, and is pinged when it does not renew (profile %s)',
  async (profile) => {
    const cluster = open(true, profile)
    await candidate(cluster, 'a')
    expect([await lease(cluster), await pings(cluster)]).toEqual([held('a', 0), { a: undefined }])
    await cluster.clock.advance('5s')
    expect([await lease(cluster), await pings(cluster)]).toEqual([held('a', 0), { a: micro(5) }])
    await cluster.clock.advance('1m')
    expect([await lease(cluster), await pings(cluster)]).toEqual([held('a', 0), { a: micro(5) }])
  },
)

test('a holder that renews its Lease keeps it; a better candidate becomes preferredHolder', async () => {
  const cluster = open()
  await candidate(cluster, 'newer')
  for (let second = 2; second <= 20; second += 2) {
    await cluster.clock.advance('2s')
    await cluster.patch('Lease', { name: 'leader' }, { spec: { renewTime: micro(second) } })
  }
  expect([await lease(cluster), await pings(cluster)]).toEqual([held('newer', 20), { newer: undefined }])
  await candidate(cluster, 'older', { emulationVersion: '1.32.0' })
  expect(await pings(cluster)).toEqual({ newer: micro(20), older: undefined })
  await cluster.clock.advance('1s')
  await renew(cluster, 'newer')
  expect(await lease(cluster)).toEqual({ ...held('newer', 20), preferredHolder: 'older' })
})

test('the Lease of a holder that has gone passes to the best candidate that answers the ping', async () => {
  const cluster = open()
  await candidate(cluster, 'a', { emulationVersion: '1.31.0' })
  await candidate(cluster, 'b')
  await candidate(cluster, 'c', { emulationVersion: '1.32.0' })
  expect(await lease(cluster)).toEqual(held('a', 0))
  await cluster.clock.advance('5s')
  expect(await pings(cluster)).toEqual({ a: micro(5), b: micro(5), c: micro(5) })
  await cluster.clock.advance('1s')
  await renew(cluster, 'b')
  await renew(cluster, 'c')
  expect(await lease(cluster)).toEqual(held('a', 0))
  const fork = cluster.fork()
  for (const each of [cluster, fork]) {
    await each.clock.advance('4s')
    expect(await lease(each)).toEqual(held('c', 10))
  }
})

test('recreates a deleted Lease with the candidates that are left', async () => {
  const cluster = open()
  await candidate(cluster, 'a')
  await candidate(cluster, 'b')
  await cluster.delete('LeaseCandidate', { name: 'a' })
  await cluster.delete('Lease', { name: 'leader' })
  expect(await lease(cluster)).toEqual(held('b', 0))
})

test('candidates with different strategies get no leader, unless that of the newest binary decides', async () => {
  const cluster = open()
  await candidate(cluster, 'old', { binaryVersion: '1.33.0', emulationVersion: '1.31.0' })
  await candidate(cluster, 'mine', { strategy: 'example.com/mine', leaseName: 'other' })
  await candidate(cluster, 'theirs', { leaseName: 'other' })
  expect((await cluster.list('Lease')).items.map(({ metadata }) => metadata.name)).toEqual(['leader', 'other'])
  expect((await cluster.get('Lease', { name: 'other' })).spec).toEqual({
    leaseDurationSeconds: 5,
    renewTime: micro(0),
    strategy: 'example.com/mine',
  })
  await candidate(cluster, 'newest', { leaseName: 'other', binaryVersion: '1.34.0', emulationVersion: '1.32.0' })
  expect((await cluster.get('Lease', { name: 'other' })).spec).toEqual(held('newest', 0))
})

test('a candidate that has not renewed for half an hour is ignored, and deleted', async () => {
  const cluster = open()
  await candidate(cluster, 'stale', { renewTime: '2023-05-01T10:00:00.000000Z', emulationVersion: '1.30.0' })
  await candidate(cluster, 'fresh')
  expect(await lease(cluster)).toEqual(held('fresh', 0))
  const names = async () => (await cluster.list('LeaseCandidate')).items.map(({ metadata }) => metadata.name)
  await cluster.clock.advance('29m')
  expect(await names()).toEqual(['fresh', 'stale'])
  await renew(cluster, 'fresh')
  await cluster.clock.advance('1m')
  expect(await names()).toEqual(['fresh'])
  await cluster.clock.advance('30m')
  expect(await names()).toEqual([])
})

test('elects no leader while the feature gate is off', async () => {
  const cluster = open(false)
  await candidate(cluster, 'a')
  await cluster.clock.advance('2h')
  expect([(await cluster.list('Lease')).items, await pings(cluster)]).toEqual([[], { a: undefined }])
})
