import type { Bundles } from './bundle.js'
import { startChild } from './child.js'
import { median } from './numbers.js'
import type { Populate, Populated } from './programs/populate.js'
import type { Extent } from './run.js'
import { type Row, limitRow } from './table.js'

/** Limits for a generated world: milliseconds, and megabytes of the process. */
const MOST = { ms: 5000, mb: 350 }

/**
 * Measures the generation of a world of 20,000 pods on 1,000 nodes, each in a process of its own: time, and resident
 * memory.
 */
export async function* measurePopulate(bundles: Bundles, { rounds }: Extent): AsyncGenerator<Row> {
  const found: Populated[] = []
  for (let i = 0; i < Math.min(rounds, 5); i++) {
    const { child } = await startChild(bundles.program('populate'), [bundles.index])
    found.push(await child.ask<Populated>({ nodes: 1000, pods: 20_000 } satisfies Populate))
    child.stop()
  }
  const of = (member: keyof Populated) => median(found.map((populated) => populated[member]))
  yield limitRow('20,000 pods on 1,000 nodes', of('took'), 'ms', MOST.ms)
  yield limitRow('resident memory then', of('resident') / 1_000_000, 'MB', MOST.mb)
}
