import { expect, test, vi } from 'vitest'
import type { Cluster } from '../../src/cluster/types.js'
import { createCluster } from '../../src/cluster/cluster.js'
import { createStore } from '../../src/store/store.js'

const make = () => createCluster({ profile: 'example', seed: 1, controllers: 'none' })
const add = (cluster: Cluster, name: string) => cluster.create('Node', { metadata: { name } })

test('a write inside an admit hook is refused', async () => {
  const cluster = make()
  const inner: Promise<unknown>[] = []
  cluster.hooks.admit({ client: 'test', kind: 'Node' }, (_, next) => {
    if (next.metadata.name === 'outer') inner.push(add(cluster, 'inner').catch((error: unknown) => error))
  })
  await add(cluster, 'outer')
  const { items } = await cluster.list('Node')
  expect([items.map(({ metadata }) => metadata.name), await inner[0]]).toEqual([['outer'], expect.any(TypeError)])
})

test('the store accepts transactions after one that threw', () => {
  const store = createStore<string>({ revision: 1 })
  expect(() =>
    store.transact(() => {
      throw new Error('mine')
    }),
  ).toThrow('mine')
  expect(() => store.transact(() => store.transact(() => undefined))).toThrow(TypeError)
  store.transact((transaction) => transaction.put('t', 'k', (revision) => `at ${revision}`))
  expect([store.state().revision, store.state().tables.get('t')?.get('k')]).toEqual([2, 'at 2'])
})

test('a fetch with an aborted signal rejects and writes nothing', async () => {
  const cluster = make()
  const body = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"metadata":{"name":"n"}}' }
  await expect(cluster.fetch('/api/v1/nodes', { ...body, signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  })
  await expect(
    cluster.fetch(new Request('http://x/api/v1/nodes', { ...body, signal: AbortSignal.abort() })),
  ).rejects.toMatchObject({ name: 'AbortError' })
  expect((await cluster.list('Node')).items).toEqual([])
})

test('a fetch delayed by a hook rejects when it is aborted', async () => {
  const cluster = make()
  cluster.hooks.before({ verb: 'get' }, { delay: '40s' })
  const abort = new AbortController()
  const reply = cluster.fetch('/api/v1/namespaces/default', { signal: abort.signal })
  abort.abort()
  await expect(reply).rejects.toMatchObject({ name: 'AbortError' })
})

/** The number of watches that `act` leaves open, counted by the long timers that watches set. */
async function openWatches(act: (cluster: Cluster) => Promise<unknown>): Promise<number> {
  let open = 0
  const { setTimeout: set, clearTimeout: clear } = globalThis
  const running = new Set<unknown>()
  vi.stubGlobal('setTimeout', (run: () => void, ms: number) => {
    const timer = set(run, ms)
    if (ms > 1_000_000) running.add(timer)
    return timer
  })
  vi.stubGlobal('clearTimeout', (timer: NodeJS.Timeout) => {
    running.delete(timer)
    clear(timer)
  })
  try {
    await act(createCluster({ profile: 'example', clock: 'system' }))
    open = running.size
    for (const timer of running) clear(timer as NodeJS.Timeout)
  } finally {
    vi.unstubAllGlobals()
  }
  return open
}

test('openWatches counts a watch that is left open', async () => {
  expect(await openWatches(async (cluster) => cluster.fetch('/api/v1/nodes?watch=1'))).toBe(1)
})

const throwing = () => {
  throw new Error('mine')
}

test('a watch whose after hook fails is closed', async () => {
  const now = await openWatches(async (cluster) => {
    cluster.hooks.after({ verb: 'watch' }, throwing)
    await expect(cluster.fetch('/api/v1/nodes?watch=1')).rejects.toThrow('mine')
  })
  const later = await openWatches(async (cluster) => {
    cluster.hooks.after({ verb: 'watch' }, async () => throwing())
    await expect(cluster.fetch('/api/v1/nodes?watch=1')).rejects.toThrow('mine')
  })
  expect([now, later]).toEqual([0, 0])
})

test('a watch whose watch hook fails is closed, in process and in the client', async () => {
  const streamed = await openWatches(async (cluster) => {
    cluster.hooks.watch({ kind: 'Namespace' }, throwing)
    const reply = await cluster.fetch('/api/v1/namespaces?watch=1')
    await expect(reply.text()).rejects.toThrow('mine')
  })
  const iterated = await openWatches(async (cluster) => {
    cluster.hooks.watch({ client: 'test', kind: 'Namespace' }, throwing)
    await expect(cluster.watch('Namespace').next()).rejects.toThrow('mine')
    await new Promise((resolve) => setImmediate(resolve))
  })
  expect([streamed, iterated]).toEqual([0, 0])
})

test('concurrent calls of next() get one event each, in order', async () => {
  const cluster = make()
  const watch = cluster.watch('Node')
  const both = [watch.next(), watch.next()]
  await add(cluster, 'a')
  await add(cluster, 'b')
  const names = (await Promise.all(both)).map(
    ({ value }) => (value as { object: { metadata: { name: string } } }).object.metadata.name,
  )
  expect(names).toEqual(['a', 'b'])
  await watch.return!()
})

test('a watch delayed by a hook can be aborted', async () => {
  const cluster = make()
  cluster.hooks.before({ client: 'test', verb: 'watch' }, { delay: '1h' })
  const abort = new AbortController()
  const next = cluster.watch('Node', { signal: abort.signal }).next()
  abort.abort()
  expect(await next).toEqual({ done: true, value: undefined })
})

test('a watch that ends removes its listener from the signal', async () => {
  const cluster = make()
  const { signal } = new AbortController()
  const add = vi.spyOn(signal, 'addEventListener')
  const remove = vi.spyOn(signal, 'removeEventListener')
  for (let i = 0; i < 3; i++) await cluster.watch('Node', { signal }).return!()
  expect([add.mock.calls.length, remove.mock.calls.length]).toEqual([3, 3])
})

test.each([
  [{ profile: 'k8s' }, 'createCluster: profile: must be "kubernetes" or "example", not "k8s"'],
  [{ seed: 'x' }, 'createCluster: seed: must be a number, not "x"'],
  [{ clock: 'fake' }, 'createCluster: clock: must be "system" or "virtual", not "fake"'],
  [{ history: 0 }, 'createCluster: history: must be a whole number of at least 1, not 0'],
  [
    { featureGates: { Watchlist: true } },
    'createCluster: featureGates.Watchlist: no such member; did you mean "WatchList"?',
  ],
  [{ profle: 'kubernetes' }, 'createCluster: profle: no such member; did you mean "profile"?'],
  [
    { strict: 'yes', journal: -1 },
    'createCluster: strict: must be true or false, not "yes"; journal: must be a whole number of at least 0, not -1',
  ],
  [
    { kinds: ['Lease'] },
    'createCluster: kinds[0]: must be a kind, such as defineKind and fromOpenAPI make, not "Lease"',
  ],
] as const)('createCluster refuses %j', (options, message) => {
  expect(() => createCluster(options as never)).toThrow(new TypeError(message))
})
