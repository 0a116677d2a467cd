import { expect, test } from 'vitest'
import type { Cluster } from '../../../src/cluster/types.js'
import { createCluster } from '../../../src/cluster/cluster.js'
import { serve } from '../../../src/node/server/serve-cluster.js'
import { matchers } from '../../../src/cluster/testing/matchers.js'
import { sweep } from '../../../src/cluster/testing/sweep/sweep.js'
import { type ApiObject, apiOf, call } from '../support/client-node.js'

expect.extend(matchers)

const counter = { name: 'counter', namespace: 'default' }

/** Retries until it succeeds; returns undefined on a conflict. */
async function persist(attempt: () => Promise<ApiObject>): Promise<ApiObject | undefined> {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      // The code of an ApiException is the HTTP status.
      if ((error as { readonly code?: unknown }).code === 409) return undefined
    }
  }
}

type Transitions = { readonly leaseTransitions?: number }

/** Updates a counter by `next`, with the real client over a real port. */
const counting = (next: (now: number) => number) => async (fork: Cluster) => {
  await using server = await serve(fork)
  const api = apiOf(server, 'CoordinationV1Api')
  for (let done = false; !done;) {
    const lease = await persist(() => call(api, 'readNamespacedLease', counter))
    const { leaseTransitions = 0 } = (lease?.spec ?? {}) as Transitions // the spec of a Lease
    const body = { ...lease, spec: { leaseTransitions: next(leaseTransitions) } }
    done = (await persist(() => call(api, 'replaceNamespacedLease', { ...counter, body }))) !== undefined
  }
}

async function seeded(): Promise<Cluster> {
  const cluster = createCluster({ seed: 1 })
  await cluster.create('Lease', { metadata: counter, spec: { leaseTransitions: 0 } })
  return cluster
}

test('an idempotent client has no findings', async () => {
  expect(
    await sweep(
      await seeded(),
      counting(() => 1),
    ),
  ).toHaveNoFindings()
})

test('a client that increments counts twice when a reply is lost', async () => {
  const { findings } = await sweep(
    await seeded(),
    counting((now) => now + 1),
  )
  expect(findings.map(({ fault, outcome }) => [fault.split(' ')[0], outcome])).toEqual([
    ['cut-after-commit', 'differs'],
  ])
})
