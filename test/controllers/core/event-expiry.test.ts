import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { keysOf } from '../keys.js'

const event = (name: string) => ({
  metadata: { name },
  eventTime: '2024-01-01T00:00:00.000000Z',
  reportingController: 'example.io/c',
  reportingInstance: 'c',
  action: 'Act',
  reason: 'Acted',
  type: 'Normal',
  regarding: { kind: 'Lease', name: 'a', namespace: 'default' },
})
const open = () => {
  const cluster = createCluster({ seed: 1, controllers: ['event-expiry'] })
  const names = async () => (await cluster.list('Event')).items.map(({ metadata }) => metadata.name)
  return { cluster, names }
}

test('an Event expires an hour after it was written', async () => {
  const { cluster, names } = open()
  await cluster.create('Event', event('a'))
  await cluster.clock.advance('59m59s')
  expect(await names()).toEqual(['a'])
  await cluster.clock.advance('1s')
  expect(await names()).toEqual([])
})

test('an updated Event expires an hour after the update', async () => {
  const { cluster, names } = open()
  await cluster.create('Event', event('a'))
  await cluster.clock.advance('30m')
  await cluster.patch('Event', { name: 'a' }, { series: { count: 2, lastObservedTime: '2024-01-01T00:30:00.000000Z' } })
  await cluster.clock.advance('59m')
  expect(await names()).toEqual(['a'])
  await cluster.clock.advance('1m')
  expect(await names()).toEqual([])
})

test('an Event fixture expires an hour after it is loaded', async () => {
  const { cluster, names } = open()
  await cluster.load([{ apiVersion: 'events.k8s.io/v1', kind: 'Event', ...event('a') }])
  await cluster.clock.advance('59m')
  expect(await names()).toEqual(['a'])
  await cluster.clock.advance('1m')
  expect(await names()).toEqual([])
})

test('a core Event expires alike, and one that is deleted before leaves no entry behind', async () => {
  const { cluster, names } = open()
  await cluster.create('v1/Event', {
    metadata: { name: 'core' },
    involvedObject: { kind: 'Lease', name: 'a', namespace: 'default' },
    reason: 'Acted',
    type: 'Normal',
  })
  await cluster.create('Event', event('a'))
  await cluster.delete('Event', { name: 'a' })
  expect(keysOf(cluster.snapshot().controllers.entries)).toEqual(['event-expiry events.k8s.io/v1 Event default/core'])
  await cluster.clock.advance('1h')
  expect(await names()).toEqual([])
  expect(keysOf(cluster.snapshot().controllers.entries)).toEqual([])
})

test('an Event expires in a fork at the same time', async () => {
  const { cluster, names } = open()
  await cluster.create('Event', event('a'))
  await cluster.clock.advance('40m')
  const fork = cluster.fork()
  await fork.clock.advance('20m')
  expect((await fork.list('Event')).items).toEqual([])
  expect(await names()).toEqual(['a'])
})
