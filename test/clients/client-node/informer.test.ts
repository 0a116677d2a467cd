import { describe, expect, test } from 'vitest'
import { type Informer, apiOf, call, configOf, k8s } from '../support/client-node.js'
import { type Journal, createJournal } from '../support/journal.js'
import { type AtEnd, type Server, endWatches, profiles, startServer } from '../support/server.js'

type Followed = {
  readonly informer: Informer
  /** The events of the informer: `add a`, `update a`, `delete a`. */
  readonly told: Journal<string>
  readonly errors: Journal<unknown>
}

/** Starts an informer on leases. */
async function follow(server: Server, atEnd: AtEnd, query = ''): Promise<Followed> {
  const all = { group: server.group('coordination'), version: 'v1', namespace: 'default', plural: 'leases' }
  const api = apiOf(server, 'CustomObjectsApi')
  const path = `/apis/${all.group}/v1/namespaces/default/leases${query}`
  const informer = k8s.makeInformer(configOf(server), path, () => call(api, 'listNamespacedCustomObject', all))
  const told = createJournal<string>()
  const errors = createJournal<unknown>()
  for (const event of ['add', 'update', 'delete'] as const) {
    informer.on(event, (object) =>
      told.add(`${event} ${(object as { readonly metadata: { readonly name: string } }).metadata.name}`),
    )
  }
  informer.on('error', errors.add)
  atEnd(() => informer.stop())
  await informer.start()
  return { informer, told, errors }
}

/** Waits until the cache of an informer equals the state of the cluster. */
async function agree({ informer, told }: Followed, { cluster }: Server): Promise<void> {
  const state = (
    objects: readonly { readonly metadata?: { readonly name?: string; readonly resourceVersion?: string } }[],
  ) =>
    objects
      .map(({ metadata }) => `${metadata?.name}@${metadata?.resourceVersion}`)
      .sort()
      .join()
  const expected = state((await cluster.list('Lease')).items)
  await told.until(() => state(informer.list()) === expected)
}

const watches = ({ received }: Server) => received.entries.filter(({ query }) => query.has('watch'))
const lists = ({ received }: Server) => received.entries.filter(({ query }) => !query.has('watch'))

describe.each(profiles)('%s', (profile) => {
  test('create, patch, delete', async ({ onTestFinished: atEnd }) => {
    const server = await startServer({ profile }, atEnd)
    const { cluster } = server
    await cluster.create('Lease', { metadata: { name: 'a' } })
    const followed = await follow(server, atEnd)
    await cluster.create('Lease', { metadata: { name: 'b' } })
    await cluster.patch('Lease', { name: 'a' }, { spec: { holderIdentity: 'one' } })
    await cluster.patch('Lease', { name: 'a' }, { spec: { holderIdentity: 'one' } })
    await cluster.delete('Lease', { name: 'b' })
    await followed.told.until((lines) => lines.length >= 4)
    await agree(followed, server)
    expect(followed.told.entries).toEqual(['add a', 'add b', 'update a', 'delete b'])
    expect(server.received.entries.length).toBe(2)
  })

  test('a server that closes watches', async ({ onTestFinished: atEnd }) => {
    const server = await startServer({ profile }, atEnd)
    const { cluster } = server
    const followed = await follow(server, atEnd)
    for (const [i, name] of ['a', 'b', 'c'].entries()) {
      await server.received.until(() => watches(server).length > i)
      await cluster.create('Lease', { metadata: { name } })
      await cluster.patch('Lease', { name }, { spec: { holderIdentity: name } })
      if (i < 2) endWatches(server)
    }
    await cluster.delete('Lease', { name: 'a' })
    await followed.told.until((lines) => lines.length >= 7)
    await agree(followed, server)
    expect(followed.told.entries).toEqual(['add a', 'update a', 'add b', 'update b', 'add c', 'update c', 'delete a'])
    expect(followed.errors.entries).toEqual([])
    expect([lists(server).length, watches(server).length]).toEqual([1, 3])
  })

  test('a restored state, which ends watches with 410', async ({ onTestFinished: atEnd }) => {
    const server = await startServer({ profile }, atEnd)
    const { cluster } = server
    for (const name of ['a', 'b']) await cluster.create('Lease', { metadata: { name } })
    const saved = cluster.snapshot()
    await cluster.delete('Lease', { name: 'a' })
    await cluster.create('Lease', { metadata: { name: 'c' } })
    const followed = await follow(server, atEnd)
    cluster.restore(saved)
    await server.received.until(() => watches(server).length === 2)
    await agree(followed, server)
    await cluster.patch('Lease', { name: 'a' }, { spec: { holderIdentity: 'one' } })
    await followed.told.until((lines) => lines.at(-1) === 'update a')
    await agree(followed, server)
    expect(followed.told.entries).toEqual(['add b', 'add c', 'delete c', 'add a', 'update a'])
    expect([lists(server).length, watches(server).length]).toEqual([2, 2])
  })

  test('a restart after more changes than the history holds, which gets a 410', async ({ onTestFinished: atEnd }) => {
    const server = await startServer({ profile, history: 4 }, atEnd)
    const { cluster } = server
    for (const name of ['a', 'b']) await cluster.create('Lease', { metadata: { name } })
    const followed = await follow(server, atEnd)
    await followed.informer.stop()
    for (const holder of ['1', '2', '3', '4', '5', '6'])
      await cluster.patch('Lease', { name: 'a' }, { spec: { holderIdentity: holder } })
    await cluster.delete('Lease', { name: 'b' })
    await followed.informer.start()
    await followed.told.until((lines) => lines.length >= 4)
    await agree(followed, server)
    expect(followed.told.entries.toSorted()).toEqual(['add a', 'add b', 'delete b', 'update a'])
    expect(lists(server).length).toBe(2)
    expect(server.received.entries.length).toBeLessThan(20)
  })

  test('a server restarted on its port', async ({ onTestFinished: atEnd }) => {
    const server = await startServer({ profile }, atEnd)
    // More changes than seconds have passed; the resourceVersion must not decrease even so.
    for (let i = 0; i < 500; i++) await server.cluster.create('Lease', { metadata: { name: `old-${i}` } })
    await server.cluster.create('Lease', { metadata: { name: 'kept' } })
    const followed = await follow(server, atEnd)
    await server.close()
    await followed.errors.until((errors) => errors.length > 0)

    const next = await startServer({ profile, port: server.port }, atEnd)
    for (const name of ['kept', 'new']) await next.cluster.create('Lease', { metadata: { name } })
    await followed.informer.start()
    await followed.told.until((lines) => lines.includes('add new'))
    await agree(followed, next)
    await next.cluster.delete('Lease', { name: 'new' })
    await followed.told.until((lines) => lines.at(-1) === 'delete new')
    await agree(followed, next)

    const old = Array.from({ length: 500 }, (_, i) => `old-${i}`)
    expect(followed.told.entries.toSorted()).toEqual(
      [
        ...old.map((name) => `add ${name}`),
        ...old.map((name) => `delete ${name}`),
        'add kept',
        'update kept',
        'add new',
        'delete new',
      ].toSorted(),
    )
    expect(next.received.entries.length).toBeLessThan(20)
  })
})
