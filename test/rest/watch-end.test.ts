import { expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'

test('a watch that times out before it is read delivers the events up to the timeout, and none after it', async () => {
  const cluster = createCluster({ profile: 'example', seed: 1 })
  const { resourceVersion } = (await cluster.list('Lease')).metadata
  const watch = cluster.watch('Lease', { resourceVersion: resourceVersion!, timeoutSeconds: 1 })
  await Promise.resolve()
  await cluster.create('Lease', { metadata: { name: 'before' } })
  await cluster.clock.advance('1s')
  await cluster.create('Lease', { metadata: { name: 'after' } })
  const seen: unknown[] = []
  for await (const { type, object } of watch) seen.push([type, object.metadata.name])
  expect(seen).toEqual([['ADDED', 'before']])
})
