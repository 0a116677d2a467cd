import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestCluster } from '../../../src/node/testing/test-cluster.js'
import { replay } from '../../../src/node/bundle/from-file.js'

test('keep() writes a Bundle with full bodies to the bundles folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fakecluster-'))
  await using testCluster = await createTestCluster({ bundles: folder })
  const cluster = testCluster.next()
  await cluster.create('ConfigMap', { metadata: { name: 'long' }, data: { long: 'x'.repeat(30_000) } })
  // The clock is real: wait for what controllers do in response.
  await cluster.settled()
  const file = await testCluster.keep('a name: with / more')
  expect(file).toBe(join(folder, 'a-name-with-more.fakecluster.html'))
  expect(await replay(file ?? '')).toMatchObject({ identical: true, requests: 1 })
  rmSync(folder, { recursive: true })
})

test('keep() writes nothing without a bundles folder', async () => {
  await using testCluster = await createTestCluster({ bundles: '' })
  testCluster.next()
  expect(await testCluster.keep('a')).toBeUndefined()
})
