import { beforeEach, describe, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'

const AUTO_UPDATE = 'apf.kubernetes.io/autoupdate-spec'

let cluster: Cluster
beforeEach(() => {
  cluster = createCluster({ seed: 1 })
})

const isThere = async (kind: string, name: string) =>
  (await cluster.list(kind)).items.some(({ metadata }) => metadata.name === name)
const revision = () => cluster.snapshot().state.revision
const level = (name: string) => cluster.get('PriorityLevelConfiguration', { name })
const shares = async (name: string) => (await level(name)).spec?.limited?.nominalConcurrencyShares
const setShares = (name: string, nominalConcurrencyShares: number, annotations: object = {}) =>
  cluster.patch(
    'PriorityLevelConfiguration',
    { name },
    { metadata: { annotations }, spec: { limited: { nominalConcurrencyShares } } },
  )

test('recreates deleted mandatory and suggested objects within a minute', async () => {
  await cluster.delete('FlowSchema', { name: 'exempt' })
  await cluster.delete('PriorityLevelConfiguration', { name: 'workload-low' })
  await cluster.clock.advance('59s')
  expect([await isThere('FlowSchema', 'exempt'), await isThere('PriorityLevelConfiguration', 'workload-low')]).toEqual([
    false,
    false,
  ])
  await cluster.clock.advance('1s')
  expect([await isThere('FlowSchema', 'exempt'), await isThere('PriorityLevelConfiguration', 'workload-low')]).toEqual([
    true,
    true,
  ])
  expect((await level('workload-low')).metadata.managedFields?.[0]?.manager).toBe(
    'api-priority-and-fairness-config-producer-v1',
  )
})

describe('a changed object', () => {
  test('is reverted while its autoupdate annotation is true', async () => {
    await setShares('workload-low', 7)
    await cluster.clock.advance('1m')
    expect(await shares('workload-low')).toBe(100)
  })

  test('is kept if its autoupdate annotation is false', async () => {
    await setShares('workload-low', 7, { [AUTO_UPDATE]: 'false' })
    await cluster.clock.advance('1m')
    expect(await shares('workload-low')).toBe(7)
  })

  test('is kept without the annotation, which is then set to false', async () => {
    await setShares('workload-low', 7, { [AUTO_UPDATE]: null })
    await cluster.clock.advance('1m')
    const { metadata, spec } = await level('workload-low')
    expect([spec?.limited?.nominalConcurrencyShares, metadata.annotations]).toEqual([7, { [AUTO_UPDATE]: 'false' }])
  })

  test('is reverted if it is mandatory, whatever its annotation says', async () => {
    const name = 'catch-all'
    await cluster.patch('FlowSchema', { name }, { metadata: { annotations: { [AUTO_UPDATE]: 'false' } } })
    await cluster.clock.advance('1m')
    expect((await cluster.get('FlowSchema', { name })).metadata.annotations).toEqual({ [AUTO_UPDATE]: 'true' })
  })

  test('keeps nominalConcurrencyShares of the exempt level', async () => {
    const name = 'exempt'
    await cluster.patch('PriorityLevelConfiguration', { name }, { spec: { exempt: { nominalConcurrencyShares: 9 } } })
    await cluster.clock.advance('1m')
    expect((await level(name)).spec?.exempt?.nominalConcurrencyShares).toBe(9)
  })
})

test('deletes an unknown object only if its autoupdate annotation is true', async () => {
  const spec = { priorityLevelConfiguration: { name: 'exempt' } }
  await cluster.create('FlowSchema', { metadata: { name: 'old', annotations: { [AUTO_UPDATE]: 'true' } }, spec })
  await cluster.create('FlowSchema', { metadata: { name: 'mine' }, spec })
  await cluster.clock.advance('1m')
  expect([await isThere('FlowSchema', 'old'), await isThere('FlowSchema', 'mine')]).toEqual([false, true])
})

test('writes nothing when nothing has changed, nor in profile example', async () => {
  await cluster.patch('FlowSchema', { name: 'exempt' }, { metadata: { labels: { seen: 'yes' } } })
  await cluster.settled()
  const before = revision()
  await cluster.clock.advance('1h')
  expect(revision()).toBe(before)
  cluster = createCluster({ seed: 1, profile: 'example' })
  await cluster
    .create('FlowSchema', { metadata: { name: 'exempt' }, spec: { priorityLevelConfiguration: { name: 'a' } } })
    .catch(() => undefined)
  await cluster.clock.advance('1h')
  expect((await cluster.list('PriorityLevelConfiguration')).items).toEqual([])
})
