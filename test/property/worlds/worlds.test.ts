import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'
import { type Action, act, action, clear, expose, heal } from './actions.js'
import { faultsAtRest } from './laws.js'

const open = (seed: number): Cluster =>
  createCluster({
    seed,
    nodes: 3,
    agents: { nodes: '*' },
    containers: [
      { image: 'slow:*', ready: '20s' },
      { image: 'fails:*', exit: { code: 1, after: '2s' } },
    ],
  })

async function play(seed: number, actions: readonly Action[]): Promise<Cluster> {
  let cluster = open(seed)
  await expose(cluster)
  for (const given of actions) cluster = (await act(cluster, given)).cluster
  return cluster
}

/** Describes the objects that exist in only one of two clusters. */
const differ = (a: Cluster, b: Cluster): readonly string[] =>
  a.diff(a, b).flatMap(({ type, kind, name }) => (type === 'changed' ? [] : [`${type} ${kind} ${name}`]))

const sequence = fc.array(action, { minLength: 5, maxLength: 30 })
const numRuns = Number(process.env['WORLDS'] ?? 15)

test('after any actions a cluster comes to rest with consistent owners and counts, and can be cleared', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(1000), sequence, async (seed, actions) => {
      const cluster = await play(seed, actions)
      await heal(cluster)
      await cluster.clock.advance('3h')
      expect(await faultsAtRest(cluster)).toEqual([])
      const later = await cluster.changes(() => cluster.clock.advance('10m'))
      expect(later.map(({ kind, name }) => `${kind} ${name}`)).toEqual([])
      await clear(cluster)
      await cluster.clock.advance('3h')
      const fresh = open(seed)
      await fresh.clock.advance('3h')
      expect(differ(fresh, cluster)).toEqual([])
    }),
    { numRuns },
  )
}, 300_000)
