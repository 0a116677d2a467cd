import { expect, test } from 'vitest'
import { createCluster } from '../src/cluster/cluster.js'

test('a virtual clock begins at start, and advances to a time or to the next timer', async () => {
  const cluster = createCluster({ profile: 'example', seed: 1, start: '2025-05-05T05:05:05Z' })
  expect((await cluster.create('Lease', { metadata: { name: 'a' } })).metadata.creationTimestamp).toBe(
    '2025-05-05T05:05:05Z',
  )
  await cluster.clock.advanceTo('2025-05-05T05:06:00Z')
  expect(new Date(cluster.clock.now()).toISOString()).toBe('2025-05-05T05:06:00.000Z')
  expect(await cluster.clock.next()).toBe(false)
  cluster.hooks.before({ verb: 'get' }, { delay: '7s' })
  const read = cluster.get('Lease', { name: 'a' })
  expect(await cluster.clock.next()).toBe(true)
  expect((await read).metadata.name).toBe('a')
  expect(new Date(cluster.clock.now()).toISOString()).toBe('2025-05-05T05:06:07.000Z')
})

test.each([
  [
    'tomorrow',
    'clock.advanceTo: "tomorrow" is not a time: give one such as "2024-01-01T00:05:00Z", or milliseconds since 1970',
  ],
  [0, 'clock.advanceTo: it is 2024-01-01T00:00:00.000Z already; a clock only goes forward'],
])('advanceTo(%j) is refused', async (time, message) => {
  await expect(createCluster({ profile: 'example', seed: 1 }).clock.advanceTo(time)).rejects.toThrow(message)
})

test('the system clock cannot be advanced', async () => {
  const { clock } = createCluster({ profile: 'example' })
  const message = "the clock is the system's and cannot be moved; make the cluster with { clock: 'virtual' }"
  await expect(clock.advance('1s')).rejects.toThrow(message)
  await expect(clock.advanceTo(Number.MAX_SAFE_INTEGER / 1e4)).rejects.toThrow(message)
  await expect(clock.next()).rejects.toThrow(message)
})

test('start has to be a time, and needs a virtual clock', () => {
  expect(() => createCluster({ profile: 'example', seed: 1, start: 'soon' })).toThrow(
    'createCluster: start: must be a time such as "2024-01-01T00:00:00Z", or milliseconds since 1970, not "soon"',
  )
  expect(() => createCluster({ profile: 'example', start: 0 })).toThrow(
    "createCluster: start is for a virtual clock; add { clock: 'virtual' }",
  )
})
