import { expect, test, vi } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'
import type { Cluster } from '../../src/cluster/types.js'
import { definitionOf, versionOf } from '../suites/definition.js'

/** Waits until the hook of a test has fired. */
const fired = (cluster: Cluster) => vi.waitUntil(() => cluster.hooks.pending().length === 0)
const names = async (cluster: Cluster) =>
  (await cluster.list('ConfigMap', { namespace: 'default' })).items.map(({ metadata }) => metadata.name)
const map = (name: string) => ({ metadata: { name } })
const clusterOf = () => createCluster({ seed: 1, controllers: 'none' })

test('a write that a hook delays when the state is replaced is refused at once, and never made', async () => {
  const cluster = clusterOf()
  const saved = cluster.snapshot()
  cluster.hooks.before({ client: 'test', kind: 'ConfigMap', verb: 'create' }, { delay: '5s' })
  const pending = cluster.create('ConfigMap', map('late')).catch((error: unknown) => String(error))
  await fired(cluster)
  cluster.restore(saved)
  expect(await pending).toContain('the cluster went back to another state while this request was under way')
  await cluster.clock.advance('1m')
  expect(await names(cluster)).toEqual([])
})

test('so is one that the function of a hook holds, over HTTP', async () => {
  const cluster = clusterOf()
  const saved = cluster.snapshot()
  let go = () => {}
  cluster.hooks.before(
    { kind: 'ConfigMap', verb: 'create' },
    () => new Promise<undefined>((resolve) => (go = () => resolve(undefined))),
  )
  const pending = cluster.fetch('/api/v1/namespaces/default/configmaps', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(map('late')),
  })
  await fired(cluster)
  cluster.restore(saved)
  go()
  const { status } = await pending
  expect([status, await names(cluster)]).toEqual([503, []])
})

test('so is a long one between two of its turns', async () => {
  const data = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`key-${i}`, `value ${i}`]))
  const body = JSON.stringify({ ...map('long'), data })
  const refused: (readonly (string | undefined)[])[] = []
  // Nobody can see at which of its turns a request is.
  for (let turns = 1; turns < 60 && refused.length === 0; turns++) {
    const cluster = clusterOf()
    const saved = cluster.snapshot()
    const headers = { 'content-type': 'application/json' }
    const pending = cluster.fetch('/api/v1/namespaces/default/configmaps', { method: 'POST', headers, body })
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
    cluster.restore(saved)
    const { status } = await pending
    if (status === 503) refused.push(await names(cluster))
  }
  expect(refused).toEqual([[]])
})

test('the delayed reply of a write that was made before is given at once', async () => {
  const cluster = clusterOf()
  await cluster.clock.advance('1h')
  const then = cluster.snapshot()
  cluster.hooks.after({ client: 'test', kind: 'ConfigMap', verb: 'create' }, { delay: '5s' })
  const pending = cluster.create('ConfigMap', map('made'))
  await fired(cluster)
  cluster.restore(then)
  expect((await pending).metadata.name).toBe('made')
  expect(await names(cluster)).toEqual([])
})

test('hooks that are cleared go on delaying what they delay', async () => {
  const cluster = clusterOf()
  cluster.hooks.before({ client: 'test', kind: 'ConfigMap', verb: 'create' }, { delay: '5s' })
  const pending = cluster.create('ConfigMap', map('later'))
  await fired(cluster)
  cluster.hooks.clear()
  expect(await names(cluster)).toEqual([])
  await cluster.clock.advance('5s')
  await pending
  expect(await names(cluster)).toEqual(['later'])
})

test('a move of the clock that is under way ends where a restore puts the clock', async () => {
  const cluster = clusterOf()
  const saved = cluster.snapshot()
  const start = cluster.clock.now()
  await cluster.clock.advance('1h')
  const moves = [cluster.clock.advance('1h'), cluster.clock.next(), cluster.clock.advanceTo(start + 5 * 3_600_000)]
  await Promise.resolve()
  cluster.restore(saved)
  await Promise.all(moves)
  expect(cluster.clock.now()).toBe(start)
  await cluster.clock.advance('1s')
  expect(cluster.clock.now()).toBe(start + 1000)
})

test('the start that a cluster keeps is its own, also where it goes back while controllers are loaded', async () => {
  const fixtures = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'stated' } }
  let load = () => {}
  const loaded = new Promise<void>((resolve) => (load = resolve))
  const cluster = createCluster({
    seed: 1,
    fixtures,
    controllers: [
      {
        name: 'later',
        watches: { ConfigMap: 'own' },
        async load() {
          await loaded
          return { reconcile: () => undefined }
        },
      },
    ],
  })
  const empty = createCluster({ seed: 1, controllers: 'none' }).snapshot()
  const start = cluster.start()
  cluster.restore(empty)
  load()
  await cluster.settled()
  expect(cluster.start()).toBe(start)
})

test('what a server still has to say of FlowSchemas is said of the restored state, after its next request', async () => {
  const cluster = createCluster({ seed: 1 })
  const schema = {
    metadata: { name: 'mine' },
    spec: { priorityLevelConfiguration: { name: 'nowhere' }, matchingPrecedence: 100 },
  }
  const isTold = async () => {
    const { status } = await cluster.get('FlowSchema', { name: 'mine' })
    return status?.conditions?.some(({ type }) => type === 'Dangling') ?? false
  }
  await cluster.create('FlowSchema', schema)
  const saved = cluster.snapshot()
  await cluster.settled()
  await cluster.patch('FlowSchema', { name: 'mine' }, { metadata: { labels: { a: 'b' } } })
  cluster.restore(saved)
  const told = [await isTold(), await isTold(), await isTold()]
  expect(told).toEqual([false, false, true])
})

test('a controller that is removed is not run for what woke it before', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const runs: string[] = []
  let load = () => {}
  const loaded = new Promise<void>((resolve) => (load = resolve))
  const added = cluster.controllers.add({
    name: 'later',
    watches: { ConfigMap: 'own' },
    async load() {
      await loaded
      return { reconcile: ({ name }) => void runs.push(name) }
    },
  })
  const created = cluster.create('ConfigMap', map('a'))
  await new Promise((resolve) => setImmediate(resolve))
  added[Symbol.dispose]()
  load()
  await created
  await cluster.settled()
  expect(runs).toEqual([])
})

test('fixtures that wait for something when the state is replaced are not loaded', async () => {
  const cluster = clusterOf()
  const saved = cluster.snapshot()
  const pending = cluster.load({ apiVersion: 'v1', kind: 'ConfigMap', ...map('late') }).then(
    () => 'loaded',
    (error: unknown) => String(error),
  )
  cluster.restore(saved)
  expect(await pending).toContain('the cluster went back to another state while this request was under way')
  expect(await names(cluster)).toEqual([])
})

test('nor are those that wait for the library that reads validation rules', async () => {
  vi.resetModules()
  const fresh = await import('../../src/cluster/cluster.js')
  const cluster = fresh.createCluster({ seed: 1, controllers: 'none' })
  const saved = cluster.snapshot()
  const definition = definitionOf('widgets.shop.io', 'Widget', [
    versionOf({ type: 'object', 'x-kubernetes-validations': [{ rule: 'true' }] }),
  ])
  const pending = cluster.load(definition).then(
    () => 'loaded',
    (error: unknown) => String(error),
  )
  // It has begun, and waits for the library.
  await Promise.resolve()
  await Promise.resolve()
  cluster.restore(saved)
  expect(await pending).toContain('the cluster went back to another state while this request was under way')
  expect((await cluster.list('CustomResourceDefinition')).items).toEqual([])
})
