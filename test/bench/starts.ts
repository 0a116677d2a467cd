import type { Bundles } from './bundle.js'
import { runChild } from './child.js'
import type { Took } from './programs/took.js'
import { median } from './numbers.js'
import type { Extent } from './run.js'
import { type Row, limitRow } from './table.js'

/** Measures imports and the first reply, each in a fresh process. */
export async function* measureStarts(bundles: Bundles, { starts }: Extent): AsyncGenerator<Row> {
  const { before } = bundles
  const contests = [
    { what: 'import of fakecluster', program: 'import', args: [bundles.index], most: 80 },
    { what: 'import of fakecluster/node', program: 'import', args: [bundles.node], most: 100 },
    { what: 'import of node:http', program: 'import', args: ['node:http'], most: undefined },
    // Half of it is for the initial objects of this profile: namespaces, their accounts and certificates, the addresses
    // of services.
    { what: WITH, program: 'start', args: [bundles.node], most: 45 },
    { what: 'with profile example', program: 'start', args: [bundles.node, '{"profile":"example"}'], most: 30 },
    { what: WITHOUT, program: 'start', args: [bundles.node, '{"controllers":"none"}'], most: undefined },
    ...(before
      ? ([
          { what: 'import of fakecluster before', program: 'import', args: [before.index], most: undefined },
          { what: 'import of fakecluster/node before', program: 'import', args: [before.node], most: undefined },
          { what: `${WITH} before`, program: 'start', args: [before.node], most: undefined },
        ] as const)
      : []),
  ] as const
  const found = contests.map((): Took[] => [])
  for (let i = 0; i < starts; i++)
    for (const [j, { program, args }] of contests.entries())
      found[j]!.push(await runChild<Took>(bundles.program(program), args))
  for (const [j, { what, most }] of contests.entries())
    yield limitRow(what, median(found[j]!.map(({ ms }) => ms)), 'ms', most)
  const of = (wanted: string) => found[contests.findIndex(({ what }) => what === wanted)]!
  const without = of(WITHOUT)
  yield limitRow(
    'all controllers, of none',
    median(of(WITH).map(({ cpuMs }, i) => cpuMs / without[i]!.cpuMs)),
    'times',
    MOST_TIMES,
  )
}

const WITH = 'startCluster() to the first reply'
const WITHOUT = 'with controllers none'
/**
 * The most CPU time of a start with all controllers, relative to one without any: the ratio before there were
 * controllers of workloads.
 */
const MOST_TIMES = 1.8
