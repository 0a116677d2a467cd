import type { Bundles } from './bundle.js'
import { runChild } from './child.js'
import { median } from './numbers.js'
import type { Took } from './programs/took.js'
import type { Extent } from './run.js'
import { type Row, percent } from './table.js'

/** The sorts of work by their names in the program, and how often it is done there. */
const WORKS: { readonly [name: string]: number } = {
  leases: 300,
  pods: 300,
  'pods, all controllers': 300,
  patches: 300,
  statuses: 300,
  'applies, all controllers': 100,
  clusters: 20,
  'forks, all controllers': 50,
  'a pod, all controllers': 1,
  'a Deployment, all controllers': 1,
  'an apply': 1,
  'a strategic merge patch': 1,
  'a definition with CEL': 1,
  'OpenAPI v3 of apps': 1,
}

/**
 * Measures the first work of fresh processes, as a test suite meets it: processor time of one create, patch or apply,
 * and how much of it the build of before takes.
 */
export async function* measureCold({ index, before, program }: Bundles, { starts }: Extent): AsyncGenerator<Row> {
  const entries = [index, ...(before ? [before.index] : [])]
  for (const [name, count] of Object.entries(WORKS)) {
    const found = entries.map((): number[] => [])
    for (let i = 0; i < starts; i++)
      for (const [j, entry] of entries.entries())
        found[j]!.push((await runChild<Took>(program('cold'), [entry, name])).cpuMs / count)
    const [ours, theirs] = found.map(median)
    yield {
      what: count === 1 ? `${name}, once` : `${count} ${name}`,
      cells: [
        [theirs, ours].flatMap((ms) => (ms === undefined ? [] : [`${ms.toPrecision(3)} ms`])).join(' / '),
        ...(theirs === undefined ? [] : [`${percent(theirs / ours!)} of before`]),
      ],
    }
  }
}
