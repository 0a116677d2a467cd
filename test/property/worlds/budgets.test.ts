import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { type Action, act } from './actions.js'
import { brokenBudgets } from './laws.js'

const budget = fc.constantFrom<object>({ minAvailable: 2 }, { maxUnavailable: 1 }, { minAvailable: '50%' })
const step = fc.oneof(
  { weight: 3, arbitrary: fc.nat(20).map((pod): Action => ({ do: 'evict', pod })) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1000, 10_000).map((ms): Action => ({ do: 'wait', ms })) },
)

test('evictions never leave fewer healthy pods than a PodDisruptionBudget asks for', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 3, max: 6 }),
      budget,
      fc.array(step, { minLength: 5 }),
      async (replicas, kind, steps) => {
        const cluster = createCluster({ seed: 1, nodes: 2, containers: [{ image: 'shop:*', ready: '5s' }] })
        await act(cluster, { do: 'deploy', name: 'a', replicas, strategy: { type: 'RollingUpdate' } })
        await act(cluster, { do: 'guard', name: 'a', budget: kind })
        await cluster.clock.advance('1m')
        // Each budget allows the first eviction.
        expect((await act(cluster, { do: 'evict', pod: 0 })).done).toBe(true)
        for (const given of steps) {
          await act(cluster, given)
          expect(await brokenBudgets(cluster)).toEqual([])
        }
      },
    ),
    { numRuns: Number(process.env['WORLDS'] ?? 15) },
  )
}, 300_000)
