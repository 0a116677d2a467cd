import { patienceOf } from '../../src/base/patience.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestCluster, createTestCluster } from '../../src/node/test-cluster.js'

let testCluster: TestCluster
beforeAll(async () => {
  testCluster = await createTestCluster({
    setup: async (cluster) => void (await cluster.create('Lease', { metadata: { name: 'leader' } })),
  })
})
afterAll(() => testCluster.close())

test('cluster throws before the first next()', () => {
  expect(() => testCluster.cluster).toThrow('no test has begun: call next() before each test')
})

test('next() ends the watches of the test before, and removes its objects', async () => {
  testCluster.next()
  const reply = await fetch(`${testCluster.url}/apis/coordination.k8s.io/v1/leases?watch=1`)
  await testCluster.cluster.create('Lease', { metadata: { name: 'left' } })
  testCluster.next()
  const lines = (await reply.text()).trim().split('\n')
  expect(
    lines.map((line) => (JSON.parse(line) as { object: { metadata: { name: string } } }).object.metadata.name),
  ).toEqual(['leader', 'left'])
  expect((await testCluster.cluster.list('Lease')).items).toHaveLength(1)
})

test('next() resumes a paused server', async () => {
  testCluster.next()
  await testCluster.pause()
  testCluster.next()
  expect((await fetch(`${testCluster.url}/api/v1/namespaces`)).status).toBe(200)
})

test('report() has the seed, the unfired hooks and the last requests', async () => {
  const cluster = testCluster.next()
  const { site } = cluster.hooks.before({ kind: 'Node' }, { status: 'Conflict' })
  expect(testCluster.report()).toBe(`seed 1\nhooks that never fired:\n  before at ${site}\nno requests`)
  await cluster.get('Lease', { name: 'leader' })
  expect(testCluster.report()).toMatch(/the last 1 of 1 requests:\n#1 .*GET .*leases\/leader/)
})

test('apart() starts a cluster of its own at another URL', async () => {
  const cluster = testCluster.next()
  const apart = await testCluster.apart()
  await apart.cluster.create('Lease', { metadata: { name: 'apart' } })
  const reply = await fetch(`${apart.url}/apis/coordination.k8s.io/v1/leases`)
  expect(((await reply.json()) as { items: unknown[] }).items).toHaveLength(2)
  expect((await cluster.list('Lease')).items).toHaveLength(1)
  await apart.close()
  await expect(fetch(apart.url)).rejects.toThrow('fetch failed')
})

test('verify() throws for a violated invariant, and with strict for a hook that never fired', async () => {
  const cluster = testCluster.next()
  cluster.hooks.before({ kind: 'Node' }, { status: 'Conflict' })
  testCluster.verify()
  const strict = await createTestCluster({ strict: true })
  const watched = strict.next()
  const hook = watched.hooks.before({ kind: 'Node' }, { status: 'Conflict' })
  expect(() => strict.verify()).toThrow('the expectations of the scripts were not met')
  hook.dispose()
  strict.verify()
  watched.invariant('nobody leads', (_prev, next) => next?.metadata.name !== 'leader')
  await expect(watched.create('Lease', { metadata: { name: 'leader' } })).rejects.toThrow('nobody leads')
  expect(() => strict.verify()).toThrow('nobody leads')
  await strict.close()
})

test('a wait fails a little before the timeout of its test', async () => {
  await using testCluster = await createTestCluster({ clock: 'system' })
  const cluster = testCluster.next({ timeout: '60ms' })
  await expect(cluster.waitFor('Lease', { name: 'none' })).rejects.toThrow(
    'waitFor: Lease default/none did not come to the state waited for within 100 ms; it is not there',
  )
  await expect(cluster.waitForGone('Namespace', { name: 'default' })).rejects.toThrow(
    'waitForGone: Namespace default is still there within 100 ms',
  )
  expect(patienceOf(testCluster.next().handle)?.left()).toBe(4_000)
  await using apart = await testCluster.apart({ timeout: 60_000 })
  expect(patienceOf(apart.cluster.handle)?.left()).toBeGreaterThan(4_000)
})

test('the options of next() and apart() are checked', async () => {
  await using testCluster = await createTestCluster()
  expect(() => testCluster.next(30 as never)).toThrow('next: options: must be options such as { timeout: 30 }, not 30')
  expect(() => testCluster.next({ timeout: 'soon' })).toThrow('next: options.timeout: "soon" is not a duration')
  await expect(testCluster.apart({ limit: 1 } as never)).rejects.toThrow('apart: options.limit: no such member')
})
