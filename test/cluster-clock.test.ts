import { expect, test } from 'vitest'
import { createCluster } from '../src/cluster/cluster.js'
import { defineKind } from '../src/model/registry/define.js'
import { string } from '../src/schema/builders.js'

test('a virtual clock begins at start, and advances to a time or to the next timer', async () => {
  const cluster = createCluster({ profile: 'example', seed: 1, start: '2025-05-05T05:05:05Z' })
  expect((await cluster.create('Lease', { metadata: { name: 'a' } })).metadata.creationTimestamp).toBe(
    '2025-05-05T05:05:05Z',
  )
  await cluster.clock.advanceTo('2025-05-05T05:06:00Z')
  expect(new Date(cluster.clock.now()).toISOString()).toBe('2025-05-05T05:06:00.000Z')
  expect(await cluster.clock.next()).toBe(false)
  cluster.hooks.before({ client: 'test', verb: 'get' }, { delay: '7s' })
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

const BEYOND = 'a clock goes from 1970-01-01T00:00:00Z to 9999-12-31T23:59:59Z, and this is beyond that'

test.each([
  ['advance', 1e15],
  ['advance', '9999999999h'],
  ['advanceTo', '+010000-01-01T00:00:00Z'],
  ['advanceTo', 8.64e15],
  ['advanceTo', 1e300],
  ['next', '+275760-09-13T00:00:00Z'],
  ['next', -1],
] as const)('clock.%s(%j) goes beyond what a time can be: it is refused, and nothing moves', async (method, given) => {
  const cluster = createCluster({ seed: 1 })
  const before = cluster.clock.now()
  await expect(cluster.clock[method](given)).rejects.toThrow(`clock.${method}: ${BEYOND}`)
  expect(cluster.clock.now()).toBe(before)
  await cluster.create('ConfigMap', { metadata: { name: 'a' } })
})

test('a clock goes on to the end of the year 9999, and not to timers beyond', async () => {
  const cluster = createCluster({ seed: 1, nodes: 1 })
  await cluster.clock.advanceTo('2024-01-01T00:00:01Z')
  const last = createCluster({ seed: 1, nodes: 1, start: '9999-12-31T23:59:58Z' })
  await last.clock.advance('1s')
  expect((await last.create('ConfigMap', { metadata: { name: 'a' } })).metadata.creationTimestamp).toBe(
    '9999-12-31T23:59:59Z',
  )
  expect(await last.clock.next()).toBe(false)
  await expect(last.settled({ until: '1s' })).rejects.toThrow(BEYOND)
  expect(new Date(last.clock.now()).toISOString()).toBe('9999-12-31T23:59:59.000Z')
})

test('a deadline beyond the last year is never reached', async () => {
  const cluster = createCluster({ seed: 1, nodes: 1 })
  const container = { name: 'c', image: 'i' }
  await cluster.create('Job', {
    metadata: { name: 'long' },
    spec: {
      activeDeadlineSeconds: Number.MAX_SAFE_INTEGER,
      template: { spec: { restartPolicy: 'Never', containers: [{ ...container, command: ['sleep', 'infinity'] }] } },
    },
  })
  await cluster.clock.advance('1h')
  expect((await cluster.get('Job', { name: 'long' })).status).toMatchObject({ active: 1 })
})

test('moves one after the other to a time end at that time', async () => {
  const { clock } = createCluster({ seed: 1 })
  await Promise.all([clock.advanceTo('2024-01-01T00:05:00Z'), clock.advanceTo('2024-01-01T00:07:00Z')])
  expect(new Date(clock.now()).toISOString()).toBe('2024-01-01T00:07:00.000Z')
})

test('timers of the clock fire in their order, unless they are cancelled', async () => {
  const { clock } = createCluster({ seed: 1 })
  const fired: string[] = []
  clock.setTimeout(() => fired.push(`late at ${clock.now()}`), '2s')
  const never = clock.setTimeout(() => fired.push('never'), 1500)
  clock.setTimeout(() => {
    fired.push('soon')
    clock.clearTimeout(never)
    clock.clearTimeout(undefined)
  }, 1000)
  await clock.advance('1h')
  expect(fired).toEqual(['soon', `late at ${Date.parse('2024-01-01T00:00:02Z')}`])
  clock.setTimeout(() => {
    throw new Error('from the timer')
  })
  await expect(clock.next()).rejects.toThrow('from the timer')
  expect(() => clock.setTimeout(() => undefined, 'soon')).toThrow('clock.setTimeout: delay: "soon" is not a duration')
})

test('start has to be a time, and makes the clock virtual', () => {
  expect(() => createCluster({ profile: 'example', seed: 1, start: 'soon' })).toThrow(
    'createCluster: start: must be a time from 1970 to 9999 such as "2024-01-01T00:00:00Z", or milliseconds since 1970, not "soon"',
  )
  expect(() => createCluster({ profile: 'example', start: '+010000-01-01T00:00:00Z' })).toThrow('start: must be a time')
  expect(createCluster({ profile: 'example', start: 0 }).clock.now()).toBe(0)
  expect(() => createCluster({ profile: 'example', start: 0, clock: 'system' })).toThrow(
    "createCluster: start is for a virtual clock; leave out clock: 'system'",
  )
})

test('a virtual clock stands still while code is loaded for a request', async () => {
  let loaded = () => {}
  const loading = new Promise<void>((resolve) => (loaded = resolve))
  let isLoaded = false
  const thing = defineKind({ spec: string() }, () => ({
    group: 'example.com',
    version: 'v1',
    scope: 'Cluster',
    names: { kind: 'Thing', plural: 'things' },
    schema: { component: 'com.example.Thing', ready: () => (isLoaded ? undefined : loading) },
    metadata: { name: () => [] },
    table: { columns: [] },
    example: { metadata: { name: 'a' } },
  }))
  const cluster = createCluster({ seed: 1, kinds: [thing] })
  const begin = cluster.clock.now()
  const created = cluster.create('Thing', { metadata: { name: 'a' } } as never)
  const moved = cluster.clock.advance('1h')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(cluster.clock.now()).toBe(begin)
  isLoaded = true
  loaded()
  await created
  await moved
  expect(cluster.journal.requests({ kind: 'Thing' })).toMatchObject([{ code: 201, duration: 0 }])
})
