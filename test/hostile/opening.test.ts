import { expect, test } from 'vitest'
import { type Controller, createCluster } from '../../src/index.js'

const JSON_TYPE = { 'Content-Type': 'application/json' }

test('the first request is answered while controllers have much to reconcile at the start', async () => {
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
  // Twenty thousand at the start, and a thousand for the request.
  expect([then, reconciled > 40_000]).toEqual([21_000, true])
})

test('reads do not wait for controllers that have much to reconcile after a long write', async () => {
  let reconciled = 0
  const busy: Controller = {
    name: 'busy',
    watches: { ConfigMap: 'own' },
    reconcile({ name }, world) {
      reconciled++
      if (name === 'large')
        for (let i = 0; i < 15_000; i++)
          world.wake({ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name: `n${i}` })
    },
  }
  const cluster = createCluster({ seed: 1, controllers: [busy], reconcileLimit: 20_000 })
  await cluster.fetch('/api/v1/namespaces/default')
  const data = Object.fromEntries(Array.from({ length: 40_000 }, (_, i) => [`k${i}`, 'v']))
  const body = JSON.stringify({ metadata: { name: 'large' }, data })
  let isOver = false
  const writing = cluster
    .fetch('/api/v1/namespaces/default/configmaps', { method: 'POST', headers: JSON_TYPE, body })
    .finally(() => (isOver = true))
  let most = 0
  while (!isOver) {
    const before = reconciled
    await cluster.fetch('/api/v1/namespaces/default')
    most = Math.max(most, reconciled - before)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect((await writing).status).toBe(201)
  expect(reconciled).toBeGreaterThan(15_000)
  expect(most).toBeLessThan(1000)
})
