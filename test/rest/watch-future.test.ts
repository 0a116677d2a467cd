import { expect, test, vi } from 'vitest'
import { createCluster } from '../../src/index.js'
import type { Cluster } from '../../src/cluster/types.js'

type Line = {
  readonly type: string
  readonly object: {
    readonly code?: number
    readonly message?: string
    readonly details?: object
    readonly metadata: { readonly name?: string; readonly resourceVersion?: string; readonly annotations?: object }
  }
}

const MAPS = '/api/v1/namespaces/default/configmaps'
const EVENTS = '/apis/events.k8s.io/v1/namespaces/default/events'

/** Opens a watch that begins with the state as of so many revisions ahead, and notes its events as they come. */
async function watchAhead(cluster: Cluster, ahead: number, path = MAPS, more = '&allowWatchBookmarks=true') {
  const revision = Number((await cluster.list('ConfigMap')).metadata.resourceVersion)
  const query = `watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=${revision + ahead}`
  const reply = await cluster.fetch(`${path}?${query}${more}`)
  const events: Line[] = []
  const reading = (async () => {
    const reader = reply.body!.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + part.value).split('\n')
      rest = lines.pop() ?? ''
      events.push(...lines.map((line) => JSON.parse(line) as Line))
    }
  })()
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const until = (count: number) => vi.waitUntil(() => events.length >= count)
  await turn()
  return { revision, events, reading, turn, until }
}

const clusterWith = async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none', featureGates: { WatchList: true } })
  await cluster.create('ConfigMap', { metadata: { name: 'first' } })
  return cluster
}
const told = ({ type, object: { metadata } }: Line) => `${type} ${metadata.name ?? metadata.resourceVersion}`

test('a watch of a state still to come has no events until it has come, then those of that moment and the bookmark', async () => {
  const cluster = await clusterWith()
  const { revision, events, turn, until } = await watchAhead(cluster, 2)
  expect(events).toEqual([])
  await cluster.create('ConfigMap', { metadata: { name: 'second' } })
  await turn()
  expect(events).toEqual([])
  // Any kind brings the revision about.
  await cluster.create('Lease', { metadata: { name: 'leader' } })
  await until(3)
  expect(events.map(told)).toEqual(['ADDED first', 'ADDED second', `BOOKMARK ${revision + 2}`])
  expect(events.at(-1)?.object.metadata.annotations).toEqual({ 'k8s.io/initial-events-end': 'true' })
  await cluster.delete('ConfigMap', { name: 'second' })
  await until(4)
  expect(events.slice(3).map(told)).toEqual(['DELETED second'])
  await cluster.clock.advance('1m')
  await until(5)
  expect(events.slice(4).map(({ type }) => type)).toEqual(['BOOKMARK'])
})

test('what happens before the reader goes on is told after the state of the moment that was waited for', async () => {
  const cluster = await clusterWith()
  const { events, until } = await watchAhead(cluster, 1, MAPS, '')
  await Promise.all([
    cluster.create('ConfigMap', { metadata: { name: 'second' } }),
    cluster.patch('ConfigMap', { name: 'first' }, { data: { a: 'b' } }),
  ])
  await until(3)
  expect(events.map(told)).toEqual(['ADDED first', 'ADDED second', 'MODIFIED first'])
})

test('after three seconds it is refused', async () => {
  const cluster = await clusterWith()
  const { revision, events, reading, turn } = await watchAhead(cluster, 5)
  await cluster.clock.advance(2999)
  await turn()
  expect(events).toEqual([])
  await cluster.clock.advance(1)
  await reading
  expect(events.map(({ type, object: { code, message } }) => ({ type, code, message }))).toEqual([
    {
      type: 'ERROR',
      code: 504,
      message: `Timeout: Too large resource version: ${revision + 5}, current: ${revision}`,
    },
  ])
  expect(cluster.watches()).toEqual([])
})

test('a restore ends it', async () => {
  const cluster = await clusterWith()
  const saved = cluster.snapshot()
  const { events, reading } = await watchAhead(cluster, 1)
  cluster.restore(saved)
  await reading
  expect(events.map(({ object: { code } }) => code)).toEqual([410])
})

test('Events, which no cache holds, are told at once', async () => {
  const cluster = await clusterWith()
  const { revision, events } = await watchAhead(cluster, 5, EVENTS)
  expect(events.map(told)).toEqual([`BOOKMARK ${revision}`])
})
