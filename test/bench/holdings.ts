import type { Bundles } from './bundle.js'
import { startChild } from './child.js'
import { interleave, median, speed } from './numbers.js'
import type { Holding } from './programs/holdings.js'
import type { Extent } from './run.js'
import { type Row, limitRow, time } from './table.js'

/** Measures the costs of many objects. */
export async function* measureHoldings(bundles: Bundles, { rounds, scale, objects }: Extent): AsyncGenerator<Row> {
  const start = async () => (await startChild(bundles.program('holdings'), [bundles.index], ['--expose-gc'])).child
  const child = await start()
  const sizes = [1000, objects]
  for (const what of ['create', 'patch'] as const) {
    const count = Math.round(2000 * scale)
    const contest = await interleave(sizes.map(String), rounds, async (size) => ({
      us: await child.ask<number>({ type: 'write', what, size: Number(size), count } satisfies Holding),
    }))
    const ratio = speed(contest, '1000', String(objects))
    const times = sizes.map((size) => time(median(contest[String(size)]!.map(({ us }) => us)))).join(' / ')
    yield {
      what: `${what} at 1000 / ${objects} objects`,
      cells: [times, `${ratio.toFixed(2)} times`],
      floor: { text: '1.5 times', reached: ratio <= 1.5 },
    }
  }
  const runs: Readonly<Record<string, number>>[] = []
  for (let i = 0; i < rounds; i++) runs.push(await child.ask({ type: 'snapshots', size: objects } satisfies Holding))
  for (const what of ['snapshot', 'restore', 'fork'])
    yield limitRow(`${what} of ${objects} objects`, median(runs.map((run) => run[what]!)), 'ms', 1)
  const forked = await child.ask<number>({ type: 'forks', size: objects } satisfies Holding)
  yield limitRow(`memory of a fork of ${objects} objects`, Math.round(forked), 'B', 20_480)
  child.stop()

  const fresh = await start()
  const memory = await fresh.ask<Readonly<Record<string, number>>>({ type: 'memory', size: objects } satisfies Holding)
  fresh.stop()
  for (const [what, bytes] of Object.entries(memory))
    yield limitRow(`memory of an object, ${what}`, Math.round(bytes), 'B')
}
