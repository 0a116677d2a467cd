import { expect, test, vi } from 'vitest'
import { mostInATurn } from './support/most-in-a-turn.js'

test('replies that have waited for the same code are made in turns of their own', async () => {
  // Tests before this one may have loaded the code.
  vi.resetModules()
  const { createCluster } = await import('../../src/cluster/cluster.js')
  const cluster = createCluster({ seed: 1 })
  const list = () => cluster.fetch('/api/v1/configmaps', { headers: { Accept: 'application/yaml' } })
  expect(await mostInATurn(50, list)).toBeLessThan(10)
  await cluster.close()
})
