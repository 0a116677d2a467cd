import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { ClusterOptions } from '../../../src/cluster/options.js'
import { objectsOf } from '../../../src/store/page.js'
import { isUnmade } from '../../../src/base/lists/sorted-map.js'

// What a cluster has from the start is stored once for each set of options; later clusters take it over with uids and
// times of their own.

/** All of a state that another cluster could have differently. */
function stateOf(cluster: ReturnType<typeof createCluster>) {
  const { state, env, controllers } = cluster.snapshot()
  const tables = [...state.tables].filter(([, table]) => !isUnmade(table))
  const { owed, plans, entries, due, owned, placed, orphans, standing, notes, waiting, team } = controllers
  return {
    revision: state.revision,
    bytes: state.bytes,
    objects: JSON.stringify(tables.map(([name, table]) => [name, objectsOf(table)])),
    env,
    controllers: { owed, plans, notes: notes.made, waiting: waiting.length, team: team.controllers.length },
    sizes: [entries, due, owned, placed, orphans, standing].map(({ size }) => size),
  }
}

const read = async (cluster: ReturnType<typeof createCluster>, path: string) => (await cluster.fetch(path)).text()

/** What clients see of the beginning, and of what follows. */
async function seenOf(cluster: ReturnType<typeof createCluster>) {
  const before = [
    stateOf(cluster),
    cluster.journal.requests(),
    stateOf(cluster.fork()),
    await read(cluster, '/metrics'),
  ]
  const seen = cluster.watch('Namespace', { resourceVersion: '1000' })
  await cluster.create('Namespace', { metadata: { name: 'shop' } })
  const events: unknown[] = []
  for await (const event of seen) {
    events.push(event)
    if (event.object.metadata.name === 'shop') break
  }
  await cluster.delete('ConfigMap', { namespace: 'default', name: 'kube-root-ca.crt' }).catch(() => undefined)
  await cluster.clock.advance('10m')
  return [before, events, stateOf(cluster), cluster.journal.requests(), await read(cluster, '/metrics')]
}

const CHOICES: readonly ClusterOptions[] = [
  {},
  { profile: 'example' },
  { controllers: 'none' },
  { controllers: ['service-accounts', 'namespace-end'] },
  { journal: 0, history: 5 },
  { disableAdmissionPlugins: ['ServiceAccount'] },
]

test.each(CHOICES)('%j', async (options) => {
  for (const [seed, start] of [
    [1, '2024-01-01T00:00:00Z'],
    [2, '2030-05-06T07:08:09.123Z'],
    [3, '2024-01-01T00:00:00Z'],
  ] as const) {
    const stated = { ...options, seed, start, clock: 'virtual' } as const
    // The option has an effect in general, so that its presence leads to all being stored anew.
    const anew = createCluster({ ...stated, reconcileLimit: 1000 })
    expect(await seenOf(createCluster(stated))).toEqual(await seenOf(anew))
  }
})

test('clusters without a seed have uids and times of their own', async () => {
  const uids = await Promise.all(
    [1, 2, 3].map(async () => (await createCluster().get('Namespace', { name: 'default' })).metadata.uid),
  )
  expect(new Set(uids).size).toBe(3)
})

test('what controllers of a program make of the first objects is not taken over', async () => {
  const seen: string[] = []
  const watching = (name: string) => ({
    name,
    watches: { Namespace: 'own' as const },
    reconcile: () => void seen.push(name),
  })
  for (const name of ['one', 'two']) await createCluster({ controllers: [watching(name)] }).settled()
  expect(new Set(seen)).toEqual(new Set(['one', 'two']))
})
