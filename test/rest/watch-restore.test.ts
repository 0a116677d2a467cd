import { expect, test } from 'vitest'
import { createCluster } from '../../src/index.js'
import type { Cluster } from '../../src/cluster/types.js'

/** Opens a watch of ConfigMaps that does to each event what is asked for, changes one, goes back, and returns what the watch was told. */
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

test('a watch that its handle holds is told at once that its state is gone', async () => {
  const told = await toldOfRestore(({ watches }) => watches()[0]?.hold())
  expect(told.at(-1)).toContain('too old')
})

test.each([{ hold: true }, { drop: true }, { lag: 5 }] as const)(
  'so is one whose events a hook keeps back by %j',
  async (then) => {
    const told = await toldOfRestore(({ hooks }) => void hooks.watch({ kind: 'ConfigMap' }, then))
    expect(told.at(-1)).toContain('too old')
  },
)
