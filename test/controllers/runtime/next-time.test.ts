import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { defineController } from '../../../src/controllers/runtime/define.js'
import type { Again } from '../../../src/controllers/runtime/types.js'

const START = Date.parse('2026-01-01T00:00:00Z')

/** A cluster with a controller that gives the results one after the other, and the seconds at which it ran. */
function createPaced(results: (now: number) => readonly (Again | undefined)[]) {
  const ran: number[] = []
  const paced = defineController({
    name: 'paced',
    watches: { Lease: 'own' },
    reconcile(_, world) {
      ran.push((world.now() - START) / 1000)
      return results(START)[ran.length - 1]
    },
  })
  return { ran, cluster: createCluster({ seed: 1, start: START, controllers: [paced] }) }
}

test('a controller asks to be run again after some time, or at a time; one that has passed is at once', async () => {
  const { cluster, ran } = createPaced((start) => [
    { at: start + 7000 },
    { after: '3s' },
    { at: start },
    { after: 500 },
  ])
  await cluster.create('Lease', { metadata: { name: 'a' } })
  await cluster.clock.advance('1h')
  expect(ran).toEqual([0, 7, 10, 10, 10.5])
})

test('a fraction of a millisecond is rounded up, so that the time has come', async () => {
  const { cluster, ran } = createPaced((start) => [{ at: start + 0.5 }, { after: 0.25 }])
  await cluster.create('Lease', { metadata: { name: 'a' } })
  await cluster.clock.advance('1h')
  expect(ran).toEqual([0, 0.001, 0.002])
})

test.each<Again>([{ after: 0 }, { at: START }])('%j for ever is a fault, and ends', async (again) => {
  const { cluster, ran } = createPaced(() => Array.from({ length: 1000 }, () => again))
  await cluster.create('Lease', { metadata: { name: 'a' } })
  await cluster.clock.advance('1h').catch(() => undefined)
  expect(ran).toHaveLength(201)
  await cluster.patch('Lease', { name: 'a' }, { metadata: { labels: { woken: 'again' } } })
  expect(ran.length).toBeGreaterThan(201)
  await expect(cluster.settled()).rejects.toThrow(
    'the controller paced failed for Lease default/a: it asked 200 times in a row to be called again at once, and so on without an end',
  )
})

test('two hundred times in a row at once are none, and a pause begins afresh', async () => {
  const { cluster, ran } = createPaced(() =>
    Array.from({ length: 600 }, (_, i) => ({ after: i % 200 === 199 ? 1 : 0 })),
  )
  await cluster.create('Lease', { metadata: { name: 'a' } })
  await cluster.clock.advance('1h')
  expect(ran).toHaveLength(601)
  await cluster.settled()
})

test('a time that is none is a fault', async () => {
  const { cluster } = createPaced(() => [{ at: Number.NaN }])
  await cluster.create('Lease', { metadata: { name: 'a' } })
  expect(() => cluster.controllers.verify()).toThrow(
    'the controller paced failed for Lease default/a: controller paced: at: NaN is not a time: give milliseconds since 1970',
  )
})

test('a reconciliation that awaits something gets the current time from then on', async () => {
  const seen: number[] = []
  const slow = defineController({
    name: 'slow',
    watches: { Lease: 'own' },
    async reconcile(_, world) {
      seen.push(world.now() - START)
      await new Promise<void>((resolve) => (goOn = resolve))
      seen.push(world.now() - START)
      if (seen.length === 2) return { after: '1s' }
    },
  })
  let goOn = () => {}
  const cluster = createCluster({ seed: 1, start: START, controllers: [slow] })
  await cluster.create('Lease', { metadata: { name: 'a' } })
  await cluster.clock.advance('5s')
  goOn()
  await cluster.clock.advance('2s')
  goOn()
  await cluster.settled()
  expect(seen).toEqual([0, 5000, 6000, 7000])
})
