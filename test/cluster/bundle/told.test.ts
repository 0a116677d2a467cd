import { expect, test } from 'vitest'
import type { Bundle } from '../../../src/cluster/bundle/types.js'
import { replay } from '../../../src/cluster/bundles.js'
import { playAgain } from '../../../src/cluster/replay/run.js'
import { type Cluster, createCluster } from '../../../src/index.js'

const written = (bundle: Bundle): Bundle => JSON.parse(JSON.stringify(bundle)) as Bundle
const create = (cluster: Cluster, name: string) => cluster.create('Lease', { metadata: { name } })

/** Summarizes what a watch was sent, one string each. */
const wordsOf = ({ told }: Bundle, id = 'watch-1') =>
  told.flatMap(({ watch, type, name, reason, torn }) =>
    watch === id ? [[type, name || reason, torn && 'torn'].filter(Boolean).join(' ')] : [],
  )

const opened = (cluster: Cluster) => {
  const [open] = cluster.watches()
  if (!open) throw new Error('no watch is open')
  return open
}

test('with wholeBodies a Bundle has the events sent to each watch, even of one that has ended', async () => {
  const cluster = createCluster({ seed: 1, journal: { wholeBodies: true } })
  const watch = cluster.watch('Lease')
  await create(cluster, 'a')
  await watch.next()
  opened(cluster).cut('mid-line')
  await create(cluster, 'b')
  await watch.next().catch(() => undefined)
  const bundle = written(await cluster.bundle())
  expect(wordsOf(bundle)).toEqual(['opened', 'ADDED a', 'ADDED b torn', 'cut'])
  expect(bundle.watches).toEqual([])
  expect(bundle.requests.flatMap(({ watch: id = [] }) => id)).toEqual(['watch-1'])
  expect(bundle.told[1]).toMatchObject({ revision: bundle.changes[0]?.revision, namespace: 'default' })
})

test('otherwise events are recorded from the first Bundle on, and told= selects newer ones', async () => {
  const cluster = createCluster({ seed: 1 })
  const watch = cluster.watch('Lease')
  await create(cluster, 'a')
  await watch.next()
  expect((await cluster.bundle()).told).toEqual([])
  await create(cluster, 'b')
  await watch.next()
  const { told, to } = await cluster.bundle()
  expect(told.map(({ name }) => name)).toEqual(['b'])
  await create(cluster, 'c')
  await watch.next()
  const newer = await cluster.fetch(`/_fakecluster/bundle?since=${to}&told=${told.at(-1)?.number}`)
  expect(((await newer.json()) as Bundle).told).toMatchObject([{ number: 2, type: 'ADDED', name: 'c' }])
})

test('a journal of zero requests records no events', async () => {
  const cluster = createCluster({ journal: { requests: 0, wholeBodies: true } })
  const watch = cluster.watch('Lease')
  await create(cluster, 'a')
  await watch.next()
  expect((await cluster.bundle()).told).toEqual([])
})

/** Reads a watch continuously, as a client over HTTP does. */
function follow(cluster: Cluster): void {
  const watch = cluster.watch('Lease')
  const read = async () => {
    for await (const _ of watch);
  }
  void read().catch(() => undefined)
}

/** Runs a cluster with a watch to which `act` does something; returns the Bundle. */
async function run(act: (cluster: Cluster) => Promise<void>): Promise<Bundle> {
  const cluster = createCluster({ seed: 1, clock: 'virtual', journal: { wholeBodies: true } })
  follow(cluster)
  await create(cluster, 'a')
  await cluster.clock.advance('1s')
  await act(cluster)
  await create(cluster, 'z')
  await cluster.clock.advance('1s')
  const bundle = written(await cluster.bundle())
  cluster.close()
  return bundle
}

const held = async (cluster: Cluster) => {
  opened(cluster).hold()
  for (const name of ['b', 'c', 'd']) await create(cluster, name)
  await cluster.clock.advance('1s')
}

const heldByHook = async (cluster: Cluster) => {
  const hook = cluster.hooks.watch({ client: 'test', kind: 'Lease', event: 'ADDED' }, { hold: true })
  for (const name of ['b', 'c', 'd']) await create(cluster, name)
  await cluster.clock.advance('1s')
  return hook
}

test.each<readonly [string, (cluster: Cluster) => Promise<void>, readonly string[]]>([
  ['held by a hook', async (cluster) => void (await heldByHook(cluster)), ['opened', 'ADDED a']],
  [
    'held by a hook whose handle released two events',
    async (cluster) => void (await heldByHook(cluster)).release(2),
    ['opened', 'ADDED a', 'ADDED b', 'ADDED c'],
  ],
  [
    'held by a hook whose handle released all events',
    async (cluster) => void (await heldByHook(cluster)).releaseAll(),
    ['opened', 'ADDED a', 'ADDED b', 'ADDED c', 'ADDED d', 'ADDED z'],
  ],
  [
    'held by a hook that was removed',
    async (cluster) => void (await heldByHook(cluster)).dispose(),
    ['opened', 'ADDED a', 'ADDED b', 'ADDED c', 'ADDED d', 'ADDED z'],
  ],
  ['held', held, ['opened', 'ADDED a']],
  [
    'held, with one event released',
    async (cluster) => {
      await held(cluster)
      opened(cluster).release()
    },
    ['opened', 'ADDED a', 'ADDED b'],
  ],
  [
    'held, with two events released before it expired',
    async (cluster) => {
      await held(cluster)
      opened(cluster).release(2)
      await cluster.clock.advance('1s')
      opened(cluster).expire()
    },
    ['opened', 'ADDED a', 'ADDED b', 'ADDED c', 'ERROR Expired', 'ended'],
  ],
  [
    'held, with all events released',
    async (cluster) => {
      await held(cluster)
      opened(cluster).releaseAll()
    },
    ['opened', 'ADDED a', 'ADDED b', 'ADDED c', 'ADDED d', 'ADDED z'],
  ],
  [
    'cut',
    async (cluster) => {
      opened(cluster).cut()
      await cluster.clock.advance('1s')
    },
    ['opened', 'ADDED a', 'cut'],
  ],
  [
    'cut in the middle of a line',
    async (cluster) => {
      opened(cluster).cut('mid-line')
      await cluster.clock.advance('1s')
    },
    ['opened', 'ADDED a', 'ADDED z torn', 'cut'],
  ],
  [
    'ended',
    async (cluster) => {
      opened(cluster).end()
      await cluster.clock.advance('1s')
    },
    ['opened', 'ADDED a', 'ended'],
  ],
])('a watch that was %s is sent the same events in a replay', async (_, act, words) => {
  const bundle = await run(act)
  expect(wordsOf(bundle)).toEqual(words)
  expect(await replay(bundle)).toMatchObject({ identical: true, differences: [] })
  expect(wordsOf((await playAgain(bundle, {})).replayed)).toEqual(words)
})
