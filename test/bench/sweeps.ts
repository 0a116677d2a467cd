import type { Bundles } from './bundle.js'
import { startChild } from './child.js'
import { median } from './numbers.js'
import type { Extent } from './run.js'
import { type Row, limitRow } from './table.js'

/** The result of a sweep, and how long it took. */
type Swept = {
  readonly ms: number
  readonly requests: number
  readonly runs: number
  readonly faults: number
  readonly findings: number
}

/** Measures sweeps of a scenario of twenty requests with all faults, each in a fresh process. */
export async function* measureSweeps(bundles: Bundles, { rounds }: Extent): AsyncGenerator<Row> {
  const times: number[] = []
  let last: Swept | undefined
  for (let i = 0; i < rounds; i++) {
    const { child } = await startChild(bundles.program('sweep'), [bundles.index])
    last = await child.ask<Swept>({})
    times.push(last.ms)
    child.stop()
  }
  const { requests, runs, faults, findings } = last!
  if (requests !== 20 || findings !== 0)
    throw new Error(`the scenario made ${requests} requests, with ${findings} findings`)
  yield limitRow(`sweep, ${requests} requests, ${faults} faults`, median(times), 'ms', 3000)
  yield limitRow('a run of it', median(times) / runs, 'ms')
}
