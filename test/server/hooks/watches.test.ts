import { expect, test } from 'vitest'
import type { Cluster } from '../../../src/cluster/types.js'
import { createCluster } from '../../../src/cluster/cluster.js'

const lease = (name: string) => ({ metadata: { name, labels: { team: 'shop' } }, spec: {} })

/** Starts a watch in process; returns what it has received so far. */
function follow(cluster: Cluster, labelSelector = '') {
  const seen: string[] = []
  const watch = cluster.watch('Lease', { labelSelector })
  void (async () => {
    for await (const { type, object } of watch) seen.push(`${type} ${object.metadata.name}`)
    seen.push('end')
  })().catch((error: Error) => seen.push(error.message))
  return seen
}

async function following(...selectors: string[]) {
  const cluster = createCluster({ seed: 1 })
  const seen = selectors.map((selector) => follow(cluster, selector))
  const create = async (...names: string[]) => {
    for (const name of names) await cluster.create('Lease', lease(name))
    await cluster.clock.advance(0)
  }
  await create()
  return { cluster, seen, create }
}

test('watches() lists open watches with the resourceVersion they have reached', async () => {
  const { cluster, create } = await following('', 'team=shop')
  await cluster.fetch('/api/v1/namespaces/default/events?watch=true&fieldSelector=type%3DNormal&resourceVersion=1001', {
    headers: { 'User-Agent': 'test/1' },
  })
  const begun = cluster.watches()[0]!.resourceVersion
  await create('a')
  const { metadata } = await cluster.get('Lease', { name: 'a' })
  const common = {
    kind: 'Lease',
    apiVersion: 'coordination.k8s.io/v1',
    namespace: '',
    user: 'admin',
    userAgent: 'fakecluster',
  }
  expect(Number(metadata.resourceVersion)).toBeGreaterThan(Number(begun))
  expect(cluster.watches()).toMatchObject([
    { ...common, id: 'watch-1', labelSelector: '', fieldSelector: '', resourceVersion: metadata.resourceVersion },
    { ...common, id: 'watch-2', labelSelector: 'team=shop', resourceVersion: metadata.resourceVersion },
    {
      id: 'watch-3',
      kind: 'Event',
      namespace: 'default',
      fieldSelector: 'type=Normal',
      resourceVersion: '1001',
      userAgent: 'test/1',
    },
  ])
  cluster.close()
  await cluster.clock.advance(0)
  expect(cluster.watches().map(({ id }) => id)).toEqual(['watch-3'])
})

test('one watch is held and released event by event, the other is not', async () => {
  const { cluster, seen, create } = await following('', '')
  const [held] = cluster.watches()
  const release = async (count?: number) => {
    const waited = held!.release(count)
    await cluster.clock.advance(0)
    return waited
  }
  held!.hold()
  await create('a', 'b', 'c', 'd')
  expect(seen).toEqual([[], ['ADDED a', 'ADDED b', 'ADDED c', 'ADDED d']])
  expect([held!.held, held!.resourceVersion]).toMatchObject([
    { type: 'ADDED', object: { metadata: { name: 'a' } } },
    cluster.start().state.revision.toString(),
  ])
  expect(await release()).toBe(true)
  expect(seen[0]).toEqual(['ADDED a'])
  await release(2)
  expect(seen[0]).toEqual(['ADDED a', 'ADDED b', 'ADDED c'])
  held!.releaseAll()
  await create('e')
  expect([seen[0], held!.held]).toEqual([['ADDED a', 'ADDED b', 'ADDED c', 'ADDED d', 'ADDED e'], undefined])
  expect(await release()).toBe(false)
})

test('events held by a hook are released for one watch only', async () => {
  const { cluster, seen, create } = await following('', '')
  cluster.hooks.watch({ client: 'test', kind: 'Lease' }, { hold: true })
  await create('a', 'b')
  const [first] = cluster.watches()
  first!.release()
  await create()
  expect(seen).toEqual([['ADDED a'], []])
  first!.releaseAll()
  await create('c')
  expect(seen).toEqual([['ADDED a', 'ADDED b', 'ADDED c'], []])
})

test('cut, cut mid-line, expire and end act on one watch each', async () => {
  const { cluster, seen, create } = await following('', '', '', '', '')
  const [cut, torn, expired, ended] = cluster.watches()
  cut!.cut()
  torn!.cut('mid-line')
  expired!.expire()
  ended!.end()
  await create('a')
  expect(seen).toEqual([
    ['the connection was cut by a script'],
    ['the connection was cut by a script'],
    [expect.stringMatching(/^too old resource version: \d+ \(\d+\)$/)],
    ['end'],
    ['ADDED a'],
  ])
  expect(cluster.watches().map(({ id }) => id)).toEqual(['watch-5'])
})

test('expire replaces the events that are held', async () => {
  const { cluster, seen, create } = await following('')
  const [watch] = cluster.watches()
  watch!.hold()
  await create('a')
  watch!.expire()
  await create()
  expect(seen).toEqual([[expect.stringMatching(/^too old resource version/)]])
})

test('a held watch ends with 410 when a snapshot is restored', async () => {
  const { cluster, seen, create } = await following('')
  const saved = cluster.snapshot()
  cluster.hooks.watch({ client: 'test' }, { hold: true })
  await create('a')
  cluster.restore(saved)
  await create()
  expect(seen).toEqual([[expect.stringMatching(/^too old resource version/)]])
})

test('a watch that is never read keeps the cluster from settling, a held one does not', async () => {
  const cluster = createCluster({ seed: 1 })
  const response = await cluster.fetch('/apis/coordination.k8s.io/v1/leases?watch=true&resourceVersion=0', {
    headers: { 'User-Agent': 'idle/1' },
  })
  await cluster.create('Lease', lease('a'))
  await expect(cluster.settled()).rejects.toThrow('watch-1 of Lease by idle/1 has events to read')
  await response.body!.cancel()
  const seen = follow(cluster)
  await cluster.settled()
  cluster.watches()[0]!.hold()
  await cluster.create('Lease', lease('b'))
  await cluster.settled()
  expect(seen).toEqual(['ADDED a'])
})

test('hooks that are cleared release the events they hold', async () => {
  const { cluster, seen, create } = await following('')
  cluster.hooks.watch({ client: 'test', kind: 'Lease' }, { hold: true })
  await create('a', 'b')
  expect(seen[0]).toEqual([])
  cluster.hooks.clear()
  await create('c')
  expect(seen[0]).toEqual(['ADDED a', 'ADDED b', 'ADDED c'])
})
