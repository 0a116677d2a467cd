import type { Bundles } from './bundle.js'
import { type Child, startChild } from './child.js'
import { type Sample, WARM_UP, interleave, median } from './numbers.js'
import type { Task } from './programs/inside.js'
import type { Took } from './programs/took.js'
import type { Extent } from './run.js'
import { type Row, contestRow } from './table.js'

/** The most microseconds for a call of a method. */
const MOST: { readonly [what: string]: number | undefined } = { create: 55, patch: 50 }

/** Measures get, create and merge patch in one process, by fetch and by methods. */
export async function* measureInside(bundles: Bundles, { rounds, scale }: Extent): AsyncGenerator<Row> {
  const start = async (index: string) => (await startChild(bundles.program('inside'), [index])).child
  const child = await start(bundles.index)
  // Calls are compared in processes that do nothing else: code that also serves `fetch` is optimised otherwise.
  const calls = await start(bundles.index)
  const before = bundles.before && (await start(bundles.before.index))
  const programs: { readonly [contestant: string]: Child | undefined } = { client: calls, before }
  let number = 1
  for (const what of ['get', 'create', 'patch'] as const) {
    const count = Math.round(2000 * scale)
    const contestants = ['hono', 'fetch', ...(before ? ['before'] : []), 'client']
    const perform = async (contestant: string) => {
      number += count
      const program = programs[contestant]
      const task = { contestant: program ? 'client' : contestant, what, from: number, count }
      return { us: (await time(program ?? child, task)).us }
    }
    const contest = await interleave(contestants, rounds, perform, Math.ceil((WARM_UP * scale) / count))
    const { client: _, before: ___, ...fetches } = contest
    const { fetch: __, ...methods } = contest
    yield contestRow(`${what === 'patch' ? 'merge patch' : what}, cluster.fetch`, fetches, {
      ours: 'fetch',
      against: 'hono',
    })
    yield contestRow(`${what === 'patch' ? 'merge patch' : what}, cluster.${what}`, methods, {
      ours: 'client',
      against: 'hono',
      most: MOST[what],
    })
  }
  const count = Math.round(8000 * scale)
  const contest = await interleave(['bare', 'hooked'], Math.max(9, rounds), async (contestant) => ({
    us: (await time(child, { contestant, what: 'get', from: 0, count })).us,
  }))
  yield contestRow('get with a journal and hooks', contest, { ours: 'hooked', against: 'bare', least: 1 / 1.05 })
  yield* measureUnwatched(child, { rounds, scale })
  yield await measureAsked(child, { rounds, scale })
  yield await measurePoliced(child, { rounds, scale })
  for (const each of [child, calls, before]) each?.stop()
}

/** Measures the CPU time of writes that no controller watches, with the default controllers and without any. */
async function* measureUnwatched(
  child: Child,
  { rounds, scale }: Pick<Extent, 'rounds' | 'scale'>,
): AsyncGenerator<Row> {
  const count = Math.round(2000 * scale)
  let number = 1
  for (const what of ['create a ConfigMap', 'patch'] as const) {
    const contest = await interleave(['uncontrolled', 'controlled'], Math.max(15, rounds), async (contestant) => {
      number += count
      return { us: (await time(child, { contestant, what, from: number, count })).cpuUs }
    })
    yield contestRow(`${what === 'patch' ? 'patch a Lease' : what}, all controllers`, contest, {
      ours: 'controlled',
      against: 'uncontrolled',
      least: 1 / 1.05,
    })
  }
}

/** What a create with a webhook in code may take: so many times the handler by itself, and microseconds besides. */
const [MOST_TIMES, MOST_BESIDES] = [1.3, 20]

/** Measures creates with a validating webhook in code, beside the handler of that webhook by itself. */
async function measureAsked(child: Child, { rounds, scale }: Pick<Extent, 'rounds' | 'scale'>): Promise<Row> {
  const count = Math.round(2000 * scale)
  let number = 1
  const contest = await interleave(['handler', 'asked'], Math.max(9, rounds), async (contestant) => {
    number += count
    return { us: (await time(child, { contestant, what: 'create a ConfigMap', from: number, count })).us }
  })
  const aim = MOST_TIMES * median(contest['handler']!.map(({ us }) => us)) + MOST_BESIDES
  const row = contestRow('create with a webhook in code', contest, { ours: 'asked', against: 'handler' })
  return { ...row, cells: [...row.cells, `aim ${Math.round(aim)} µs`] }
}

/** Measures the CPU time of creates with a policy of three rules, beside creates without. */
async function measurePoliced(child: Child, { rounds, scale }: Pick<Extent, 'rounds' | 'scale'>): Promise<Row> {
  const count = Math.round(2000 * scale)
  let number = 1
  const contest = await interleave(['unasked', 'policed'], Math.max(15, rounds), async (contestant) => {
    number += count
    return { us: (await time(child, { contestant, what: 'create a ConfigMap', from: number, count })).cpuUs }
  })
  return contestRow('create with a policy of three rules', contest, {
    ours: 'policed',
    against: 'unasked',
    least: 1 / 1.3,
  })
}

/** Lets the program perform a task, and returns the time of one call. */
async function time(
  child: Child,
  task: Omit<Task, 'contestant'> & { readonly contestant: string },
): Promise<Required<Sample>> {
  const { ms, cpuMs } = await child.ask<Took>(task)
  return { us: (ms * 1000) / task.count, cpuUs: (cpuMs * 1000) / task.count }
}
