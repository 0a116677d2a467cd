import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'
import { act, image, strategy } from './actions.js'
import { isReady } from './laws.js'

/** Resolves a number or a percentage of `of` pods. */
const share = (given: string | number, of: number, round: (value: number) => number): number =>
  typeof given === 'number' ? given : round((parseInt(given, 10) / 100) * of)

/** The maximal number of pods during a rollout, and the minimal number of ready ones. */
function bounds(
  replicas: number,
  how: { type: string; rollingUpdate?: { maxSurge: string | number; maxUnavailable: string | number } },
) {
  if (!how.rollingUpdate) return { most: replicas, least: 0 }
  const surge = share(how.rollingUpdate.maxSurge, replicas, Math.ceil)
  const unavailable = share(how.rollingUpdate.maxUnavailable, replicas, Math.floor)
  // If both resolve to zero, maxUnavailable is 1.
  return { most: replicas + surge, least: replicas - (surge === 0 ? Math.max(1, unavailable) : unavailable) }
}

/** Counts the pods at a revision: those not being deleted, those ready, and the number of their templates. */
function podsAt(cluster: Cluster, revision: number) {
  const all = cluster.at(revision).list('Pod')
  return {
    there: all.filter(({ metadata }) => metadata.deletionTimestamp === undefined).length,
    ready: all.filter(isReady).length,
    templates: new Set(all.map(({ metadata }) => metadata.labels?.['pod-template-hash'])).size,
  }
}

test('at each revision of a rollout the number of pods respects maxSurge and maxUnavailable', async () => {
  const rolls = fc.array(fc.record({ image, after: fc.constantFrom(0, 1500, 3000, 25_000) }), {
    minLength: 1,
    maxLength: 6,
  })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 6 }), strategy, rolls, async (replicas, how, changes) => {
      const cluster = createCluster({ seed: 1, nodes: 2, containers: [{ image: 'slow:*', ready: '20s' }] })
      await act(cluster, { do: 'deploy', name: 'a', replicas, strategy: how })
      await cluster.clock.advance('5m')
      const from = cluster.history.to
      for (const { image, after } of changes) {
        await act(cluster, { do: 'roll', kind: 'Deployment', name: 'a', image })
        await cluster.clock.advance(after)
      }
      await cluster.clock.advance('20m')
      const { most, least } = bounds(replicas, how)
      for (let revision = from; revision <= cluster.history.to; revision++) {
        const { there, ready, templates } = podsAt(cluster, revision)
        expect(there, `pods at ${revision}`).toBeLessThanOrEqual(most)
        expect(ready, `ready pods at ${revision}`).toBeGreaterThanOrEqual(least)
        expect(templates, `templates at ${revision}`).toBeLessThanOrEqual(
          how.type === 'Recreate' ? 1 : changes.length + 1,
        )
      }
      expect(podsAt(cluster, cluster.history.to)).toEqual({ there: replicas, ready: replicas, templates: 1 })
    }),
    { numRuns: Number(process.env['WORLDS'] ?? 15) },
  )
}, 300_000)
