import type { Bundles } from './bundle.js'
import { runChild } from './child.js'
import { median } from './numbers.js'
import type { Took } from './programs/took.js'
import type { Extent } from './run.js'
import { type Row, time } from './table.js'

/** The most CPU time in a context, relative to that without one. */
const MOST_TIMES = 2

type Times = Readonly<Record<string, Took>>

/**
 * Measures the CPU time of the package in a context of node:vm, where Jest and Vitest's `vmThreads` run tests, against
 * that without one. In a context each look-up of a global (`Math`, `Object`, `String`) is a call.
 */
export async function* measureContexts({ commonjs, program }: Bundles, { rounds }: Extent): AsyncGenerator<Row> {
  const found: { readonly [where in 'plain' | 'context']: Times[] } = { plain: [], context: [] }
  for (let i = 0; i < rounds; i++)
    for (const where of ['plain', 'context'] as const)
      found[where].push(await runChild<Times>(program('context'), [commonjs, where]))
  for (const what of Object.keys(found.plain[0] ?? {})) {
    const [plain, context] = [found.plain, found.context].map((all) => median(all.map((each) => each[what]!.cpuMs)))
    const times = context! / plain!
    yield {
      what: `${what}, in a context`,
      cells: [`${time(plain! * 1000)} / ${time(context! * 1000)}`, `${times.toFixed(2)} times`],
      floor: { text: `${MOST_TIMES} times`, reached: times <= MOST_TIMES },
    }
  }
}
