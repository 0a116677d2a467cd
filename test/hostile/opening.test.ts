import { expect, test } from 'vitest'
import { type Controller, createCluster } from '../../src/index.js'

test('the first request is answered in the midst of very much that controllers do first', async () => {
  let reconciled = 0
  const busy: Controller = {
    name: 'busy',
    watches: { Namespace: 'own' },
    reconcile({ name }, world) {
      reconciled++
      if (name === 'default')
        for (let i = 0; i < 40_000; i++)
          world.wake({ apiVersion: 'v1', kind: 'Namespace', namespace: '', name: `n${i}` })
    },
  }
  const cluster = createCluster({ seed: 1, controllers: [busy] })
  const { status } = await cluster.fetch('/api/v1/namespaces/default')
  expect(status).toBe(200)
  const then = reconciled
  await cluster.settled()
  expect([then >= 20_000, reconciled > 40_000]).toEqual([true, true])
})
