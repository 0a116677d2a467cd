import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestCluster, createTestCluster } from '../../src/node/test-cluster.js'

let stage: TestCluster
beforeAll(async () => {
  stage = await createTestCluster({
    setup: async (cluster) => void (await cluster.create('Lease', { metadata: { name: 'leader' } })),
  })
})
afterAll(() => stage.close())

test('before the first test there is no cluster to act on', () => {
  expect(() => stage.cluster).toThrow('no test has begun: call next() before each test')
})

test('the next test ends the watches of the last, and finds nothing it left', async () => {
  stage.next()
  const reply = await fetch(`${stage.url}/apis/coordination.k8s.io/v1/leases?watch=1`)
  await stage.cluster.create('Lease', { metadata: { name: 'left' } })
  stage.next()
  const lines = (await reply.text()).trim().split('\n')
  expect(
    lines.map((line) => (JSON.parse(line) as { object: { metadata: { name: string } } }).object.metadata.name),
  ).toEqual(['leader', 'left'])
  expect((await stage.cluster.list('Lease')).items).toHaveLength(1)
})

test('the report of a failing test', async () => {
  const cluster = stage.next()
  const { site } = cluster.hooks.before({ kind: 'Node' }, { status: 'Conflict' })
  expect(stage.report()).toBe(`seed 1\nhooks that never fired:\n  before at ${site}\nno requests`)
  await cluster.get('Lease', { name: 'leader' })
  expect(stage.report()).toMatch(/the last 1 of 1 requests:\n#1 .*GET .*leases\/leader/)
})

test('an address apart is a cluster of its own', async () => {
  const cluster = stage.next()
  const apart = await stage.apart()
  await apart.cluster.create('Lease', { metadata: { name: 'apart' } })
  const reply = await fetch(`${apart.url}/apis/coordination.k8s.io/v1/leases`)
  expect(((await reply.json()) as { items: unknown[] }).items).toHaveLength(2)
  expect((await cluster.list('Lease')).items).toHaveLength(1)
  await apart.close()
  await expect(fetch(apart.url)).rejects.toThrow('fetch failed')
})

test('verify fails on a broken invariant, and with strict on a hook that never fired', async () => {
  const cluster = stage.next()
  cluster.hooks.before({ kind: 'Node' }, { status: 'Conflict' })
  stage.verify()
  const strict = await createTestCluster({ strict: true })
  const watched = strict.next()
  const hook = watched.hooks.before({ kind: 'Node' }, { status: 'Conflict' })
  expect(() => strict.verify()).toThrow('the scripts were not met')
  hook.dispose()
  strict.verify()
  watched.invariant('nobody leads', (_prev, next) => next?.metadata.name !== 'leader')
  await expect(watched.create('Lease', { metadata: { name: 'leader' } })).rejects.toThrow('nobody leads')
  expect(() => strict.verify()).toThrow('nobody leads')
  await strict.close()
})
