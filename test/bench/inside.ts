import type { Bundles } from './bundle.js'
import { startChild } from './child.js'
import { interleave } from './numbers.js'
import type { Task } from './programs/inside.js'
import type { Extent } from './run.js'
import { type Row, contestRow } from './table.js'

/** Microseconds a call of a method may take. */
const MOST: { readonly [what: string]: number | undefined } = { create: 55, patch: 50 }

/** get, create and merge patch in one process, through fetch and through the client. */
export async function* measureInside(bundles: Bundles, { rounds, scale }: Extent): AsyncGenerator<Row> {
  const { child } = await startChild(bundles.program('inside'), [bundles.index], ['--expose-gc'])
  let number = 1
  for (const what of ['get', 'create', 'patch'] as const) {
    const count = Math.round(2000 * scale)
    const contest = await interleave(['hono', 'fetch', 'client'], rounds, async (contestant) => {
      number += count
      const ms = await child.ask<number>({
        contestant: contestant as Task['contestant'],
        what,
        from: number,
        count,
      } satisfies Task)
      return { us: (ms * 1000) / count }
    })
    const { client: _, ...fetches } = contest
    const { fetch: __, ...calls } = contest
    yield contestRow(`${what === 'patch' ? 'merge patch' : what}, cluster.fetch`, fetches, {
      ours: 'fetch',
      against: 'hono',
    })
    yield contestRow(`${what === 'patch' ? 'merge patch' : what}, cluster.${what}`, calls, {
      ours: 'client',
      against: 'hono',
      most: MOST[what],
    })
  }
  const count = Math.round(8000 * scale)
  const contest = await interleave(['bare', 'hooked'], Math.max(9, rounds), async (contestant) => {
    const ms = await child.ask<number>({
      contestant: contestant as Task['contestant'],
      what: 'get',
      from: 0,
      count,
    } satisfies Task)
    return { us: (ms * 1000) / count }
  })
  yield contestRow('get with a journal and hooks', contest, { ours: 'hooked', against: 'bare', least: 1 / 1.05 })
  child.stop()
}
