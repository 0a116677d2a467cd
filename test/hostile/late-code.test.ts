import { expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'
import { mostInATurn } from './support/most-in-a-turn.js'

// In a file of its own: the code is loaded once in a process.
test('replies that have waited for the same code are made in turns of their own', async () => {
  const cluster = createCluster({ seed: 1 })
  const list = () => cluster.fetch('/api/v1/configmaps', { headers: { Accept: 'application/yaml' } })
  expect(await mostInATurn(50, list)).toBeLessThan(10)
  await cluster.close()
})
