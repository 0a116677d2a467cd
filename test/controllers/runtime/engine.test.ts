import { describe, expect, test, vi } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { defineController } from '../../../src/controllers/runtime/define.js'
import type { Controller } from '../../../src/controllers/runtime/types.js'

const lease = (name: string) => ({ metadata: { name } })
const count = (text: string | undefined) => Number(text ?? 0)

/** Counts its syncs of a Lease in an annotation, one every ten seconds. */
const counter: Controller = {
  name: 'counter',
  watches: {
    Lease: ({ prev, next }) =>
      prev || !next
        ? []
        : [{ apiVersion: next.apiVersion, kind: 'Lease', namespace: 'default', name: next.metadata.name! }],
  },
  reconcile({ name }, world) {
    const seen = count(world.get('Lease', { name })?.metadata.annotations?.['seen'])
    world.remember(seen + 1)
    world.patch('Lease', { name }, { metadata: { annotations: { seen: String(seen + 1) } } })
    return { after: '10s' }
  },
}

test('a reconciliation runs after the write that triggered it, whose reply does not contain its effects', async () => {
  const cluster = createCluster({ seed: 1, controllers: [counter] })
  const created = await cluster.create('Lease', { ...lease('a'), spec: { holderIdentity: 'x' } })
  expect(created.metadata.annotations).toBeUndefined()
  const stored = await cluster.get('Lease', { name: 'a' })
  expect(stored.metadata.annotations).toEqual({ seen: '1' })
  expect(stored.metadata.managedFields?.map(({ manager, operation }) => [manager, operation])).toEqual([
    ['fakecluster', 'Update'],
    ['kube-controller-manager', 'Update'],
  ])
})

test('a key is requeued after the delay that the reconciliation returned', async () => {
  const cluster = createCluster({ profile: 'example', seed: 1, controllers: [counter] })
  await cluster.create('Lease', lease('a'))
  await cluster.clock.advance('35s')
  expect((await cluster.get('Lease', { name: 'a' })).metadata.annotations).toEqual({ seen: '4' })
})

test('a fork continues with the same requeues, independently', async () => {
  const cluster = createCluster({ profile: 'example', seed: 1, controllers: [counter] })
  await cluster.create('Lease', lease('a'))
  await cluster.clock.advance('5s')
  const fork = cluster.fork()
  await fork.clock.advance('5s')
  expect((await fork.get('Lease', { name: 'a' })).metadata.annotations).toEqual({ seen: '2' })
  expect((await cluster.get('Lease', { name: 'a' })).metadata.annotations).toEqual({ seen: '1' })
  await cluster.clock.advance('20s')
  expect((await cluster.get('Lease', { name: 'a' })).metadata.annotations).toEqual({ seen: '3' })
})

test('restore brings the requeues of the snapshot back', async () => {
  const cluster = createCluster({ profile: 'example', seed: 1, controllers: [counter] })
  await cluster.create('Lease', lease('a'))
  const saved = cluster.snapshot()
  await cluster.clock.advance('1m')
  cluster.restore(saved)
  await cluster.clock.advance('10s')
  expect((await cluster.get('Lease', { name: 'a' })).metadata.annotations).toEqual({ seen: '2' })
})

test('retries a refused write with a growing back-off', async () => {
  const cluster = createCluster({ profile: 'example', seed: 1, controllers: [counter] })
  cluster.hooks.admit({ kind: 'Lease', verb: 'patch' }, { status: 'Conflict' }, { times: 2 })
  await cluster.create('Lease', lease('a'))
  expect((await cluster.get('Lease', { name: 'a' })).metadata.annotations).toBeUndefined()
  await cluster.clock.advance(5)
  expect((await cluster.get('Lease', { name: 'a' })).metadata.annotations).toBeUndefined()
  await cluster.clock.advance(10)
  expect((await cluster.get('Lease', { name: 'a' })).metadata.annotations).toEqual({ seen: '1' })
})

test('stops a controller that triggers itself for ever, and names it', async () => {
  const restless: Controller = {
    name: 'restless',
    watches: { Lease: 'own' },
    reconcile: ({ name }, world) =>
      void world.edit(
        'Lease',
        { name },
        (draft) => void (draft.metadata.labels = { turn: String(count(draft.metadata.labels?.['turn']) + 1) }),
      ),
  }
  const cluster = createCluster({ profile: 'example', seed: 1, controllers: [restless] })
  await cluster.create('Lease', lease('a'))
  expect((await cluster.get('Lease', { name: 'a' })).metadata.labels).toEqual({ turn: '200' })
  await expect(cluster.settled()).rejects.toThrow(
    'the controller restless failed for Lease default/a: it was woken 200 times in a row by what restless did, and so on without an end',
  )
  await cluster.settled()
})

test('stops a controller that creates objects of the kind it watches after about a hundred', async () => {
  const breeder: Controller = {
    name: 'breeder',
    watches: { Lease: 'own' },
    reconcile: (_, world) => void world.create('Lease', { metadata: { generateName: 'a-', namespace: 'default' } }),
  }
  const cluster = createCluster({ profile: 'example', seed: 1, controllers: [breeder] })
  await cluster.create('Lease', lease('a'))
  expect((await cluster.list('Lease')).items.length).toBeLessThan(110)
  await expect(cluster.settled()).rejects.toThrow('it makes objects of a kind it watches')
})

test('waits for an asynchronous reconciliation, which never runs twice at once for a key', async () => {
  const log: string[] = []
  const slow: Controller = {
    name: 'slow',
    watches: { Lease: 'own' },
    async reconcile({ name }, world) {
      log.push(`start ${world.get('Lease', { name })?.spec?.holderIdentity}`)
      await Promise.resolve()
      log.push('end')
    },
  }
  const cluster = createCluster({ profile: 'example', seed: 1, controllers: [slow] })
  await cluster.create('Lease', { ...lease('a'), spec: { holderIdentity: 'x' } })
  await cluster.patch('Lease', { name: 'a' }, { spec: { holderIdentity: 'y' } })
  await cluster.settled()
  expect(log).toEqual(['start x', 'end', 'start y', 'end'])
})

test('a reconciliation that triggers its own key synchronously runs again after its end', async () => {
  const log: string[] = []
  const slow: Controller = {
    name: 'slow',
    watches: { Lease: 'own' },
    async reconcile({ name }, world) {
      const { holderIdentity = '' } = world.get('Lease', { name })?.spec ?? {}
      log.push(`start ${holderIdentity}`)
      if (holderIdentity === 'x') world.patch('Lease', { name }, { spec: { holderIdentity: 'y' } })
      await Promise.resolve()
      log.push('end')
    },
  }
  const cluster = createCluster({ profile: 'example', seed: 1, controllers: [slow] })
  await cluster.create('Lease', { ...lease('a'), spec: { holderIdentity: 'x' } })
  await cluster.settled()
  expect(log).toEqual(['start x', 'end', 'start y', 'end'])
})

describe('a key that its own reconciliation has triggered comes after those triggered later', () => {
  const isFirst = (object: { readonly spec?: { readonly holderIdentity?: string | undefined } } | undefined) =>
    object?.spec?.holderIdentity === 'x'
  const changed = { spec: { holderIdentity: 'y' } }
  const logging = (log: string[]): Record<string, Controller> => ({
    'of a controller that works at once': {
      name: 'hasty',
      watches: { Lease: 'own' },
      reconcile({ name }, world) {
        log.push(name)
        if (!isFirst(world.get('Lease', { name }))) return
        world.patch('Lease', { name }, changed)
        world.create('Lease', lease('b'))
      },
    },
    'of a controller that works in steps': {
      name: 'stepping',
      watches: { Lease: 'own' },
      *reconcileInSteps({ name }, world) {
        log.push(name)
        if (!isFirst(world.get('Lease', { name }))) return
        yield* world.patch('Lease', { name }, changed)
        yield* world.create('Lease', lease('b'))
      },
    },
  })

  test.each(Object.keys(logging([])))('%s', async (which) => {
    const log: string[] = []
    const cluster = createCluster({ profile: 'example', seed: 1, controllers: [logging(log)[which]!] })
    await cluster.create('Lease', { ...lease('a'), spec: { holderIdentity: 'x' } })
    await cluster.settled()
    expect(log).toEqual(['a', 'b', 'a'])
  })
})

test('a controller added later syncs existing objects, and stops when disposed of', async () => {
  const cluster = createCluster({ profile: 'example', seed: 1, controllers: 'none' })
  await cluster.create('Lease', lease('a'))
  const added = cluster.controllers.add(counter)
  expect(cluster.controllers.names()).toEqual(['counter'])
  expect((await cluster.get('Lease', { name: 'a' })).metadata.annotations).toEqual({ seen: '1' })
  added[Symbol.dispose]()
  await cluster.clock.advance('1m')
  expect((await cluster.get('Lease', { name: 'a' })).metadata.annotations).toEqual({ seen: '1' })
  expect(cluster.controllers.names()).toEqual([])
})

test('an error of a controller rejects settled(), not the request', async () => {
  const unhandled = vi.fn()
  process.once('unhandledRejection', unhandled)
  const broken: Controller = {
    name: 'broken',
    watches: { Lease: 'own' },
    reconcile() {
      throw new RangeError('oops')
    },
  }
  const cluster = createCluster({ profile: 'example', seed: 1, controllers: [broken] })
  expect((await cluster.create('Lease', lease('a'))).metadata.name).toBe('a')
  await expect(cluster.settled()).rejects.toThrow('oops')
  await new Promise((resolve) => setImmediate(resolve))
  expect(unhandled).not.toHaveBeenCalled()
  process.off('unhandledRejection', unhandled)
})

test.each([
  [
    { name: 'A b', watches: { Lease: 'own' }, reconcile() {} },
    'controller.name: must be words of lower-case letters and digits joined by "-", not "A b"',
  ],
  [
    { name: 'a', watches: {}, reconcile() {} },
    "controller.watches: must say which kinds it is woken by, such as { Lease: 'own' }; without any it would never run",
  ],
  [
    { name: 'a', watches: { Lease: 'all' }, reconcile() {} },
    'controller.watches.Lease: must be \'own\', or a function that gives the keys a change wakes, not "all"',
  ],
  [
    { name: 'a', watches: { Lease: 'own' } },
    'controller: a controller has all of name, watches and reconcile: there is no "reconcile"',
  ],
])('defineController refuses %j', (controller, message) => {
  expect(() => defineController(controller as unknown as Controller)).toThrow(`defineController: ${message}`)
})

test('rejects an unknown name in the option controllers', () => {
  expect(() => createCluster({ profile: 'example', controllers: ['namespace-ends'] })).toThrow(
    'createCluster: controllers[0]: there is no controller "namespace-ends"; did you mean "namespace-end"?',
  )
})

test('a controller can ask which kinds are served, and for the resource of a kind', async () => {
  const seen: unknown[] = []
  const asker: Controller = {
    name: 'asker',
    watches: { Lease: 'own' },
    reconcile({ apiVersion, kind }, world) {
      const kinds = ['Lease', 'Pod', 'v1/Pod', 'v1/Event', 'v2/Pod', 'Widget']
      seen.push(
        kinds.filter(world.serves),
        world.resourceOf({ apiVersion, kind }),
        world.resourceOf({ apiVersion: 'v1', kind: 'Node' }),
      )
    },
  }
  await createCluster({ seed: 1, controllers: [asker] }).create('Lease', lease('a'))
  const places = [
    { group: 'coordination.k8s.io', resource: 'leases', namespaced: true },
    { group: '', resource: 'nodes', namespaced: false },
  ]
  expect(seen).toEqual([['Lease', 'Pod', 'v1/Pod', 'v1/Event'], ...places])
})

test('a requeue of a removed controller does not delay the requeues of others', async () => {
  const cluster = createCluster({ profile: 'example', seed: 1, controllers: [counter] })
  const left = cluster.controllers.add({
    name: 'left',
    watches: { Namespace: 'own' },
    reconcile: () => ({ after: '3s' }),
  })
  await cluster.create('Lease', lease('a'))
  left[Symbol.dispose]()
  await cluster.clock.advance('35s')
  expect((await cluster.get('Lease', { name: 'a' })).metadata.annotations).toEqual({ seen: '4' })
})

test('delayed triggers of a key merge into the earliest, also one from its own reconciliation', async () => {
  const seen: string[] = []
  const later: Controller = {
    name: 'later',
    watches: {
      Lease: ({ next }) =>
        next
          ? [{ key: { apiVersion: next.apiVersion, kind: 'Lease', namespace: 'default', name: 'a' }, after: 1000 }]
          : [],
    },
    reconcile({ name }, world) {
      seen.push(new Date(world.now()).toISOString().slice(17, 23))
      if (seen.length > 1) return undefined
      world.patch('Lease', { name }, { metadata: { annotations: { seen: 'yes' } } })
      return { after: '10s' }
    },
  }
  const cluster = createCluster({ seed: 1, start: '2024-01-01T00:00:00Z', controllers: [later] })
  await cluster.create('Lease', lease('a'))
  await cluster.clock.advance('400ms')
  await cluster.create('Lease', lease('b'))
  const fork = cluster.fork()
  expect(seen).toEqual([])
  await cluster.clock.advance('1h')
  // Its own write triggered it a second later, before the ten seconds that it had asked for.
  expect(seen).toEqual(['01.000', '02.000'])
  expect(await cluster.clock.next()).toBe(false)
  await fork.clock.advance('1h')
  expect(seen).toEqual(['01.000', '02.000', '01.000'])
})
