import { expect, test } from 'vitest'
import { createCluster } from '../../src/index.js'
import type { Cluster } from '../../src/index.js'

const LARGE = 'x'.repeat(50_000)
const BYTES = 1_000_000

const small = () => createCluster({ seed: 1, controllers: 'none', history: 1, journal: { bytes: BYTES } })
const add = (cluster: Cluster, name: string) =>
  cluster.create('ConfigMap', { metadata: { name, namespace: 'default' }, data: { large: LARGE + name } })
const times = async (count: number, run: (index: number) => Promise<unknown>) => {
  for (let index = 0; index < count; index++) await run(index)
}

test('its default limits are a thousand requests and 64 MiB', () => {
  const { limit, bytes } = createCluster().journal
  expect([limit, bytes]).toEqual([{ requests: 1000, bytes: 64 * 1024 * 1024 }, 0])
})

test.each<[string, (cluster: Cluster) => Promise<unknown>]>([
  ['creations', (cluster) => times(100, (index) => add(cluster, `a${index}`))],
  [
    'patches of one object',
    async (cluster) => {
      await add(cluster, 'a')
      await times(100, (index) => cluster.patch('ConfigMap', { name: 'a' }, { data: { large: `${LARGE}${index}` } }))
    },
  ],
  [
    'reads of objects that are deleted later',
    (cluster) =>
      times(50, async (index) => {
        await add(cluster, `a${index}`)
        await cluster.fetch(`/api/v1/namespaces/default/configmaps/a${index}`)
        await cluster.delete('ConfigMap', { name: `a${index}` })
      }),
  ],
  ['long paths', (cluster) => times(100, (index) => cluster.fetch(`/api/v1/pods?labelSelector=a%3D${LARGE}${index}`))],
  ['long user agents', (cluster) => times(100, () => cluster.fetch('/api', { headers: { 'User-Agent': LARGE } }))],
  [
    'refusals with long messages',
    (cluster) => times(100, (index) => cluster.get('ConfigMap', { name: `${LARGE}${index}` }).catch(() => undefined)),
  ],
  [
    'many requests that hold the same object',
    async (cluster) => {
      await add(cluster, 'a')
      await times(2000, () => cluster.fetch('/api/v1/namespaces/default/configmaps/a'))
    },
  ],
])('stays within its limit of bytes: %s', async (_, play) => {
  const cluster = small()
  await play(cluster)
  const { bytes, dropped, last } = cluster.journal
  expect(bytes).toBeLessThanOrEqual(BYTES)
  expect(bytes).toBeGreaterThan(BYTES / 5)
  expect(dropped).toBeGreaterThan(0)
  expect(cluster.journal.requests().map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: last - dropped }, (_, index) => dropped + index + 1),
  )
})

test('keeps the newest entry however long it is, and stops counting dropped entries', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none', journal: { requests: 5, bytes: 1000 } })
  await times(10, (index) => add(cluster, `a${index}`))
  expect(cluster.journal.requests()).toHaveLength(1)
  cluster.journal.clear()
  expect([cluster.journal.bytes, cluster.journal.requests()]).toEqual([0, []])
  await cluster.fetch('/api')
  const once = cluster.journal.bytes
  await times(10, () => cluster.fetch('/api'))
  expect(cluster.journal.bytes).toBe(once)
})

test('a request dropped while it is in flight no longer counts', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none', journal: { requests: 2 } })
  const hook = cluster.hooks.before(
    { kind: 'ConfigMap' },
    () => new Promise((resolve) => cluster.clock.now() && held.push(resolve)),
  )
  const held: ((value?: undefined) => void)[] = []
  const waiting = add(cluster, 'a')
  await times(5, () => cluster.fetch('/api'))
  const { bytes } = cluster.journal
  for (const go of held) go()
  await waiting
  hook.dispose()
  expect(cluster.journal.bytes).toBe(bytes)
})

test('entries are frozen', async () => {
  const cluster = createCluster({ seed: 1 })
  await add(cluster, 'a')
  await cluster.fetch('/api/v1/namespaces/nowhere')
  const isFrozen = (value: unknown): boolean =>
    typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(isFrozen))
  const entries = cluster.journal.requests()
  expect(entries.length).toBeGreaterThan(1)
  expect(entries.every(isFrozen)).toBe(true)
  expect(cluster.why('ConfigMap', { name: 'a' }).steps.every(({ request }) => isFrozen(request))).toBe(true)
})

test.each([
  [{ journal: -1 }, 'journal: must be a whole number of at least 0, not -1'],
  [{ journal: { bytes: 0 } }, 'journal.bytes: must be a whole number of at least 1, not 0'],
  [{ journal: { changes: 1 } }, 'journal.changes: '],
])('an invalid limit is refused: %j', (options, message) => {
  // @ts-expect-error JavaScript callers may pass anything.
  expect(() => createCluster(options)).toThrow(message)
})
