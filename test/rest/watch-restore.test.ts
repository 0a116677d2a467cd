import { expect, test } from 'vitest'
import { createCluster } from '../../src/index.js'
import type { Cluster } from '../../src/cluster/types.js'

/**
 * Opens a watch of ConfigMaps and calls `prepare`, creates one, restores the snapshot taken before, and returns the types of the
 * events received, and the error.
 */
async function toldOfRestore(prepare: (cluster: Cluster) => void): Promise<readonly string[]> {
  const cluster = createCluster({ seed: 1, profile: 'kubernetes' })
  const saved = cluster.snapshot()
  const told: string[] = []
  const watch = cluster.watch('ConfigMap')
  prepare(cluster)
  const reading = (async () => {
    for await (const event of watch) told.push(event.type)
  })()
  await cluster.create('ConfigMap', { metadata: { name: 'a' } })
  await cluster.settled().catch(() => undefined)
  cluster.restore(saved)
  await reading.catch((error: unknown) => void told.push(String(error)))
  return told
}

test('a watch held through its handle gets 410 at once when a snapshot is restored', async () => {
  const told = await toldOfRestore(({ watches }) => watches()[0]?.hold())
  expect(told.at(-1)).toContain('too old')
})

test.each([{ hold: true }, { drop: true }, { lag: 5 }] as const)(
  'a watch whose events a hook withholds with %j gets 410 too',
  async (then) => {
    const told = await toldOfRestore(({ hooks }) => void hooks.watch({ kind: 'ConfigMap' }, then))
    expect(told.at(-1)).toContain('too old')
  },
)
