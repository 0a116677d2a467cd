import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { defineController } from '../../../src/controllers/runtime/define.js'
import type { Controller } from '../../../src/controllers/runtime/types.js'

const START = Date.parse('2026-01-01T00:00:00Z')

/** A cluster with a controller whose writes always fail, and the seconds of its attempts. */
function createRefused(retries: Controller['retries']) {
  const tried: number[] = []
  const refused = defineController({
    name: 'refused',
    ...(retries ? { retries } : {}),
    watches: { Lease: 'own' },
    reconcile(_, world) {
      tried.push((world.now() - START) / 1000)
      world.patch('Lease', { namespace: 'default', name: 'nobody' }, { metadata: { labels: { a: 'b' } } })
    },
  })
  return { tried, cluster: createCluster({ seed: 1, start: START, controllers: [refused] }) }
}

test('retries a refused write with a delay that doubles up to a limit, and gives up after the maximum number', async () => {
  const { cluster, tried } = createRefused({ first: 1000, last: 4000, most: 4 })
  await cluster.create('Lease', { metadata: { name: 'a' } })
  await cluster.clock.advance('1h')
  expect(tried).toEqual([0, 1, 3, 7, 11])
  await cluster.patch('Lease', { name: 'a' }, { metadata: { labels: { again: 'yes' } } })
  await cluster.clock.advance('1h')
  expect(tried.slice(5)).toEqual([3600, 3601, 3603, 3607, 3611])
})

test('by default a controller retries without end, first after five milliseconds', async () => {
  const { cluster, tried } = createRefused(undefined)
  await cluster.create('Lease', { metadata: { name: 'a' } })
  await cluster.clock.advance('1s')
  expect(tried).toEqual([0, 0.005, 0.015, 0.035, 0.075, 0.155, 0.315, 0.635])
  await cluster.clock.advance('12h')
  expect(tried.length).toBeGreaterThan(40)
})

test('a trigger does not delay the retry of a key', async () => {
  const { cluster, tried } = createRefused({ first: 4000 })
  await cluster.create('Lease', { metadata: { name: 'a' } })
  await cluster.clock.advance('5s')
  await cluster.patch('Lease', { name: 'a' }, { metadata: { labels: { again: 'yes' } } })
  await cluster.clock.advance('1m')
  expect(tried).toEqual([0, 4, 5, 12, 44])
})

const LEASE = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', namespace: 'default', name: 'a' }

test('a retry is told what the failed reconciliation was told, and what has woken its key since, also in a fork', async () => {
  const told: unknown[] = []
  let failures = 2
  const listener = defineController({
    name: 'listener',
    retries: { first: 1000 },
    watches: { Lease: ({ next }) => [{ key: LEASE, told: next?.metadata.labels?.['step'] }] },
    reconcile(_, world) {
      told.push(world.told)
      if (failures-- > 0) world.patch('Lease', { namespace: 'default', name: 'nobody' }, { metadata: {} })
    },
  })
  const cluster = createCluster({ seed: 1, start: START, controllers: [listener] })
  const step = (name: string) => ({ metadata: { name: 'a', labels: { step: name } } })
  await cluster.create('Lease', step('first'))
  const fork = cluster.fork()
  await cluster.patch('Lease', { name: 'a' }, step('second'))
  await cluster.clock.advance('1m')
  await cluster.patch('Lease', { name: 'a' }, step('third'))
  expect(told).toEqual([['first'], ['first', 'second'], ['first', 'second'], ['third']])
  await fork.clock.advance('1s')
  expect(told.at(-1)).toEqual(['first'])
})

test('rejects a controller with invalid retries', () => {
  const wrong = { name: 'wrong', watches: { Lease: 'own' as const }, reconcile() {} }
  expect(() => defineController({ ...wrong, retries: { most: -1 } })).toThrow(/retries\.most/)
})

test('a key that triggers itself runs after what it triggers afterwards', async () => {
  const order: string[] = []
  const first = defineController({
    name: 'first',
    watches: { Lease: 'own' },
    reconcile({ name }, world) {
      if (name !== 'a') return
      order.push('first')
      const { metadata } = world.get('Lease', { namespace: 'default', name }) ?? { metadata: undefined }
      if (metadata?.labels) return
      world.patch('Lease', { namespace: 'default', name }, { metadata: { labels: { seen: 'yes' } } })
      world.create('Lease', { metadata: { namespace: 'default', name: 'b' } })
    },
  })
  const second = defineController({
    name: 'second',
    watches: { Lease: 'own' },
    reconcile({ name }) {
      if (name === 'b') order.push('second')
    },
  })
  const cluster = createCluster({ seed: 1, controllers: [first, second] })
  await cluster.create('Lease', { metadata: { name: 'a' } })
  await cluster.idle()
  expect(order).toEqual(['first', 'second', 'first'])
})
