import { expect, test, vi } from 'vitest'
import { LibraryNotLoaded } from '../../../src/base/turns/late-library.js'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'
import { defineController } from '../../../src/controllers/runtime/define.js'
import type { Controller, Key, World } from '../../../src/controllers/runtime/types.js'

type Gates = { readonly open: () => void; readonly wait: () => Promise<void>; readonly waiting: () => number }

/** Holds asynchronous reconciliations until they are let go on. */
function createGates(): Gates {
  let held: (() => void)[] = []
  return {
    wait: () => new Promise((resolve) => void held.push(resolve)),
    open() {
      const all = held
      held = []
      all.forEach((go) => go())
    },
    waiting: () => held.length,
  }
}

const lease = (name: string, holderIdentity = 'x') => ({ metadata: { name }, spec: { holderIdentity } })
const hold = (cluster: Cluster, holderIdentity: string) =>
  cluster.patch('Lease', { name: 'a' }, { spec: { holderIdentity } })

/** A controller of Leases that is told who has come to hold one, and waits at a gate before it does anything. */
const slow = (gates: Gates, work: (key: Key, world: World) => void) =>
  defineController({
    name: 'slow',
    watches: {
      Lease: ({ next }) =>
        next?.spec?.holderIdentity
          ? [
              {
                key: { apiVersion: next.apiVersion, kind: 'Lease', namespace: 'default', name: 'a' },
                told: next.spec.holderIdentity,
              },
            ]
          : [],
    },
    async reconcile(key, world) {
      await gates.wait()
      work(key, world)
    },
  })

const clusterWith = (controller: Controller) =>
  createCluster({ profile: 'example', seed: 1, controllers: [controller] })

test('a key woken while it is reconciled is told of all changes since, in order', async () => {
  const gates = createGates()
  const told: unknown[] = []
  const cluster = clusterWith(slow(gates, (_key, world) => void told.push(world.told)))
  await cluster.create('Lease', lease('a'))
  await hold(cluster, 'y')
  await hold(cluster, 'z')
  gates.open()
  await vi.waitUntil(() => gates.waiting() === 1)
  await hold(cluster, 'w')
  gates.open()
  await vi.waitUntil(() => gates.waiting() === 1)
  gates.open()
  await cluster.settled()
  expect(told).toEqual([['x'], ['y', 'z'], ['w']])
})

test('what wakes a key before its reconciliation first waits is told to the next one', async () => {
  const told: unknown[] = []
  const gates = createGates()
  const { watches } = slow(gates, () => undefined)
  const cluster = clusterWith({
    name: 'eager',
    watches,
    async reconcile({ name }, world) {
      told.push(world.told)
      if (told.length === 1) world.patch('Lease', { name }, { spec: { holderIdentity: 'y' } })
      await Promise.resolve()
    },
  })
  await cluster.create('Lease', lease('a'))
  await cluster.settled()
  expect(told).toEqual([['x'], ['y']])
})

test('a fixture that is loaded while a key is reconciled is told to the next reconciliation', async () => {
  const gates = createGates()
  const stated: boolean[] = []
  const cluster = clusterWith(slow(gates, (_key, world) => void stated.push(world.stated)))
  await cluster.create('Lease', lease('a'))
  await cluster.load({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', ...lease('b') })
  gates.open()
  await vi.waitUntil(() => gates.waiting() === 1)
  gates.open()
  await cluster.settled()
  expect(stated).toEqual([false, true])
})

test('the journal names the first change that woke a key while it was reconciled', async () => {
  const gates = createGates()
  const { watches } = slow(gates, () => undefined)
  const cluster = clusterWith({
    name: 'writer',
    watches,
    async reconcile(_key, world) {
      if (world.told.includes('y')) world.create('Lease', { metadata: { name: 'seen', namespace: 'default' } })
      await gates.wait()
    },
  })
  await cluster.create('Lease', lease('a'))
  const { metadata } = await hold(cluster, 'y')
  await hold(cluster, 'z')
  gates.open()
  await vi.waitUntil(() => gates.waiting() === 1)
  gates.open()
  await cluster.settled()
  const written = cluster.journal.requests().flatMap(({ by }) => (by ? [[by.controller, by.key?.name, by.woken]] : []))
  expect(written).toEqual([['writer', 'a', Number(metadata.resourceVersion)]])
})

test('the journal names the key of what a reconciliation writes after it has waited', async () => {
  const gates = createGates()
  const cluster = clusterWith(
    slow(gates, (_key, world) => void world.create('Lease', { metadata: { name: 'made', namespace: 'default' } })),
  )
  const { metadata } = await cluster.create('Lease', lease('a'))
  gates.open()
  await cluster.settled()
  const written = cluster.journal.requests().flatMap(({ by }) => (by ? [by] : []))
  expect(written).toEqual([
    {
      controller: 'slow',
      key: { apiVersion: 'coordination.example.io/v1', kind: 'Lease', namespace: 'default', name: 'a' },
      woken: Number(metadata.resourceVersion),
    },
  ])
})

/** Everything a reconciliation can do to a state. */
const effects: { readonly [name: string]: (key: Key, world: World) => unknown } = {
  create: (_key, world) => world.create('Lease', { metadata: { name: 'late', namespace: 'default' } }),
  patch: ({ name }, world) => world.patch('Lease', { name }, { spec: { holderIdentity: 'late' } }),
  edit: ({ name }, world) => world.edit('Lease', { name }, (draft) => void (draft.spec = { holderIdentity: 'late' })),
  delete: ({ name }, world) => world.delete('Lease', { name }),
  beat: ({ name }, world) => world.beat([world.get('Lease', { name })!]),
  remember: (_key, world) => world.remember('late'),
  note: (_key, world) => world.note('late', true),
  wake: (key, world) => world.wake({ ...key, name: 'late' }),
  random: (_key, world) => world.random(),
}

test.each(Object.keys(effects))('after a restore, %s of a reconciliation begun before has no effect', async (name) => {
  const gates = createGates()
  const errors: string[] = []
  const cluster = clusterWith(
    slow(gates, (key, world) => {
      try {
        effects[name]?.(key, world)
      } catch (error) {
        errors.push(String(error))
        throw error
      }
    }),
  )
  await cluster.create('Lease', { metadata: { name: 'a' } })
  const saved = cluster.snapshot()
  await hold(cluster, 'x')
  cluster.restore(saved)
  const fresh = cluster.fork(saved)
  const before = cluster.snapshot()
  gates.open()
  await new Promise((resolve) => setImmediate(resolve))
  const after = cluster.snapshot()
  expect(errors).toEqual([expect.stringContaining('the state was replaced')])
  expect(after.state.revision).toBe(before.state.revision)
  expect(after.env).toEqual(before.env)
  expect([after.controllers.entries.size, after.controllers.notes.byName.size, after.controllers.waiting]).toEqual([
    0,
    0,
    [],
  ])
  await cluster.settled()
  await fresh.settled()
})

test('a reconciliation begun before a restore neither counts as running after it nor plans anything', async () => {
  const gates = createGates()
  const runs: string[] = []
  const controller: Controller = {
    name: 'slow',
    watches: { Lease: 'own' },
    async reconcile({ name }, world) {
      runs.push(`${name} ${world.get('Lease', { name })?.spec?.holderIdentity}`)
      await gates.wait()
      return { after: '10s' }
    },
  }
  const cluster = clusterWith(controller)
  const saved = cluster.snapshot()
  await cluster.create('Lease', lease('a'))
  cluster.restore(saved)
  // Nobody opens its gate.
  await cluster.settled()
  // The same key is reconciled at once, beside the one that never ended.
  await cluster.create('Lease', lease('a', 'y'))
  expect(runs).toEqual(['a x', 'a y'])
  cluster.restore(saved)
  gates.open()
  await cluster.settled()
  expect(cluster.snapshot().controllers.due.size).toBe(0)
  expect(await cluster.clock.next()).toBe(false)
})

test('whoever waits for it to end is let go by a restore', async () => {
  const gates = createGates()
  const cluster = clusterWith(slow(gates, () => undefined))
  const saved = cluster.snapshot()
  await cluster.create('Lease', lease('a'))
  const settled = cluster.settled()
  cluster.restore(saved)
  await settled
  expect(gates.waiting()).toBe(1)
})

test('what it fails with after a restore is no fault of the restored state', async () => {
  const gates = createGates()
  const cluster = clusterWith(
    slow(gates, () => {
      throw new RangeError('late')
    }),
  )
  const saved = cluster.snapshot()
  await cluster.create('Lease', lease('a'))
  cluster.restore(saved)
  gates.open()
  await new Promise((resolve) => setImmediate(resolve))
  expect(cluster.controllers.verify()).toBeUndefined()
  await cluster.settled()
})

test('a state kept while a key is reconciled has yet to reconcile it, with all it was told', async () => {
  const gates = createGates()
  const told: unknown[] = []
  const cluster = clusterWith(slow(gates, (_key, world) => void told.push(world.told)))
  await cluster.create('Lease', lease('a'))
  await hold(cluster, 'y')
  const saved = cluster.snapshot()
  gates.open()
  await vi.waitUntil(() => gates.waiting() === 1)
  gates.open()
  await cluster.settled()
  expect(told.splice(0)).toEqual([['x'], ['y']])
  const fork = cluster.fork(saved)
  const settled = fork.settled()
  await vi.waitUntil(() => gates.waiting() === 1)
  gates.open()
  await settled
  expect(told).toEqual([['x', 'y']])
})

test('a wrong delay it returns is a fault, and the key is reconciled again', async () => {
  let runs = 0
  const cluster = clusterWith({
    name: 'wrong',
    watches: { Lease: 'own' },
    async reconcile() {
      await Promise.resolve()
      return { after: ++runs === 1 ? 'soon' : 0 }
    },
  } as Controller)
  await cluster.create('Lease', lease('a'))
  await expect(cluster.settled()).rejects.toThrow('controller wrong: after:')
  runs = 1
  await hold(cluster, 'y')
  await vi.waitUntil(() => runs === 2)
})

test('one that needs a library is started again once it is loaded', async () => {
  const told: unknown[] = []
  let isLoaded = false
  const { watches } = slow(createGates(), () => undefined)
  const cluster = clusterWith({
    name: 'reader',
    watches,
    async reconcile(_key, world) {
      told.push(world.told)
      await Promise.resolve()
      if (isLoaded) return
      throw new LibraryNotLoaded(async () => {
        await new Promise((resolve) => setImmediate(resolve))
        isLoaded = true
      })
    },
  })
  await cluster.create('Lease', lease('a'))
  await hold(cluster, 'y')
  await cluster.settled()
  expect(told).toEqual([['x'], ['x', 'y']])
})

test('a reconciliation that needs a library in a later step starts again once it is loaded', async () => {
  let isLoaded = false
  const seen: unknown[] = []
  const faults: unknown[] = []
  const { watches } = slow(createGates(), () => undefined)
  const cluster = clusterWith({
    name: 'stepping',
    watches,
    *reconcile(_key, world) {
      seen.push(world.told)
      yield
      if (isLoaded) return void seen.push('done')
      throw new LibraryNotLoaded(async () => {
        await new Promise((resolve) => setImmediate(resolve))
        isLoaded = true
      })
    },
  })
  cluster.controllers.onFault((fault) => faults.push(fault))
  await cluster.create('Lease', lease('a'))
  await cluster.settled()
  expect({ seen, faults }).toEqual({ seen: [['x'], ['x'], 'done'], faults: [] })
})

test('closing a cluster ends what its asynchronous reconciliations could do', async () => {
  const gates = createGates()
  let runs = 0
  const cluster = clusterWith({
    name: 'again',
    watches: { Lease: 'own' },
    async reconcile({ name }, world) {
      runs++
      await gates.wait()
      world.patch('Lease', { name }, { metadata: { labels: { runs: String(runs) } } })
      return { after: 1 }
    },
  })
  await cluster.create('Lease', lease('a'))
  cluster.close()
  gates.open()
  await new Promise((resolve) => setImmediate(resolve))
  expect(await cluster.clock.next()).toBe(false)
  expect((await cluster.get('Lease', { name: 'a' })).metadata.labels).toBeUndefined()
  expect(runs).toBe(1)
})

test('a restore ends what was under way in turns: replies wait for what they set off themselves', async () => {
  const maker: Controller = {
    name: 'maker',
    watches: { Lease: 'own' },
    reconcile({ apiVersion, kind, namespace, name }, world) {
      if (name.startsWith('made')) return
      for (let i = 0; i < 60; i++) world.wake({ apiVersion, kind, namespace, name: `made-${i}` })
      world.remember(name)
    },
  }
  const cluster = clusterWith(maker)
  const saved = cluster.snapshot()
  const first = cluster.create('Lease', lease('a'))
  await Promise.resolve()
  cluster.restore(saved)
  const reply = await cluster.fetch('/apis/coordination.example.io/v1/namespaces/default/leases', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(lease('b')),
  })
  const { entries, waiting } = cluster.snapshot().controllers
  const memories: unknown[] = []
  entries.forRange('', '\uffff', true, (_id, { memory }) => void memories.push(memory))
  expect([reply.status, memories, waiting]).toEqual([201, ['b'], []])
  await first
})
