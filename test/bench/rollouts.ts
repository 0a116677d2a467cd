import type { Bundles } from './bundle.js'
import { startChild } from './child.js'
import { median } from './numbers.js'
import type { Rolled, Rollout } from './programs/rollout.js'
import type { Extent } from './run.js'
import { type Row, limitRow } from './table.js'

/** The most milliseconds for a rollout. */
const MOST = 2000

/**
 * Measures rollouts of 1,000 pods on 100 nodes in virtual time: the first one, which loads all code, and that of
 * another template.
 */
export async function* measureRollouts(bundles: Bundles, { rounds }: Extent): AsyncGenerator<Row> {
  const found: Rolled[] = []
  for (let i = 0; i < rounds; i++) {
    const { child } = await startChild(bundles.program('rollout'), [bundles.index])
    found.push(await child.ask<Rolled>({ replicas: 1000, nodes: 100 } satisfies Rollout))
    child.stop()
  }
  const of = (member: keyof Rolled) => median(found.map((rolled) => rolled[member]))
  yield limitRow('rollout of 1,000 on 100 nodes', of('first'), 'ms', MOST)
  yield limitRow('rollout of another template', of('second'), 'ms')
}
